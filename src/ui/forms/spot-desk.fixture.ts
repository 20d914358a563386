import type { DeskActions } from '../../actions/desk-actions.ts';
import type { QuoteRequest, SwapQuote } from '../../actions/orders/quote-swap.ts';
import type { FoundToken } from '../../actions/tokens/find-token.ts';
import type { Caps } from '../../domain/market/caps.ts';
import { jup, sol, usdc } from '../../stores/desk-data.fixture.ts';
import type { DeskQueries, TokenLevels } from '../../stores/desk-data.ts';
import type { Desk } from '../desk/desk.ts';
import { type FakeDesk, fakeDesk, settle } from '../desk/fake-desk.fixture.ts';
import type { FormSpec, Values } from './form-spec.ts';

export const addresses = {
  sol,
  usdc,
  jup,
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

interface Account {
  readonly constraints: Partial<Constraints> | undefined;
  readonly nativeBalance: string;
}

interface Options extends Partial<Account> {
  readonly caps?: Partial<Caps>;
  readonly actions?: Partial<DeskActions>;
  readonly levels?: Readonly<Record<string, TokenLevels>>;
}

/** A desk for tests of spot forms: a small account, a market that answers quotes, and two tokens that can be found. */
export function spotDesk({ actions, levels = {}, constraints, nativeBalance = '84.2', ...over }: Options = {}) {
  const sent: unknown[] = [];
  const looked: string[] = [];
  const asked: QuoteRequest[] = [];
  const fake = fakeDesk({
    startMs: Date.UTC(2026, 10, 20, 15, 0, 0),
    actions: {
      quoteSwap: async (request) => {
        asked.push(request);
        return quoteFor(request, fake.desk.now());
      },
      findToken: async (chain, text) => {
        looked.push(`${chain}:${text}`);
        const isText = ({ address, symbol }: FoundToken) =>
          address === text || symbol.toLowerCase() === text.toLowerCase();
        return tokens.find((token) => token.chain === chain && isText(token)) ?? null;
      },
      send: async ({ draft }) => {
        sent.push(draft);
        return { kind: 'accepted', message: 'done', requestId: 'req_1', taskId: null };
      },
      ...actions,
    },
    caps: { maxSlippageBps: 1_000, ...over.caps },
  });
  fake.desk.watchlist.setState({ tokens: [] });
  fillSpot(fake, { constraints, nativeBalance });
  for (const [tokenId, of] of Object.entries(levels)) fake.levels(tokenId, of);
  return {
    ...fake,
    sent,
    looked,
    asked,
    frames: () => fake.desk.scheduler.frames.getState().frame,
    advance: (ms: number) => {
      fake.clock.nowMs += ms;
    },
  };
}

/** A spot form on such a desk; what is evaluated are the `good` values with a change. */
export function openSpotForm<D>(formOf: (desk: Desk) => FormSpec<D>, good: Values, options: Options = {}) {
  const fake = spotDesk(options);
  const form = formOf(fake.desk);
  const evaluate = async (change: Values = {}) => {
    const values = { ...good, ...change };
    form.onChange?.(values);
    await settle();
    form.evaluate(values);
    await settle();
    return form.evaluate(values);
  };
  return { ...fake, form, evaluate };
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

function fillSpot({ answer, token, desk }: FakeDesk, { constraints, nativeBalance }: Account): void {
  const put = <K extends keyof DeskQueries>(name: K, data: DeskQueries[K]) => answer(name, data, desk.now());
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
        chain: 'solana',
        walletAddress: addresses.main,
        nativeSymbol: 'SOL',
        nativeBalance,
        nativeBalanceUsd: '11788',
      },
    ],
    warnings: [],
  });
  put('holdings', {
    positions: [held(addresses.jup, '4820551300', 6, '0.5'), held(addresses.bonk, '500000', 5, '0.00002')],
  });
  put('orders', { orders: [], nextCursor: null });
  put('usage', { keyId: 'k1', scopes: [], constraints: { ...wideLimits, ...constraints } });
  for (const { address, symbol, name, decimals } of tokens)
    token({ tokenId: `solana:${address}`, symbol, name, decimals });
}

const held = (tokenAddress: string, latestBalanceRaw: string, tokenDecimal: number, latestTokenUsdPrice: string) => ({
  walletAddress: addresses.main,
  network: 'sol',
  tokenAddress,
  latestBalanceRaw,
  tokenDecimal,
  latestTokenUsdPrice,
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
