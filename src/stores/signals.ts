import { type Chain, chains, isAddress } from '../domain/chain.ts';
import type { TokenRef } from '../domain/token.ts';
import type { Problem } from './problem.ts';

export type SignalKind = 'call' | 'trade' | 'creation' | 'graduation';
export const signalKinds: readonly SignalKind[] = ['call', 'trade', 'creation', 'graduation'];

/** The token that a signal names. Texts are clean; the address has the form that was sent, valid or not. */
export interface SignalToken {
  /** null for a network that the desk does not know. */
  readonly chain: Chain | null;
  readonly network: string;
  readonly address: string;
  readonly symbol: string | null;
  readonly name: string | null;
}

/** Somebody or something says that a token is worth a look. All texts are clean; decimals are as the service sent them. */
export interface Signal {
  readonly kind: SignalKind;
  /** The names that it is known by, over REST and streams: two that share one are the same signal. */
  readonly ids: readonly string[];
  /** Wall clock, ms; never later than when it was received. */
  readonly atMs: number;
  /** null: the service does not say which token it is about. */
  readonly token: SignalToken | null;
  readonly platform: string | null;
  /** Server, channel or list that it was said in. */
  readonly place: string | null;
  readonly caller: string | null;
  readonly isVerified: boolean | null;
  readonly isBot: boolean | null;
  readonly message: string | null;
  /** At the moment of the signal. */
  readonly priceUsd: string | null;
  readonly marketCapUsd: string | null;
  readonly liquidityUsd: string | null;
  readonly trade: { readonly isBuy: boolean; readonly amountUsd: string; readonly wallet: string } | null;
  /** What else was said of it, for the details. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

/** Time in which creations and graduations could not be heard; nobody tells them afterwards. */
export interface SignalGap {
  readonly kind: 'gap';
  readonly atMs: number;
  readonly fromMs: number;
  readonly reason: string;
}

/** An event that could not be read; the same fault of the same stream keeps one row. */
export interface UnreadableSignal {
  readonly kind: 'unreadable';
  readonly atMs: number;
  readonly stream: string;
  readonly reason: string;
  readonly times: number;
}

/** `key` stays with the row whatever is learnt about it; `seq` counts rows in the order of their arrival. */
export type SignalRow = (Signal | SignalGap | UnreadableSignal) & {
  readonly key: string;
  readonly seq: number;
  /** Wall clock, ms. */
  readonly receivedAtMs: number;
};

/** A place that the account has connected for its calls. Texts are clean; '' where the service gives none. */
export interface SignalSource {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
  readonly type: string;
  /** Where it is, in the service's words. */
  readonly origin: string;
  readonly isEnabled: boolean;
  /** Wall clock, ms; null where it is not told. */
  readonly createdAtMs: number | null;
}

/** One question about a token, as it stands. */
export type Asked<T> =
  | { readonly state: 'asking' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'there'; readonly items: readonly T[] };

export interface ContextMessage {
  readonly atMs: number | null;
  readonly author: string;
  readonly text: string;
}

/** Who else called a token and what was said around it, newest first; `mentions` are messages that name it. */
export interface SignalContext {
  readonly calls: Asked<{ readonly signal: Signal; readonly around: readonly ContextMessage[] }>;
  readonly mentions: Asked<ContextMessage>;
}

/** How the lists of calls were read last. */
export interface SignalReads {
  /** Until the first answer or failure, nothing is known. */
  readonly isAnswered: boolean;
  /** When calls were last received, ms; 0 before. */
  readonly updatedAtMs: number;
  readonly problem: Problem | null;
}

/** How the list of sources was read last; 0 before the first answer. */
export type SourceReads = Pick<SignalReads, 'updatedAtMs' | 'problem'>;

/** The signals as the screen needs them. */
export interface DeskSignals {
  /** Newest first. A new array whenever something has changed: one that is held stays as it is. */
  rows(): readonly SignalRow[];
  /** Number of the row that came last. */
  lastSeq(): number;
  /** null before the first answer. */
  sources(): readonly SignalSource[] | null;
  sourceReads(): SourceReads;
  reads(): SignalReads;
  /** Streams and reads run only while somebody listens. */
  listen(isWanted: boolean): void;
  isListening(): boolean;
  /** Reads the calls and sources again, now. */
  refresh(): void;
  /** Asks who else called the token, and keeps the answer. */
  askContext(address: string): void;
  context(address: string): SignalContext | null;
}

/** The streams that signals come over. */
export const signalStreams: readonly string[] = [
  'alpha.signalFeedGlobal',
  'alpha.signalFeedPersonal',
  'alpha.personal',
  'svm.bondingCurve.creations',
  'svm.bondingCurve.graduations',
];

export const isSignal = (row: SignalRow): row is Signal & SignalRow => row.kind !== 'gap' && row.kind !== 'unreadable';

/** The signal's token where an order can be made of it, else why not, in words. */
export function orderable({ token }: Pick<Signal, 'token'>): TokenRef | string {
  if (!token) return 'the service does not say which token this signal is about: no form can be filled in';
  const { chain, network, address } = token;
  if (!chain) return `${network || 'its chain'} is a chain that the desk does not know: no form can be filled in`;
  return isAddress(chain, address)
    ? { chain, address }
    : `its address has not the form of one on ${chains[chain].name}: no form can be filled in`;
}
