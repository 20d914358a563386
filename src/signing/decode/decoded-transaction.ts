/** One thing that a transaction does. Amounts are whole base units as text, since their decimals are not in the bytes. */
export interface Step {
  /** The program or contract that is called, by name where it is known. */
  readonly program: string;
  /** What is called; null where the bytes do not tell. */
  readonly action: string | null;
  readonly details: Readonly<Record<string, string>>;
  /** What this gives away, in a sentence; null for what moves no more than it says. */
  readonly risk: string | null;
}

/** A transaction as its bytes say, whoever made it. */
export interface DecodedTransaction {
  readonly family: 'svm' | 'evm';
  /** Who pays and signs, fees, what limits its life. */
  readonly facts: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** The bytes are no transaction of a known kind; the message says what was expected. */
export class DecodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DecodeError';
  }
}

export const step = (
  program: string,
  action: string | null,
  details: Readonly<Record<string, string>> = {},
  risk: string | null = null,
): Step => ({ program, action, details, risk });
