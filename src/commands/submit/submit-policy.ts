import { chains } from '../../domain/market/chain.ts';
import { formatAmount, parseAmount } from '../../domain/numbers/amount.ts';
import type { DecodedTransaction } from '../../signing/decode/decoded-transaction.ts';
import type { SigningPolicy } from '../../signing/rules/review.ts';
import { mostFee } from '../../signing/rules/svm-fees.ts';
import type { VerifiedTransaction } from '../../signing/signers/verified-transaction.ts';
import { refusalOf } from '../sign/sign-policy.ts';

/** Why a signed transaction is not submitted whoever asks, from its bytes, as a sentence; null if it may be. */
export function whyNotSubmitted(
  { signed: { chain } }: VerifiedTransaction,
  decoded: DecodedTransaction,
  { maxFee }: SigningPolicy,
  isEvenSo: boolean,
): string | null {
  if (decoded.steps.some(({ action }) => action === 'advance nonce'))
    return 'Not submitted: it uses a durable nonce, so nobody can tell when it can no longer land.';
  const fee = feeOf(decoded);
  const { nativeDecimals, nativeSymbol } = chains[chain];
  if (fee === null || fee > maxFee[chain]) {
    const most = fee === null ? 'unknown' : `${formatAmount(fee, nativeDecimals)} ${nativeSymbol}`;
    return `Not submitted: its fees may be ${most}, above your limit of ${formatAmount(maxFee[chain], nativeDecimals)} ${nativeSymbol} (signing.max_fee.${chain}).`;
  }
  return refusalOf(decoded, { isEvenSo, toDo: 'submit', done: 'submitted' });
}

/** The most that it can cost, base units of the native coin; null if the bytes do not say. */
function feeOf(decoded: DecodedTransaction): bigint | null {
  const { family, facts } = decoded;
  if (family === 'svm') return mostFee(decoded, (facts['signers'] ?? '').split(', ').length);
  const { mostFee: most } = facts;
  return most === undefined ? null : parseAmount(most, 18);
}
