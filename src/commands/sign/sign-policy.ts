import { cleanText } from '../../domain/text/clean-text.ts';
import type { DecodedTransaction } from '../../signing/decode/decoded-transaction.ts';

/** Why a transaction is not signed or not submitted, as a sentence; null if it may be. */
export function refusalOf(
  { steps }: DecodedTransaction,
  { isEvenSo, toDo = 'sign', done = 'signed' }: { readonly isEvenSo: boolean; toDo?: string; done?: string },
): string | null {
  const risks = steps.flatMap(({ risk }, index) => (risk === null ? [] : [`step ${index + 1} ${cleanText(risk)}`]));
  if (risks.length === 0 || isEvenSo) return null;
  return `Not ${done}: ${risks.join('; ')}. To ${toDo} it all the same, add --even-so.`;
}
