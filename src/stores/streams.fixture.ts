import { createStore } from 'zustand/vanilla';
import type { RawMessage } from '../domain/stream/raw-message.ts';
import type { CatalogStream, DeskStreams, StreamRow, StreamsState } from './streams.ts';

const token = { name: 'tokenAddress', required: true, description: 'Mint of the token' };
const catalogOf = (streamId: string, over: Partial<CatalogStream> = {}): CatalogStream => ({
  streamId,
  summary: `What ${streamId} tells`,
  family: streamId.startsWith('evm') ? 'evm' : streamId.startsWith('svm') ? 'svm' : null,
  filters: [],
  isOffered: true,
  isReadable: true,
  ...over,
});

export const streamRow = (over: Partial<StreamRow> = {}): StreamRow => ({
  key: `${over.streamId ?? 'portfolio.notifications'} ${JSON.stringify(over.filter ?? {})}`,
  streamId: 'portfolio.notifications',
  filter: {},
  tokenId: null,
  channel: 'presence-portfolio',
  state: 'live',
  reason: null,
  silentMs: null,
  perSecond: 0,
  events: 0,
  unreadable: 0,
  lastEventAtMs: null,
  desk: 'Balances and positions panes',
  isWatched: false,
  ...over,
});

/** Streams filled by hand, for tests of what the screen shows; `watch` adds a row, as the real ones do. */
export function fakeStreams() {
  const store = createStore<StreamsState>(() => ({
    catalog: [
      catalogOf('svm.token.swaps', { filters: [token] }),
      catalogOf('svm.wallet.nativeBalance', {
        filters: [{ name: 'walletAddress', required: true, description: 'Solana address of the wallet' }],
      }),
      catalogOf('evm.token.poolInfo', {
        filters: [
          { name: 'chainId', required: true, description: 'EVM chain id as text, such as 8453' },
          { ...token, description: 'Contract of the token' },
        ],
      }),
      catalogOf('svm.bondingCurve.creations'),
      catalogOf('portfolio.notifications'),
    ],
    catalogProblem: null,
  }));
  const state = {
    rows: [] as StreamRow[],
    messages: [] as RawMessage[],
    totals: { messages: 0, unreadable: 0, reconnects: 0 },
    /** What the next `watch` answers. */
    refusal: null as string | null,
    watched: [] as unknown[][],
    unwatched: [] as string[],
  };
  const streams: DeskStreams = {
    ...store,
    rows: () => state.rows,
    totals: () => state.totals,
    messages: (channel, count) =>
      state.messages.filter((message) => channel === null || message.channel === channel).slice(0, count),
    watch: (streamId, filter) => {
      state.watched.push([streamId, filter]);
      if (state.refusal === null)
        state.rows = [
          ...state.rows,
          streamRow({ streamId, filter, channel: null, state: 'pending', desk: '', isWatched: true }),
        ];
      return state.refusal;
    },
    unwatch: (key) => {
      state.unwatched.push(key);
      state.rows = state.rows.filter((row) => row.key !== key);
    },
  };
  return { streams, store, state };
}

let seq = 0;

export const rawMessage = (text: string, over: Partial<RawMessage> = {}): RawMessage => ({
  seq: ++seq,
  atMs: 0,
  text,
  lengthChars: text.length,
  channel: 'presence-portfolio',
  problem: null,
  ...over,
});
