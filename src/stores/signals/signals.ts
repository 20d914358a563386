import { createStore } from 'zustand/vanilla';
import { chains, isAddress } from '../../domain/market/chain.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import type { Problem } from '../problem.ts';
import type { ReadableStore, Store } from '../store.ts';
import { type HeardCalls, nothingHeard } from './heard-calls.ts';
import type { SignalToken } from './signal-token.ts';

export type SignalKind = 'call' | 'trade' | 'creation' | 'graduation';
export const signalKinds: readonly SignalKind[] = ['call', 'trade', 'creation', 'graduation'];

/** The calls of a token as one list of the service sums them up. Decimals are as sent; null where the list has none. */
export interface CallSum {
  /** Wall clock, ms. */
  readonly firstSeenMs: number | null;
  readonly lastSeenMs: number;
  readonly mentions: number | null;
  readonly priceAtCallUsd: string | null;
  readonly priceNowUsd: string | null;
  /** Since the call, in per cent, if the service sends that instead of the price at the call. */
  readonly changePct: string | null;
  /** When the list was read, wall clock, ms. */
  readonly readAtMs: number;
}

/** What the lists say of a called token; null where the token is not in the list. */
export interface TokenCalls {
  /** The account's own sources. */
  readonly own: CallSum | null;
  /** The public feed. */
  readonly everyone: CallSum | null;
}

/**
 * A call, trade, creation or graduation that draws attention to a token. There is one call a token: its latest. Texts are
 * cleaned; decimals are as sent.
 */
export interface Signal {
  readonly kind: SignalKind;
  /** Its ids in REST and streams, and for a call that of its token. Two signals that share an id are one row. */
  readonly ids: readonly string[];
  /** Wall clock, ms; never later than the time of arrival. */
  readonly atMs: number;
  readonly token: SignalToken;
  readonly platform: string | null;
  /** Server, channel or list where it was posted. */
  readonly place: string | null;
  /** Display name, else user name. */
  readonly caller: string | null;
  /** User name, which tells callers of the same platform apart. */
  readonly userName: string | null;
  readonly isVerified: boolean | null;
  readonly isBot: boolean | null;
  readonly message: string | null;
  /** What its author did with the message later. */
  readonly messageState: 'edited' | 'deleted' | null;
  /** Of the token’s calls; null for other kinds, and until a list has the token. */
  readonly calls: TokenCalls | null;
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

/** A message that names the token; the service does not send its text. */
export interface Mention {
  readonly id: string;
  readonly atMs: number;
  readonly author: string | null;
  readonly platform: string | null;
  readonly place: string | null;
  /** At the moment of the mention, as sent. */
  readonly priceUsd: string | null;
  readonly marketCapUsd: string | null;
}

export interface ContextCall {
  readonly signal: Signal;
  readonly around: readonly ContextMessage[];
}

/** How much of a token's calls has been read. */
export interface OlderCalls {
  /** All its calls, as the service counts them; null if it does not say. */
  readonly total: number | null;
  /** Where the next page begins; null at the end. */
  readonly cursor: number | null;
  readonly isFetching: boolean;
  readonly problem: Problem | null;
}

/** Other calls of a token with the messages around them, and mentions of it; newest first. */
export interface SignalContext {
  readonly calls: Asked<ContextCall>;
  readonly older: OlderCalls;
  readonly mentions: Asked<Mention>;
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
  /** The calls that were read or heard one by one, by id. */
  readonly heard: HeardCalls;
}

export type SignalsStore = Store<SignalsState>;

export const createSignalsStore = (): SignalsStore =>
  createStore<SignalsState>(() => ({
    rows: [],
    lastSeq: 0,
    isListening: false,
    contexts: new Map(),
    heard: nothingHeard,
  }));

const keptContexts = 20;

const allRead: OlderCalls = { total: null, cursor: null, isFetching: false, problem: null };

/** Updates a token's context and drops the oldest ones. */
export const keepContext = (store: SignalsStore, address: string, more: Partial<SignalContext>): void =>
  store.setState(({ contexts }) => {
    const before = contexts.get(address) ?? {
      calls: { state: 'asking' },
      older: allRead,
      mentions: { state: 'asking' },
    };
    const others = [...contexts].filter(([other]) => other !== address);
    return { contexts: new Map([...others.slice(1 - keptContexts), [address, { ...before, ...more }]]) };
  });

/** The context of a signal's token; null if none was requested. */
export const contextOf = ({ contexts }: SignalsState, { token }: Pick<Signal, 'token'>): SignalContext | null =>
  contexts.get(token.address) ?? null;

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
  /** Requests the next older calls of a token whose context was requested; nothing if there are none. */
  askOlder(address: string): void;
  /** While wanted, reads who called the tokens that were called last, for the table of callers. */
  wantCallers(isWanted: boolean): void;
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
  const { chain, network, address } = token;
  if (!chain) return `the desk does not know the chain ${network || 'of its token'}: no form can be filled in`;
  return isAddress(chain, address)
    ? { chain, address }
    : `its address is not a valid ${chains[chain].name} address: no form can be filled in`;
}
