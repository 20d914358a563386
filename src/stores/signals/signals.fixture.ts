import { jup } from '../desk-data.fixture.ts';
import { callRowId } from './merge-signals.ts';
import { SignalList } from './signal-list.ts';
import {
  type CallSum,
  createSignalsStore,
  type DeskSignals,
  type Signal,
  type SignalReads,
  type SignalSource,
  type SourceReads,
} from './signals.ts';

/** The calls of a token in one list. */
export const callSum = (over: Partial<CallSum> = {}): CallSum => ({
  firstSeenMs: 0,
  lastSeenMs: 0,
  mentions: 1,
  priceAtCallUsd: null,
  priceNowUsd: null,
  changePct: null,
  readAtMs: 0,
  ...over,
});

/** The same signal with the id of its token, by which all calls of a token share a row. */
export const ofToken = (one: Signal): Signal => ({ ...one, ids: [callRowId(one.token), ...one.ids] });

/** A call of JUP, as the global feed brings it. */
export const signal = (over: Partial<Signal> = {}): Signal => ({
  kind: 'call',
  ids: ['signal sig_1'],
  atMs: 0,
  token: { chain: 'solana', network: 'sol', address: jup, symbol: 'JUP', name: 'Jupiter' },
  platform: 'discord',
  place: 'Solana Trenches #calls',
  caller: 'lena sol',
  userName: 'lena.sol',
  isVerified: true,
  isBot: false,
  message: '$JUP looks ready, buyers are stepping up',
  messageState: null,
  calls: null,
  priceUsd: '0.95123',
  marketCapUsd: '1240000000',
  liquidityUsd: '4200000',
  trade: null,
  facts: [{ label: 'message id', value: '123' }],
  ...over,
});

/** A connected source of calls. */
export const signalSource = (over: Partial<SignalSource> = {}): SignalSource => ({
  id: 'con_1',
  name: 'Solana Trenches',
  platform: 'discord',
  origin: '',
  isEnabled: true,
  createdAtMs: Date.UTC(2025, 10, 21),
  ...over,
});

/** Signals filled by hand, for tests of what the screen shows; it notes what it was asked. */
export function fakeSignals() {
  const store = createSignalsStore();
  const state = {
    sources: [] as readonly SignalSource[] | null,
    sourceReads: { updatedAtMs: 1, problem: null } as SourceReads,
    reads: { isAnswered: true, updatedAtMs: 1, problem: null } as SignalReads,
    asked: [] as string[],
    askedOlder: [] as string[],
    areCallersWanted: false,
    refreshes: 0,
  };
  const signals: DeskSignals = {
    ...store,
    sources: () => state.sources,
    sourceReads: () => state.sourceReads,
    reads: () => state.reads,
    listen: (isListening) => store.setState({ isListening }),
    refresh: () => void state.refreshes++,
    askContext: (address) => void state.asked.push(address),
    askOlder: (address) => void state.askedOlder.push(address),
    wantCallers: (isWanted) => {
      state.areCallersWanted = isWanted;
    },
  };
  return { signals, store, list: new SignalList(store), state };
}
