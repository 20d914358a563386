import { PlainError } from '../../platform/process/plain-error.ts';

/**
 * `NO_SIGNER`: the key or the program that signs is not there · `REFUSED`: it was not signed on purpose · `TIMEOUT`: no
 * answer in time · `GARBAGE`: an answer that is none · `WRONG_KEY`: not signed by the wallet's key · `CHANGED`: another
 * transaction was signed · `LOCKED`: wrong or missing passphrase, locked keychain.
 */
export type SignProblem = 'NO_SIGNER' | 'REFUSED' | 'TIMEOUT' | 'GARBAGE' | 'WRONG_KEY' | 'CHANGED' | 'LOCKED';

export const signProblems: readonly SignProblem[] = [
  'NO_SIGNER',
  'REFUSED',
  'TIMEOUT',
  'GARBAGE',
  'WRONG_KEY',
  'CHANGED',
  'LOCKED',
];

/** No signed transaction; nothing was sent. The message is a sentence for the user. */
export class SignError extends PlainError {
  readonly code: SignProblem;

  constructor(code: SignProblem, message: string) {
    super(message);
    this.name = 'SignError';
    this.code = code;
  }
}
