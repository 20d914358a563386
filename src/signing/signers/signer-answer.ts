import { z } from 'zod';
import { cleanText } from '../../domain/text/clean-text.ts';
import { SignError } from './sign-error.ts';

/** What a signer gives back: the whole signed transaction, or only the signature. Neither is trusted. */
export type SignerAnswer =
  /** Base64 on Solana, 0x-hex on EVM chains. */
  | { readonly kind: 'transaction'; readonly encoded: string }
  /** Base58 of 64 bytes on Solana; 0x-hex of r, s and v or yParity on EVM chains. */
  | { readonly kind: 'signature'; readonly signature: string };

/** Longest answer in bytes: an EVM transaction of the largest size in hex, twice. */
export const maxAnswerBytes = 524_288;

const answerShape = z.union([
  z.strictObject({ id: z.string(), signedTransaction: z.string() }),
  z.strictObject({ id: z.string(), signature: z.string() }),
  z.strictObject({ id: z.string(), error: z.string() }),
]);

/** Reads an answer of an external or export signer. Throws SignError: GARBAGE, or REFUSED if it answers with an error. */
export function readAnswer(text: string, id: string): SignerAnswer {
  const answer = parse(text);
  if (!answer)
    throw new SignError(
      'GARBAGE',
      'The signer did not answer with one JSON object that has "id" and either "signedTransaction", "signature" or "error".',
    );
  if (answer.id !== id) throw new SignError('GARBAGE', 'The signer answered another request: the "id" is not ours.');
  if ('error' in answer) throw new SignError('REFUSED', `The signer refused: ${quoted(answer.error)}`);
  if ('signature' in answer) return { kind: 'signature', signature: answer.signature };
  return { kind: 'transaction', encoded: answer.signedTransaction };
}

function parse(text: string): z.output<typeof answerShape> | null {
  try {
    return answerShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Words of a signer, short and safe on a terminal; whatever is as long as a key is left out. */
export const quoted = (text: string): string =>
  cleanText(
    text.slice(0, 10_000).replace(/(0x)?[0-9a-f]{60,}|[1-9A-HJ-NP-Za-km-z]{40,}|(\d{1,3},\s*){20,}/gi, '***'),
    200,
  );
