import { createHash } from 'node:crypto';
import { chains } from '../../domain/market/chain.ts';
import { explainEvm } from '../decode/decode-evm.ts';
import type { DecodedTransaction, Step, SwapCall } from '../decode/decoded-transaction.ts';
import { type EvmMessage, readEvmMessage } from '../decode/evm-message.ts';
import { isUnlimited } from '../decode/evm-methods.ts';
import { permit2 } from '../decode/permit2.ts';
import type { SwapOrder } from '../swap-order.ts';
import {
  type Circumstances,
  contradicts,
  extra,
  type Finding,
  programKey,
  type Review,
  type ReviewRow,
  rowFindings,
  type SigningPolicy,
  worstFirst,
} from './review.ts';

/* Loads viem: import it only when a transaction needs it. */

type Hex = `0x${string}`;

/** A swap that stays valid for longer than this is not what a trader wants now. */
const longestLifeMs = 3_600_000;

/** Holds an EVM transaction against a swap order. Throws DecodeError. */
export async function reviewEvmSwap(
  order: SwapOrder,
  serialized: string,
  policy: SigningPolicy,
  around: Circumstances,
): Promise<Review> {
  const { message, decoded, messageHash } = await read(order, serialized);
  const [step] = decoded.steps;
  const { swap } = step ?? {};
  const isNative = order.inputToken === native(order);
  const value = isNative ? order.amountIn : 0n;
  const rows = [
    ...(swap ? swapRows(order, swap) : []),
    {
      label: isNative ? 'pays' : 'carries',
      asked: { token: native(order), baseUnits: value },
      does: { token: native(order), baseUnits: message.value },
      isSame: message.value === value,
    },
    ...commonRows(order, message, policy, around),
  ];
  const findings = [
    ...commonFindings(order, message, rows, around, messageHash),
    ...(decoded.steps.length === 1 ? [] : [contradicts('It does more than one thing.')]),
    ...(step ? stepFindings(order, step, policy) : []),
    ...(swap ? deadlineFindings(swap, around.nowMs) : []),
    ...tokenFindings(order, around),
  ];
  return { rows, decoded, messageHash, findings: worstFirst(findings) };
}

/**
 * Holds the transaction that lets a router move what is sold against the order: exactly that amount, to that router. An
 * amount of 0 takes the leave back, whoever has it.
 */
export async function reviewEvmApproval(
  order: SwapOrder,
  spender: string,
  amount: bigint,
  serialized: string,
  policy: SigningPolicy,
  around: Circumstances,
): Promise<Review> {
  const { message, decoded, messageHash } = await read(order, serialized);
  const [step] = decoded.steps;
  const details = step?.details ?? {};
  const isApproval = decoded.steps.length === 1 && step?.action === 'approve' && details['spender'] !== undefined;
  const units = /^\d+$/.test(details['amount'] ?? '') ? BigInt(details['amount'] ?? 0) : null;
  const isMost = units === amount && !isUnlimited(amount);
  const rows = [
    row('approves', order.inputToken, message.to, isSame(message.to, order.inputToken)),
    row('spender', spender, details['spender'] ?? null, isSame(details['spender'] ?? null, spender)),
    {
      label: 'up to',
      asked: { token: order.inputToken, baseUnits: amount },
      does: units === null ? null : { token: order.inputToken, baseUnits: units },
      isSame: isMost,
    },
    {
      label: 'carries',
      asked: { token: native(order), baseUnits: 0n },
      does: { token: native(order), baseUnits: message.value },
      isSame: message.value === 0n,
    },
    ...commonRows(order, message, policy, around),
  ];
  const findings = [
    ...commonFindings(order, message, rows, around, messageHash),
    ...(isApproval ? [] : [contradicts('It is no approval.')]),
    ...(amount === 0n ? [] : spenderFindings(order, spender, policy)),
  ];
  return { rows, decoded, messageHash, findings: worstFirst(findings) };
}

const spenderFindings = (order: SwapOrder, spender: string, policy: SigningPolicy): Finding[] => [
  ...(isTrusted(order, spender, policy) ? [] : [untrusted(spender)]),
  ...(isSame(spender, permit2)
    ? [extra('Permit2 lets others move the tokens by signatures that are made later.')]
    : []),
];

async function read(
  { owner }: SwapOrder,
  serialized: string,
): Promise<{ readonly message: EvmMessage; readonly decoded: DecodedTransaction; readonly messageHash: string }> {
  const message = await readEvmMessage(serialized as Hex);
  const messageHash = createHash('sha256')
    .update(Buffer.from(serialized.slice(2), 'hex'))
    .digest('hex');
  return { message, decoded: explainEvm(message, owner), messageHash };
}

const native = ({ chain }: SwapOrder): string => chains[chain].nativeAddress;

const isSame = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase();

const row = (label: string, asked: string, does: string | null, same: boolean): ReviewRow => ({
  label,
  asked,
  does,
  isSame: same,
});

function swapRows({ inputToken, outputToken, amountIn, minAmountOut, owner }: SwapOrder, swap: SwapCall): ReviewRow[] {
  return [
    {
      label: 'sells',
      asked: { token: inputToken, baseUnits: amountIn },
      does: swap.inputToken === null ? null : { token: swap.inputToken, baseUnits: swap.amountIn },
      isSame: swap.amountIn === amountIn && isSame(swap.inputToken, inputToken),
    },
    {
      label: 'least bought',
      asked: { token: outputToken, baseUnits: minAmountOut },
      does: swap.outputToken === null ? null : { token: swap.outputToken, baseUnits: swap.minAmountOut },
      isSame: swap.minAmountOut >= minAmountOut && isSame(swap.outputToken, outputToken),
    },
    row('received by', owner, swap.recipient, isSame(swap.recipient, owner)),
  ];
}

function commonRows(
  order: SwapOrder,
  { chainId, nonce, gas, maxFeePerGas }: EvmMessage,
  policy: SigningPolicy,
  around: Circumstances,
): ReviewRow[] {
  const most = policy.maxFee[order.chain];
  const fee = gas === null || maxFeePerGas === null ? null : gas * maxFeePerGas;
  const wanted = chains[order.chain].chainId;
  return [
    row('chain', `${wanted}`, chainId === null ? 'any chain' : `${chainId}`, chainId === wanted),
    row('nonce', around.nonce === null ? 'unknown' : `${around.nonce}`, `${nonce}`, nonce === around.nonce),
    {
      label: 'fees at most',
      asked: { token: native(order), baseUnits: most },
      does: fee === null ? null : { token: native(order), baseUnits: fee },
      isSame: fee !== null && fee <= most,
    },
  ];
}

const sentences: Readonly<Record<string, string>> = {
  sells: 'It sells another amount or another token.',
  'least bought': 'It buys another token, or accepts less than your minimum.',
  'received by': 'What it buys goes to another address than yours.',
  pays: 'It pays another amount of the native coin than you sell.',
  carries: 'It sends the native coin along.',
  chain: 'It is for another chain.',
  nonce: 'Its nonce is not your next one: it would replace, repeat or wait for another transaction.',
  'fees at most': 'Its fees are above your limit (signing.max_fee).',
  approves: 'It is for another token.',
  spender: 'It lets another address move your tokens.',
  'up to': 'It approves another amount than you sell.',
};

function commonFindings(
  order: SwapOrder,
  message: EvmMessage,
  rows: readonly ReviewRow[],
  around: Circumstances,
  messageHash: string,
): Finding[] {
  const { type, isSigned, signer, maxFeePerGas, maxPriorityFeePerGas } = message;
  return [
    ...rowFindings(rows, sentences),
    ...(type === 'eip1559' ? [] : [contradicts(`It is of the kind ${type}; only EIP-1559 transactions are signed.`)]),
    ...(isSigned && !isSame(signer, order.owner) ? [contradicts('It is signed by somebody else.')] : []),
    ...(maxFeePerGas !== null && maxPriorityFeePerGas !== null && maxPriorityFeePerGas > maxFeePerGas
      ? [contradicts('Its priority fee is above its own fee cap.')]
      : []),
    ...(around.wasSigned(messageHash) ? [contradicts('These bytes were signed before.')] : []),
  ];
}

function stepFindings(order: SwapOrder, step: Step, policy: SigningPolicy): Finding[] {
  const { programId, action, risk, details } = step;
  if (step.swap) return isTrusted(order, programId, policy) ? [] : [untrusted(programId)];
  if (action === null) return [{ rank: 'unexplained', what: `It calls ${programId}: ${risk}.`, program: programId }];
  const words = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  return [contradicts(`It does not swap: ${step.program} ${action} (${words.join(', ')})${risk ? `: ${risk}` : ''}.`)];
}

const isTrusted = ({ chain }: SwapOrder, router: string, { programs }: SigningPolicy): boolean =>
  programs.has(programKey(chain, router));

const untrusted = (router: string): Finding => contradicts(`The router ${router} is none of yours (signing.programs).`);

function deadlineFindings({ deadline }: SwapCall, nowMs: number): Finding[] {
  if (deadline === null) return [];
  const leftMs = deadline * 1_000n - BigInt(Math.trunc(nowMs));
  if (leftMs <= 0n) return [contradicts('Its deadline has passed.')];
  return leftMs > BigInt(longestLifeMs) ? [extra('It stays valid for more than an hour.')] : [];
}

const tokenFindings = ({ inputToken, outputToken }: SwapOrder, { tokens }: Circumstances): Finding[] =>
  [inputToken, outputToken].flatMap((token) => {
    const powers = tokens.get(token)?.powers ?? [];
    return powers.length === 0
      ? []
      : [extra(`The token ${token} has a ${powers.join(' and a ')}: others decide what happens to it.`)];
  });
