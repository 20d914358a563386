import type { Chain } from '../../domain/market/chain.ts';
import type { TokenFacts } from '../chain/chain-rpc.ts';
import type { DecodedTransaction } from '../decode/decoded-transaction.ts';
import type { LookupTables } from '../decode/svm-message.ts';

/**
 * How what the bytes do departs from what was asked: they contradict it, do something else as well, or cannot be
 * explained.
 */
export type Rank = 'contradicts' | 'extra' | 'unexplained';

export interface Finding {
  readonly rank: Rank;
  /** A sentence. Addresses in it are as the bytes have them. */
  readonly what: string;
  /** The program that cannot be explained; absent where allowing a program would not help. */
  readonly program?: string;
}

/** An amount of a token in base units, or text. */
export type ReviewValue = string | { readonly token: string; readonly baseUnits: bigint };

/** What was asked, beside what the bytes do. */
export interface ReviewRow {
  readonly label: string;
  readonly asked: ReviewValue;
  /** Null: the bytes do not say. */
  readonly does: ReviewValue | null;
  readonly isSame: boolean;
}

/** A transaction held against the order that it should carry out. */
export interface Review {
  readonly rows: readonly ReviewRow[];
  /** The worst first. */
  readonly findings: readonly Finding[];
  readonly decoded: DecodedTransaction;
  /** SHA-256 of the bytes to be signed, in hex: the same bytes are never signed twice. */
  readonly messageHash: string;
}

/** What the user allows to be signed. Programs and routers are `chain:address`, EVM addresses in lower case. */
export interface SigningPolicy {
  /** Programs and routers that a swap may call. */
  readonly programs: ReadonlySet<string>;
  /** Those that may be signed after a typed word although nobody can explain what they do. */
  readonly allowUnknown: ReadonlySet<string>;
  /** The most that network fees and tips may cost, base units of the native coin. */
  readonly maxFee: Readonly<Record<Chain, bigint>>;
}

/** What is known beside the bytes. Null: nobody was asked, or nobody answered. */
export interface Circumstances {
  readonly nowMs: number;
  /** When the service answered with the transaction. */
  readonly builtAtMs: number;
  /** Lookup tables as the chain has them. */
  readonly tables: LookupTables;
  /** Of the tokens of the order, by address. */
  readonly tokens: ReadonlyMap<string, TokenFacts>;
  /** Solana: whether the blockhash is still good. */
  readonly isBlockhashValid: boolean | null;
  /** Solana: every token account that the owner has. */
  readonly ownAccounts: ReadonlySet<string>;
  /** EVM: the owner's next nonce. */
  readonly nonce: number | null;
  /** Whether bytes with this hash were signed before. */
  readonly wasSigned: (messageHash: string) => boolean;
}

/** `word`: may be signed after a typed word. `refused`: is not signed, whatever is typed. */
export type Verdict = { readonly kind: 'fits' } | { readonly kind: 'word' | 'refused'; readonly why: string };

const order: readonly Rank[] = ['contradicts', 'extra', 'unexplained'];

export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((one, other) => order.indexOf(one.rank) - order.indexOf(other.rank));

export const programKey = (chain: Chain, address: string): string =>
  `${chain}:${address.startsWith('0x') ? address.toLowerCase() : address}`;

export function verdictOf({ findings }: Pick<Review, 'findings'>, chain: Chain, policy: SigningPolicy): Verdict {
  const [worst] = worstFirst(findings);
  if (!worst) return { kind: 'fits' };
  const isAllowed = findings.every(
    ({ rank, program }) =>
      rank === 'unexplained' && program !== undefined && policy.allowUnknown.has(programKey(chain, program)),
  );
  return { kind: isAllowed ? 'word' : 'refused', why: worst.what };
}

export const contradicts = (what: string): Finding => ({ rank: 'contradicts', what });
export const extra = (what: string): Finding => ({ rank: 'extra', what });

/** A finding for each row that is not the same. */
export const rowFindings = (rows: readonly ReviewRow[], sentences: Readonly<Record<string, string>>): Finding[] =>
  rows.flatMap(({ label, isSame }) => (isSame ? [] : [contradicts(sentences[label] ?? `${label} differs`)]));
