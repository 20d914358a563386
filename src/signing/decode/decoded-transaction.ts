/** One thing that a transaction does. Amounts are whole base units as text, since their decimals are not in the bytes. */
export interface Step {
  /** Address of the program or contract that is called. */
  readonly programId: string;
  /** The same by name where it is known. */
  readonly program: string;
  /** What is called; null where the bytes do not tell. */
  readonly action: string | null;
  readonly details: Readonly<Record<string, string>>;
  /** What this gives away, in a sentence; null for what moves no more than it says. */
  readonly risk: string | null;
  /** Set where it swaps by a method that is known here. */
  readonly swap?: SwapCall;
}

/** A swap as a program or router is asked for it. */
export interface SwapCall {
  /** Token addresses, the native coin by its address in requests; null where the bytes do not name it. */
  readonly inputToken: string | null;
  readonly outputToken: string | null;
  /** Base units. */
  readonly amountIn: bigint;
  readonly minAmountOut: bigint;
  /** Who pays and who receives: token accounts on Solana, addresses on EVM chains. */
  readonly from: string;
  readonly recipient: string;
  /** Unix seconds; null: it has none. */
  readonly deadline: bigint | null;
  /** Accounts that such a call writes to beside those two: the pool's own. */
  readonly poolAccounts: readonly string[];
}

/** What an instruction or call of a known program does. */
export type Explained = Pick<Step, 'action' | 'details' | 'swap'> & Partial<Pick<Step, 'risk'>>;

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

/** What nobody can explain is a risk of its own. */
export const unexplained = 'nobody can say from the bytes what this does';
