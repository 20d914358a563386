import { jup } from '../desk-data.fixture.ts';
import { SignalList } from './signal-list.ts';
import {
  createSignalsStore,
  type DeskSignals,
  type Signal,
  type SignalReads,
  type SignalSource,
  type SourceReads,
} from './signals.ts';

/** A call of JUP, as the global feed brings it. */
export const signal = (over: Partial<Signal> = {}): Signal => ({
  kind: 'call',
  ids: ['signal sig_1'],
  atMs: 0,
  token: { chain: 'solana', network: 'sol', address: jup, symbol: 'JUP', name: 'Jupiter' },
  platform: 'discord',
  place: 'Solana Trenches #calls',
  caller: 'lena sol',
  isVerified: true,
  isBot: false,
  message: '$JUP looks ready, buyers are stepping up',
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
  type: 'channel',
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
  };
  return { signals, store, list: new SignalList(store), state };
}
