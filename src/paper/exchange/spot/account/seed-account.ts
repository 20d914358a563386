import type { Chain } from '../../../../domain/market/chain.ts';
import { parseAmount } from '../../../../domain/numbers/amount.ts';
import type { Random } from '../../../../platform/time/random.ts';
import type { Ledger } from '../../ledger.ts';
import { floatText } from '../tokens/market-events.ts';
import { transactionId } from '../tokens/paper-addresses.ts';
import { idOf, type TokenBook, toFloat } from '../tokens/token-book.ts';
import type { TokenHistories } from '../tokens/token-histories.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import { exactly, usdText } from '../trading/exact-usd.ts';
import type { TradeLog } from '../trading/trade-log.ts';
import type { TriggerBook } from '../triggers/trigger-book.ts';
import type { NewTriggerOrder } from '../triggers/trigger-order.ts';

type Holding = readonly [walletId: string, chain: Chain, symbol: string, amount: string, trades: number];

/** Initial holdings, each acquired in a number of trades over the last ten days. */
const holdings: readonly Holding[] = [
  ['wal_main', 'solana', 'SOL', '84.318204517', 0],
  ['wal_main', 'solana', 'USDC', '6240.518734', 0],
  ['wal_main', 'solana', 'JUP', '4820.5513', 6],
  ['wal_main', 'solana', 'BONK', '61450000.21', 5],
  ['wal_main', 'solana', 'WIF', '3106.204', 6],
  ['wal_main', 'solana', 'PENGU', '48200.77', 4],
  ['wal_sniper', 'solana', 'SOL', '12.044918305', 0],
  ['wal_sniper', 'solana', 'FARTCOIN', '2915.408811', 5],
  ['wal_base', 'base', 'ETH', '1.214705566184201337', 0],
  ['wal_base', 'base', 'USDC', '2150.904412', 0],
  ['wal_base', 'base', 'AERO', '1874.209551200417', 4],
  ['wal_base', 'base', 'BRETT', '21480.5', 3],
  ['wal_cold', 'bsc', 'BNB', '3.508811470021', 0],
  ['wal_cold', 'bsc', 'CAKE', '412.66018', 4],
  ['wal_monad', 'monad', 'MON', '15420.7731', 0],
  ['wal_monad', 'monad', 'CHOG', '96500.25', 3],
];

const dayMs = 86_400_000;

interface Seeded {
  readonly book: TokenBook;
  readonly histories: TokenHistories;
  readonly ledger: Ledger;
  readonly trades: TradeLog;
  readonly triggers: TriggerBook;
  readonly random: Random;
  readonly startMs: number;
}

/** Fills a new account: balances, the trades behind them, and trigger orders in every relevant state. */
export function seedAccount(options: Seeded): void {
  const past: PastTrade[] = [];
  for (const [walletId, chain, symbol, amountText, tradeCount] of holdings) {
    const token = tokenBySymbol(options.book, chain, symbol);
    const amount = parseAmount(amountText, token.decimals);
    options.ledger.credit(walletId, idOf(token), amount, 'seed');
    if (tradeCount > 0) past.push(...planTrades(options, walletId, token, amount, tradeCount));
  }
  past.sort((a, b) => a.atMs - b.atMs);
  for (const trade of past) recordPast(options, trade);
  seedOrders(options);
}

export function tokenBySymbol(book: TokenBook, chain: Chain, symbol: string): PaperToken {
  const token = book.tokens.find((candidate) => candidate.chain === chain && candidate.symbol === symbol);
  if (!token) throw new RangeError(`${symbol} is not listed on ${chain}`);
  return token;
}

interface PastTrade {
  readonly walletId: string;
  readonly token: PaperToken;
  readonly atMs: number;
  readonly isBuy: boolean;
  readonly amount: bigint;
}

/** Buys and sells that add up to exactly the holding; nothing is sold before it was bought. */
function planTrades(
  { random, startMs }: Seeded,
  walletId: string,
  token: PaperToken,
  amount: bigint,
  count: number,
): PastTrade[] {
  const times = Array.from({ length: count }, () => Math.round(startMs - (0.05 + 9.9 * random.next()) * dayMs));
  times.sort((a, b) => a - b);
  let held = 0n;
  return times.map((atMs, index) => {
    const isLast = index === count - 1;
    const isBuy = isLast ? held < amount : index === 0 || random.next() < 0.6;
    const sold = isBuy ? 0n : (held * BigInt(15 + random.int(35))) / 100n;
    const bought = isBuy ? (amount * BigInt(20 + random.int(45))) / 100n : 0n;
    const change = isLast ? (held < amount ? amount - held : held - amount) : isBuy ? bought : sold;
    held += isBuy ? change : -change;
    return { walletId, token, atMs, isBuy, amount: change };
  });
}

/** At that day's price, against the native coin. */
function recordPast({ book, histories, trades, random, startMs }: Seeded, past: PastTrade): void {
  const { walletId, token, atMs, isBuy, amount } = past;
  const native = book.native(token.chain);
  const priceUsd = histories.of(token, startMs).priceAt(atMs);
  const sizeUsd = exactly(toFloat(amount, token.decimals) * priceUsd);
  const nativeUsd = exactly(histories.of(native, startMs).priceAt(atMs));
  const sizeNative = (sizeUsd * 10n ** BigInt(native.decimals)) / nativeUsd;
  const side = { walletId, chain: token.chain, token: token.address, atMs, sizeUsd, sizeNative, amount };
  let realisedUsd = 0n;
  if (isBuy) trades.bought(side);
  else realisedUsd = trades.sold(side);
  const [input, output] = isBuy ? [native, token] : [token, native];
  const [inputAmount, outputAmount] = isBuy ? [sizeNative, amount] : [amount, sizeNative];
  trades.record({
    chain: token.chain,
    txHash: transactionId(token.chain, random),
    atMs,
    walletId,
    token: token.address,
    isBuy,
    inputToken: input.address,
    inputAmount: String(inputAmount),
    outputToken: output.address,
    outputAmount: String(outputAmount),
    sizeUsd: usdText(sizeUsd),
    priceUsd: usdText(exactly(priceUsd)),
    realisedUsd: usdText(realisedUsd),
  });
}

type OrderSpec = Pick<NewTriggerOrder, 'chain' | 'walletId' | 'triggerMetric' | 'triggerDirection'> & {
  readonly sell: string;
  readonly buy: string;
  readonly amount: string;
  readonly ageHours: number;
  /** The trigger value as a multiple of the current value, or the trailing distance. */
  readonly target: { readonly times: number } | { readonly trailingPercentage: number };
  readonly ended?: 'success' | 'expired' | 'cancelled';
};

/** Oldest first. */
const orders: readonly OrderSpec[] = [
  order('solana', 'wal_main', 'SOL', 'WIF', '5', 'price_usd', 'below', 74, { times: 1.06 }, 'success'),
  order('base', 'wal_base', 'USDC', 'BRETT', '400', 'market_cap_usd', 'below', 61, { times: 0.55 }, 'expired'),
  order('solana', 'wal_main', 'JUP', 'USDC', '1500', 'price_usd', 'above', 30, { times: 1.9 }, 'cancelled'),
  order('solana', 'wal_main', 'WIF', 'SOL', '1200', 'price_usd', 'below', 9, { trailingPercentage: 38 }),
  order('base', 'wal_base', 'AERO', 'USDC', '750', 'price_usd', 'above', 5, { times: 1.62 }),
  order('solana', 'wal_main', 'USDC', 'JUP', '900', 'market_cap_usd', 'below', 2, { times: 0.68 }),
];

function order(
  chain: Chain,
  walletId: string,
  sell: string,
  buy: string,
  amount: string,
  triggerMetric: OrderSpec['triggerMetric'],
  triggerDirection: OrderSpec['triggerDirection'],
  ageHours: number,
  target: OrderSpec['target'],
  ended?: 'success' | 'expired' | 'cancelled',
): OrderSpec {
  const spec = { chain, walletId, sell, buy, amount, triggerMetric, triggerDirection, ageHours, target };
  return ended ? { ...spec, ended } : spec;
}

function seedOrders({ book, triggers, startMs }: Seeded): void {
  triggers.allowMultisend('wal_main');
  for (const spec of orders) {
    const [input, output] = [spec.sell, spec.buy].map((symbol) => tokenBySymbol(book, spec.chain, symbol)) as [
      PaperToken,
      PaperToken,
    ];
    const subject = input.kind === 'token' ? input : output;
    const now = spec.triggerMetric === 'price_usd' ? book.priceUsd(subject) : book.marketCapUsd(subject);
    const target =
      'times' in spec.target
        ? {
            triggerBehavior: 'immediate' as const,
            triggerValue: floatText(Number((now * spec.target.times).toPrecision(4))),
          }
        : { triggerBehavior: 'trailing' as const, ...spec.target };
    const created = triggers.create(
      {
        chain: spec.chain,
        walletId: spec.walletId,
        slippageBps: 300,
        expiryHours: spec.ended ? 24 : 168,
        ...target,
        inputToken: input.address,
        outputToken: output.address,
        amount: String(parseAmount(spec.amount, input.decimals)),
        triggerMetric: spec.triggerMetric,
        triggerDirection: spec.triggerDirection,
      },
      startMs - spec.ageHours * 3_600_000,
    );
    if (!spec.ended) continue;
    const endedMs = created.createdAtMs + (spec.ended === 'expired' ? 24 : 3.4) * 3_600_000;
    triggers.close(created.orderId, spec.ended, endedMs);
  }
}
