import type { DeskActions } from '../actions/desk-actions.ts';
import type { Outcome } from '../actions/outcome.ts';
import { createPriceRules } from '../alerts/price-rules.ts';
import { createKeymap } from '../keys/keymap.ts';
import { createBulkStore } from '../stores/bulk.ts';
import { Candles } from '../stores/candles.ts';
import { fakeReads, jup, sol, usdc, wire } from '../stores/desk-data.fixture.ts';
import { createNoticesStore } from '../stores/notices.ts';
import { createOrderRecordsStore } from '../stores/order-records.ts';
import { PriceSamples } from '../stores/price-samples.ts';
import { type ConnectionStatus, createSessionStore, type SessionState } from '../stores/session.ts';
import { fakeSignals } from '../stores/signals.fixture.ts';
import { fakeStreams } from '../stores/streams.fixture.ts';
import { Tape } from '../stores/tape.ts';
import { createTradingStore } from '../stores/trading.ts';
import { createWalletInHand } from '../stores/wallet-in-hand.ts';
import { createWatchlist } from '../stores/watchlist.ts';
import type { Desk } from './desk.ts';
import { createDeskUi } from './desk-ui.ts';
import { FrameScheduler } from './frame-scheduler.ts';
import { type Line, plainText } from './text/span.ts';
import { createTheme } from './theme/theme.ts';

/** When the fake desk's reads were received. */
export const readAtMs = Date.UTC(2026, 0, 1, 14, 3, 22);

type Over = Partial<Desk> & { readonly outcome?: Outcome };

/** A desk on hand-filled reads, for tests of what the screen shows and what keys do; it notes what it was asked. */
export function fakeDesk({ outcome, ...over }: Over = {}) {
  const reads = fakeReads();
  const clock = { nowMs: readAtMs };
  const streams = fakeStreams();
  const signals = fakeSignals();
  const done: unknown[][] = [];
  const act =
    (name: string) =>
    async (draft: unknown): Promise<Outcome> => {
      done.push([name, draft]);
      return outcome ?? { kind: 'accepted', message: `${name} done`, requestId: 'req-1', taskId: null };
    };
  const actions: DeskActions = {
    quoteSwap: () => new Promise(() => {}),
    findToken: async () => null,
    searchTokens: async () => [],
    tokenDepth: async () => ({ priceUsd: null, liquidityUsd: null, marketCapUsd: null }),
    send: ({ kind, draft }) => act(kind)(draft),
    confirmation: () => ({ by: 'key' }),
    setOneClick: (...args) => void done.push(['setOneClick', ...args]),
    planFlatten: async () => ({ title: 'Flatten', steps: [] }),
    planCancelAll: async () => ({ title: 'Cancel all orders', steps: [] }),
    runBulk: async () => {},
    whyRefused: () => null,
    setMode: (...args) => void done.push(['setMode', ...args]),
    decide: (...args) => void done.push(['decide', ...args]),
    lookAgain: async (id) => void done.push(['lookAgain', id]),
    newCloid: () => `0x${'a'.repeat(32)}`,
  };
  reads.data.refresh = (...names) => void done.push(['refresh', ...names]);
  const desk: Desk = {
    data: reads.data,
    tape: new Tape(() => {}),
    candles: new Candles(reads.data, () => clock.nowMs),
    streams: streams.streams,
    signals: signals.signals,
    wanted: { show: (wanted) => void done.push(['want', wanted]) },
    priceSamples: new PriceSamples(),
    portfolio: {
      older: { isFetching: false, problem: null },
      show: (shown) => void done.push(['showPortfolio', shown]),
      loadOlder: () => void done.push(['loadOlder']),
    },
    session: createSessionStore({ mode: 'paper', profile: 'paper', baseUrl: 'http://127.0.0.1:7000' }, readAtMs),
    notices: createNoticesStore(),
    trading: createTradingStore(),
    bulk: createBulkStore(),
    priceRules: createPriceRules(),
    records: createOrderRecordsStore(),
    ui: createDeskUi({ minUsd: 0, tokenId: null }),
    actions,
    keymap: createKeymap(),
    scheduler: new FrameScheduler({
      monotonic: () => clock.nowMs,
      setTimeout: (run) => run(),
      isDrained: () => true,
      onDrain: () => {},
    }),
    theme: createTheme('none', 0),
    isFlashing: true,
    copyText: (text) => void done.push(['copyText', text]),
    openExport: async (name, extension) => {
      let text = '';
      return {
        write: async (piece) => {
          text += piece;
        },
        end: async () => {
          done.push(['export', name, extension, text]);
          return `/exports/${name}.${extension}`;
        },
        abandon: () => void done.push(['abandon', name]),
      };
    },
    caps: { maxOrderUsd: null, wordAboveUsd: '10000', oneClickUsd: null, maxSlippageBps: 300, collarPct: 2 },
    watchlist: createWatchlist([`solana:${sol}`, `solana:${jup}`]),
    tapeTokens: [`solana:${sol}`, `solana:${jup}`],
    presets: { buy: ['0.1', '0.5', '1'], sellPct: ['25', '50', '100'] },
    refreshMs: { positions: 1_500, markets: 2_000, orders: 5_000, balances: 10_000, account: 60_000 },
    now: () => clock.nowMs,
    monotonic: () => clock.nowMs,
    walletInHand: createWalletInHand(null),
    tokenSheets: { ask: (tokenId) => void done.push(['askToken', tokenId]) },
    preferredWalletId: null,
    retryStream: () => void done.push(['retryStream']),
    quit: () => void done.push(['quit']),
    ...over,
  };
  return {
    desk,
    ...reads,
    streams,
    signals,
    clock,
    done,
    /** Answers every read with the sample account. */
    fill(): void {
      for (const name of Object.keys(wire) as (keyof typeof wire)[]) reads.answer(name, wire[name], readAtMs);
      for (const [address, symbol, decimals] of [
        [sol, 'SOL', 9],
        [jup, 'JUP', 6],
        [usdc, 'USDC', 6],
      ] as const)
        reads.token({ tokenId: `solana:${address}`, symbol, name: symbol, decimals });
    },
    connect(over: Partial<ConnectionStatus>): void {
      desk.session.setState(({ connection }) => ({ connection: { ...connection, ...over } }));
    },
    session(over: Partial<SessionState>): void {
      desk.session.setState(over);
    },
    notices: () => desk.notices.getState().notices.map(({ tone, text }) => `${tone}: ${text}`),
  };
}

export type FakeDesk = ReturnType<typeof fakeDesk>;

export const texts = (lines: readonly Line[]): string[] => lines.map(plainText);
