import type { DeskActions } from '../../actions/desk-actions.ts';
import type { FoundToken } from '../../actions/find-token.ts';
import type { Outcome } from '../../actions/outcome.ts';
import type { QuoteRequest, SwapQuote } from '../../actions/quote-swap.ts';
import { createPriceRules } from '../../alerts/price-rules.ts';
import type { Caps } from '../../domain/caps.ts';
import { createKeymap } from '../../keys/keymap.ts';
import { createBulkStore } from '../../stores/bulk.ts';
import { Candles } from '../../stores/candles.ts';
import { createQueryCache, DeskData, type DeskQueries, queryKeys, type TokenLevels } from '../../stores/desk-data.ts';
import { createNoticesStore } from '../../stores/notices.ts';
import { createOrderRecordsStore } from '../../stores/order-records.ts';
import { PriceSamples } from '../../stores/price-samples.ts';
import { createSessionStore } from '../../stores/session.ts';
import { fakeSignals } from '../../stores/signals.fixture.ts';
import { fakeStreams } from '../../stores/streams.fixture.ts';
import { Tape } from '../../stores/tape.ts';
import { createTradingStore } from '../../stores/trading.ts';
import { createWalletInHand } from '../../stores/wallet-in-hand.ts';
import { createWatchlist } from '../../stores/watchlist.ts';
import type { Desk } from '../desk.ts';
import { createDeskUi } from '../desk-ui.ts';
import { FrameScheduler } from '../frame-scheduler.ts';
import { plainText } from '../text/span.ts';
import { createTheme } from '../theme/theme.ts';
import type { FormRow } from './form-spec.ts';

export const addresses = {
  sol: 'So11111111111111111111111111111111111111112',
  usdc: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  jup: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  bonk: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  main: '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe',
  base: '0xecd353c2bc593701e82fbc8e9c31bd75c86a612f',
  monad: '0x1196a4c375a295f6620aab41ee634a405eb35a84',
} as const;

const tokens: readonly FoundToken[] = [
  { chain: 'solana', address: addresses.jup, symbol: 'JUP', name: 'Jupiter', decimals: 6, namesakes: 0 },
  { chain: 'solana', address: addresses.bonk, symbol: 'BONK', name: 'Bonk', decimals: 5, namesakes: 2 },
];

type Constraints = NonNullable<DeskQueries['usage']['constraints']>;

interface FakeOptions {
  readonly caps?: Partial<Caps>;
  readonly constraints?: Partial<Constraints>;
  readonly actions?: Partial<DeskActions>;
  readonly levels?: Readonly<Record<string, TokenLevels>>;
  readonly nativeBalance?: string;
}

/** A desk for tests of forms: real stores with a small account in them, and actions that note what they were asked. */
export function createFakeDesk(options: FakeOptions = {}) {
  const clock = { nowMs: Date.UTC(2026, 10, 20, 15, 0, 0) };
  const now = () => clock.nowMs;
  const sent: unknown[] = [];
  const looked: string[] = [];
  const asked: QuoteRequest[] = [];
  const send = async (draft: unknown): Promise<Outcome> => {
    sent.push(draft);
    return { kind: 'accepted', message: 'done', requestId: 'req_1', taskId: null };
  };
  const actions: DeskActions = {
    quoteSwap: async (request) => {
      asked.push(request);
      return quoteFor(request, now());
    },
    searchTokens: async () => [],
    tokenDepth: async () => ({ priceUsd: null, liquidityUsd: null, marketCapUsd: null }),
    findToken: async (chain, text) => {
      looked.push(`${chain}:${text}`);
      const isText = ({ address, symbol }: FoundToken) =>
        address === text || symbol.toLowerCase() === text.toLowerCase();
      return tokens.find((token) => token.chain === chain && isText(token)) ?? null;
    },
    send: ({ draft }) => send(draft),
    confirmation: () => ({ by: 'key' }),
    setOneClick: () => {},
    planFlatten: async () => ({ title: 'Flatten', steps: [] }),
    planCancelAll: async () => ({ title: 'Cancel all orders', steps: [] }),
    runBulk: async () => {},
    whyRefused: () => null,
    setMode: () => {},
    decide: () => {},
    lookAgain: async () => {},
    newCloid: () => `0x${'a'.repeat(32)}`,
    ...options.actions,
  };
  const cache = createQueryCache();
  fill(cache, options, now());
  const data = new DeskData(cache);
  const desk: Desk = {
    actions,
    now,
    monotonic: now,
    data,
    tape: new Tape(() => {}),
    candles: new Candles(data, now),
    streams: fakeStreams().streams,
    signals: fakeSignals().signals,
    wanted: { show: () => {} },
    priceSamples: new PriceSamples(),
    portfolio: { older: { isFetching: false, problem: null }, show: () => {}, loadOlder: () => {} },
    session: createSessionStore({ mode: 'paper', profile: 'paper', baseUrl: 'http://127.0.0.1:1' }, now()),
    notices: createNoticesStore(),
    trading: createTradingStore(),
    bulk: createBulkStore(),
    priceRules: createPriceRules(),
    records: createOrderRecordsStore(),
    ui: createDeskUi({ minUsd: 0, tokenId: null }),
    keymap: createKeymap(),
    scheduler: new FrameScheduler({
      monotonic: now,
      setTimeout: (run) => run(),
      isDrained: () => true,
      onDrain: () => {},
    }),
    theme: createTheme('none', 0),
    isFlashing: true,
    copyText: () => {},
    openExport: async () => ({ write: async () => {}, end: async () => '/exports/file', abandon: () => {} }),
    caps: {
      maxOrderUsd: null,
      wordAboveUsd: '10000',
      oneClickUsd: null,
      maxSlippageBps: 1_000,
      collarPct: 2,
      ...options.caps,
    },
    watchlist: createWatchlist([]),
    tapeTokens: [],
    presets: { buy: ['0.1', '0.5', '1'], sellPct: ['25', '50', '100'] },
    refreshMs: { positions: 1_000, markets: 1_000, orders: 1_000, balances: 1_000, account: 1_000 },
    walletInHand: createWalletInHand(null),
    tokenSheets: { ask: () => {} },
    preferredWalletId: null,
    retryStream: () => {},
    quit: () => {},
  };
  return {
    ...{ desk, cache, sent, looked, asked },
    frames: () => desk.scheduler.frames.getState().frame,
    advance: (ms: number) => {
      clock.nowMs += ms;
    },
  };
}

/** A market in which one SOL gives 140 USDC. */
export const quoteFor = (request: QuoteRequest, nowMs: number): SwapQuote => ({
  request,
  outBaseUnits: (request.baseUnits * 140n) / 1_000n,
  priceImpactPct: '0.1200',
  platformFeeBps: 50,
  route: ['Orca', 'Raydium'],
  receivedAtMs: nowMs,
});

/** Lets answers that are already there arrive. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

/** Rows as `label: text`, for what a person would read. */
export const readRows = (rows: readonly FormRow[]): string[] =>
  rows.map(({ label, value }) => `${label}: ${plainText(value)}`);

function fill(cache: ReturnType<typeof createQueryCache>, options: FakeOptions, nowMs: number): void {
  const put = <K extends keyof DeskQueries>(name: K, data: DeskQueries[K]) =>
    cache.setQueryData(queryKeys.named(name), data, { updatedAt: nowMs });
  put('wallets', [
    { walletId: 'wal_base', address: addresses.base, state: 'ACTIVE', chain: 'base', label: 'main' },
    { walletId: 'wal_main', address: addresses.main, state: 'ACTIVE', chain: 'solana', label: 'main' },
    { walletId: 'wal_monad', address: addresses.monad, state: 'ACTIVE', chain: 'monad', label: 'moon' },
    { walletId: 'wal_old', address: addresses.main, state: 'ARCHIVED', chain: 'solana', label: 'old' },
    { walletId: 'wal_perp', address: addresses.base, state: 'ACTIVE', label: 'perps' },
  ]);
  put('balances', {
    wallets: [
      {
        ...{ chain: 'solana', walletAddress: addresses.main, nativeSymbol: 'SOL' },
        ...{ nativeBalance: options.nativeBalance ?? '84.2', nativeBalanceUsd: '11788' },
      },
    ],
    warnings: [],
  });
  put('holdings', {
    positions: [held(addresses.jup, '4820551300', 6, '0.5'), held(addresses.bonk, '500000', 5, '0.00002')],
  });
  put('orders', { orders: [], nextCursor: null });
  put('usage', { keyId: 'k1', scopes: [], constraints: { ...wideLimits, ...options.constraints } });
  for (const { address, symbol, name, decimals } of tokens)
    cache.setQueryData(queryKeys.token(`solana:${address}`), { tokenId: `solana:${address}`, symbol, name, decimals });
  for (const [tokenId, levels] of Object.entries(options.levels ?? {}))
    cache.setQueryData(queryKeys.levels(tokenId), levels);
}

const held = (tokenAddress: string, latestBalanceRaw: string, tokenDecimal: number, latestTokenUsdPrice: string) => ({
  ...{
    walletAddress: addresses.main,
    network: 'sol',
    tokenAddress,
    latestBalanceRaw,
    tokenDecimal,
    latestTokenUsdPrice,
  },
  balanceUsd: String(Number(latestTokenUsdPrice) * Number(latestBalanceRaw)),
});

const wideLimits: Constraints = {
  buysEnabled: true,
  sellsEnabled: true,
  allowCustomGas: true,
  allowBribes: true,
  maxExecutionsPerHour: 60,
  maxExecutionsPerDay: 500,
  maxConcurrentExecutions: 5,
  maxLimitOrdersPerDay: 100,
};
