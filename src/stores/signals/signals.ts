import { createStore } from 'zustand/vanilla';
import { type Chain, chains, isAddress } from '../../domain/market/chain.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import type { Problem } from '../problem.ts';
import type { ReadableStore, Store } from '../store.ts';

export type SignalKind = 'call' | 'trade' | 'creation' | 'graduation';
export const signalKinds: readonly SignalKind[] = ['call', 'trade', 'creation', 'graduation'];

/** The token of a signal. Texts are cleaned; the address is as sent, valid or not. */
export interface SignalToken {
  /** null for a network that the desk does not know. */
  readonly chain: Chain | null;
  readonly network: string;
  readonly address: string;
  readonly symbol: string | null;
  readonly name: string | null;
}

/** A call, trade, creation or graduation that draws attention to a token. Texts are cleaned; decimals are as sent. */
export interface Signal {
  readonly kind: SignalKind;
  /** Its ids in REST and streams. Two signals that share an id are the same. */
  readonly ids: readonly string[];
  /** Wall clock, ms; never later than the time of arrival. */
  readonly atMs: number;
  /** null: the service does not name the token. */
  readonly token: SignalToken | null;
  readonly platform: string | null;
  /** Server, channel or list where it was posted. */
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
  /** Further fields for the details view. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

/** A period in which creations and graduations could not be received. They are not sent later. */
export interface SignalGap {
  readonly kind: 'gap';
  readonly atMs: number;
  readonly fromMs: number;
  readonly reason: string;
}

/** An unreadable event. Repeats of the same error on the same stream share one row. */
export interface UnreadableSignal {
  readonly kind: 'unreadable';
  readonly atMs: number;
  readonly stream: string;
  readonly reason: string;
  readonly times: number;
}

/** `key` stays the same when the row is updated; `seq` numbers rows in order of arrival. */
export type SignalRow = (Signal | SignalGap | UnreadableSignal) & {
  readonly key: string;
  readonly seq: number;
  /** Wall clock, ms. */
  readonly receivedAtMs: number;
};

/** A source of calls that the account has connected. Texts are cleaned; '' if the service gives none. */
export interface SignalSource {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
  readonly type: string;
  /** Its origin, as the service describes it. */
  readonly origin: string;
  readonly isEnabled: boolean;
  /** Wall clock, ms; null if unknown. */
  readonly createdAtMs: number | null;
}

/** The state of one request about a token. */
export type Asked<T> =
  | { readonly state: 'asking' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'there'; readonly items: readonly T[] };

export interface ContextMessage {
  readonly atMs: number | null;
  readonly author: string;
  readonly text: string;
}

/** Other calls of a token with the messages around them, newest first; `mentions` are messages that name it. */
export interface SignalContext {
  readonly calls: Asked<{ readonly signal: Signal; readonly around: readonly ContextMessage[] }>;
  readonly mentions: Asked<ContextMessage>;
}

/** State of the last reads of the lists of calls. */
export interface SignalReads {
  /** False until the first response or failure. */
  readonly isAnswered: boolean;
  /** When calls were last received, ms; 0 before. */
  readonly updatedAtMs: number;
  readonly problem: Problem | null;
}

/** State of the last read of the sources; `updatedAtMs` is 0 before the first response. */
export type SourceReads = Pick<SignalReads, 'updatedAtMs' | 'problem'>;

export interface SignalsState {
  /** Newest first. Every change creates a new array. */
  readonly rows: readonly SignalRow[];
  /** `seq` of the row added last. */
  readonly lastSeq: number;
  readonly isListening: boolean;
  /** Context requested for tokens, by address. */
  readonly contexts: ReadonlyMap<string, SignalContext>;
}

export type SignalsStore = Store<SignalsState>;

export const createSignalsStore = (): SignalsStore =>
  createStore<SignalsState>(() => ({ rows: [], lastSeq: 0, isListening: false, contexts: new Map() }));

const keptContexts = 20;

/** Updates a token's context and drops the oldest ones. */
export const keepContext = (store: SignalsStore, address: string, more: Partial<SignalContext>): void =>
  store.setState(({ contexts }) => {
    const before = contexts.get(address) ?? { calls: { state: 'asking' }, mentions: { state: 'asking' } };
    const others = [...contexts].filter(([other]) => other !== address);
    return { contexts: new Map([...others.slice(1 - keptContexts), [address, { ...before, ...more }]]) };
  });

/** The context of a signal's token; null if none was requested, or the signal names no token. */
export const contextOf = ({ contexts }: SignalsState, { token }: Pick<Signal, 'token'>): SignalContext | null =>
  (token && contexts.get(token.address)) ?? null;

/** The signals as the screen shows them. */
export interface DeskSignals extends ReadableStore<SignalsState> {
  /** null before the first response. */
  sources(): readonly SignalSource[] | null;
  sourceReads(): SourceReads;
  reads(): SignalReads;
  /** Turns streams and reads on or off. */
  listen(isWanted: boolean): void;
  /** Reads the calls and sources again, now. */
  refresh(): void;
  /** Requests the context of a token: other calls and mentions. */
  askContext(address: string): void;
}

/** The streams that carry signals. */
export const signalStreams: readonly string[] = [
  'alpha.signalFeedGlobal',
  'alpha.signalFeedPersonal',
  'alpha.personal',
  'svm.bondingCurve.creations',
  'svm.bondingCurve.graduations',
];

export const isSignal = (row: SignalRow): row is Signal & SignalRow => row.kind !== 'gap' && row.kind !== 'unreadable';

/** The signal's token if an order form can be filled in with it; else why not, as text. */
export function orderable({ token }: Pick<Signal, 'token'>): TokenRef | string {
  if (!token) return 'the service does not say which token this signal is about: no form can be filled in';
  const { chain, network, address } = token;
  if (!chain) return `the desk does not know the chain ${network || 'of its token'}: no form can be filled in`;
  return isAddress(chain, address)
    ? { chain, address }
    : `its address is not a valid ${chains[chain].name} address: no form can be filled in`;
}
