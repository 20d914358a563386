import Big from 'big.js';
import { type Chain, chains } from '../../../../domain/market/chain.ts';
import { parseTokenId } from '../../../../domain/market/token.ts';
import { formatAmount } from '../../../../domain/numbers/amount.ts';
import type { ResponseInput } from '../../../../protocol/endpoint.ts';
import type {
  portfolioBalances,
  portfolioHistory,
  portfolioPnl,
  portfolioPositions,
} from '../../../../protocol/endpoints/portfolio.ts';
import type { PaperWallet, Wallets } from '../../../account/wallets.ts';
import type { Ledger } from '../../ledger.ts';
import { type PastValues, pastValues } from '../tokens/past-values.ts';
import { idOf, type TokenBook } from '../tokens/token-book.ts';
import type { TokenHistories } from '../tokens/token-histories.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import { centsOf, type ExactUsd, readUsd, shortUsd, usdOf, usdText } from '../trading/exact-usd.ts';
import type { CostBasis, Trade, TradeLog } from '../trading/trade-log.ts';

type Pnl = ResponseInput<typeof portfolioPnl>;
type Positions = ResponseInput<typeof portfolioPositions>;
type PositionRow = Positions['positions'][number];

const dayMs = 86_400_000;
const timeframes = {
  '1d': { lengthMs: dayMs, stepMs: dayMs / 48 },
  '7d': { lengthMs: 7 * dayMs, stepMs: dayMs / 8 },
  '30d': { lengthMs: 30 * dayMs, stepMs: dayMs / 2 },
  lifetime: { lengthMs: 90 * dayMs, stepMs: dayMs },
} as const;
export type Timeframe = keyof typeof timeframes;

const sampleMs = 300_000;
const keptSamples = 30 * 288;
/** Rounded to the cent, so that displayed values add up. */
const toCents = (usd: ExactUsd): ExactUsd => readUsdSigned(new Big(usdText(usd)).toFixed(2));
const readUsdSigned = (text: string): ExactUsd => (text.startsWith('-') ? -readUsd(text.slice(1)) : readUsd(text));

export interface PortfolioState {
  readonly firstMs: number;
  readonly firstValueUsd: number;
  /** Before `firstMs`; absent in version 1 files. */
  readonly past?: PastValues;
  readonly samples: [atMs: number, valueUsd: number][];
}

/** Holdings, cost and value history of the account's spot wallets. USD is exact until it is displayed. */
export class Portfolio {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #trades: TradeLog;
  readonly #wallets: Wallets;
  #firstMs: number;
  #firstValueUsd: number;
  #past: () => PastValues;
  #samples: [atMs: number, valueUsd: number][] = [];

  /** Create it after the ledger is filled: values before `startMs` come from the trades so far. */
  constructor(options: {
    book: TokenBook;
    histories: TokenHistories;
    ledger: Ledger;
    trades: TradeLog;
    wallets: Wallets;
    startMs: number;
  }) {
    const { book, histories, ledger, trades, wallets, startMs } = options;
    this.#book = book;
    this.#ledger = ledger;
    this.#trades = trades;
    this.#wallets = wallets;
    this.#firstMs = startMs;
    this.#firstValueUsd = this.valueUsd();
    const walletIds = this.#active().map(({ walletId }) => walletId);
    this.#past = pastValues({ book, histories, ledger, trades, walletIds, openedMs: startMs });
  }

  /** Records the value every five minutes. */
  sample(nowMs: number): void {
    if (nowMs < (this.#samples.at(-1)?.[0] ?? this.#firstMs) + sampleMs) return;
    this.#samples.push([nowMs, this.valueUsd()]);
    if (this.#samples.length > keptSamples) this.#samples.shift();
  }

  /** To the cent. */
  valueUsd(): number {
    return centsOf(this.#active().reduce((sum, wallet) => sum + this.#walletValue(wallet), 0n));
  }

  /** `nativeBalance` is a decimal in whole coins, exact to the base unit. */
  balances(chain?: Chain): ResponseInput<typeof portfolioBalances> {
    const wallets = this.#active(chain).map((wallet) => {
      const native = this.#book.native(wallet.chain);
      const held = this.#ledger.balance(wallet.walletId, idOf(native));
      return {
        chain: wallet.chain,
        walletAddress: wallet.address,
        nativeBalance: formatAmount(held, native.decimals),
        nativeBalanceUsd: centsOf(usdOf(this.#book, native, held)),
        nativeSymbol: native.symbol,
      };
    });
    return { wallets, warnings: this.#active(chain).flatMap((wallet) => this.#heldIn(wallet)) };
  }

  /**
   * All tokens except native coins, which `balances` has, including sold ones, with cost and proceeds. `status` is open
   * or closed; any other value returns both.
   */
  positions(chain?: Chain, status?: string): Positions {
    const rows: PositionRow[] = [];
    let totalValue = 0n;
    for (const wallet of this.#active(chain)) {
      for (const token of this.#tokensOf(wallet)) {
        const row = this.#position(wallet, token);
        const held = BigInt(row.latestBalanceRaw);
        if (status?.toLowerCase() === (held === 0n ? 'open' : 'closed')) continue;
        totalValue += toCents(usdOf(this.#book, token, held));
        rows.push(row);
      }
    }
    rows.sort((a, b) => Number(b.balanceUsd) - Number(a.balanceUsd));
    const positionCount = rows.filter((row) => row.latestBalanceRaw !== '0').length;
    return { positions: rows, totalValueUsd: centsOf(totalValue), positionCount };
  }

  /** Trades newest first, and their total count. */
  history(chain: Chain | undefined, page: number, limit: number) {
    const trades = this.#trades.trades.filter((trade) => !chain || trade.chain === chain).reverse();
    const shown = trades.slice((page - 1) * limit, page * limit).map((trade) => tradeRow(trade, this.#wallets));
    return { data: { trades: shown }, total: trades.length, hasMore: page * limit < trades.length };
  }

  /** Realised PnL and volume in the timeframe; current unrealised PnL and value. */
  pnl(timeframe: Timeframe, nowMs: number): Pnl {
    const { lengthMs, stepMs } = timeframes[timeframe];
    const fromMs = nowMs - lengthMs;
    const { boughtUsd, soldUsd, realisedUsd } = this.#trades.sumsSince(timeframe === 'lifetime' ? null : fromMs);
    const unrealisedUsd = this.#trades.costs.reduce((total, cost) => total + this.#unrealised(cost), 0n);
    const firstStepMs = Math.ceil(fromMs / stepMs) * stepMs;
    const steps = Array.from({ length: Math.ceil((nowMs - firstStepMs) / stepMs) }, (_, i) => firstStepMs + i * stepMs);
    const totalValueUsd = this.valueUsd();
    return {
      portfolioHistory: [...steps, nowMs].map((atMs) => ({
        timestamp: Math.floor(atMs / 1000),
        valueUsd: atMs === nowMs ? totalValueUsd : this.#valueAt(atMs),
      })),
      positionCount: this.positions(undefined, 'open').positionCount ?? 0,
      totalBoughtUsd: centsOf(boughtUsd),
      totalSoldUsd: centsOf(soldUsd),
      totalRealizedPnlUsd: centsOf(realisedUsd),
      totalUnrealizedPnlUsd: centsOf(unrealisedUsd),
      totalPnlUsd: centsOf(toCents(realisedUsd) + toCents(unrealisedUsd)),
      totalValueUsd,
    };
  }

  snapshot(): PortfolioState {
    const first = { firstMs: this.#firstMs, firstValueUsd: this.#firstValueUsd };
    return { ...first, past: this.#past(), samples: [...this.#samples] };
  }

  restore(state: PortfolioState): void {
    this.#firstMs = state.firstMs;
    this.#firstValueUsd = state.firstValueUsd;
    const { past } = state;
    if (past) this.#past = () => past;
    this.#samples = [...state.samples];
  }

  #active(chain?: Chain): SpotWallet[] {
    return this.#wallets.all.filter(
      (wallet): wallet is SpotWallet =>
        wallet.state === 'ACTIVE' && wallet.chain !== null && (!chain || wallet.chain === chain),
    );
  }

  #walletValue({ walletId }: PaperWallet): ExactUsd {
    let value = 0n;
    for (const [tokenId, amount] of this.#ledger.holdings(walletId)) {
      const token = this.#tokenById(tokenId);
      if (token) value += usdOf(this.#book, token, amount);
    }
    return value;
  }

  #unrealised({ chain, token: address, quantity, costUsd }: CostBasis): ExactUsd {
    const token = this.#book.find(chain, address);
    return token ? usdOf(this.#book, token, quantity) - costUsd : 0n;
  }

  /** Funds held by swaps in flight: still owned, but not spendable. */
  #heldIn({ walletId }: SpotWallet): string[] {
    return [...this.#ledger.holdings(walletId)].flatMap(([tokenId, owned]) => {
      const held = owned - this.#ledger.available(walletId, tokenId);
      const token = held > 0n ? this.#tokenById(tokenId) : null;
      return token
        ? [`${formatAmount(held, token.decimals)} ${token.symbol} of ${walletId} held by tasks in flight`]
        : [];
    });
  }

  #tokensOf(wallet: SpotWallet): PaperToken[] {
    const held = [...this.#ledger.holdings(wallet.walletId).keys()].map((tokenId) => this.#tokenById(tokenId));
    const traded = this.#trades.costs
      .filter((cost) => cost.walletId === wallet.walletId)
      .map((cost) => this.#book.find(cost.chain, cost.token));
    const tokens = [...held, ...traded].filter((token): token is PaperToken => token !== null);
    return [...new Set(tokens)].filter((token) => token.kind !== 'native');
  }

  #position(wallet: SpotWallet, token: PaperToken): PositionRow {
    const held = this.#ledger.balance(wallet.walletId, idOf(token));
    const cost = this.#trades.costOf(wallet.walletId, token.chain, token.address);
    const native = this.#book.native(token.chain);
    const { pool } = this.#book.marketOf(token);
    const whole = (baseUnits: bigint) => Number(formatAmount(baseUnits, native.decimals));
    const [bought, realised] = [cost?.boughtUsd ?? 0n, cost?.realisedUsd ?? 0n];
    return {
      walletAddress: wallet.address,
      tokenAddress: token.address,
      network: chains[token.chain].network,
      latestBalanceRaw: String(held),
      tokenDecimal: token.decimals,
      latestTokenUsdPrice: this.#book.priceUsd(token),
      boughtUsd: centsOf(bought),
      soldUsd: centsOf(cost?.soldUsd ?? 0n),
      boughtNative: whole(cost?.boughtNative ?? 0n),
      soldNative: whole(cost?.soldNative ?? 0n),
      buyCount: cost?.buyCount ?? 0,
      sellCount: cost?.sellCount ?? 0,
      balanceUsd: centsOf(usdOf(this.#book, token, held)),
      balanceNative: whole((held * pool.nativeReserve) / pool.tokenReserve),
      realisedPnlPct: percent(realised, bought - (cost?.costUsd ?? 0n)),
      totalPnlPct: percent(realised + (cost ? this.#unrealised(cost) : 0n), bought),
    };
  }

  #valueAt(atMs: number): number {
    const isPast = atMs < this.#firstMs;
    const known = (isPast ? this.#past() : this.#samples).findLast(([sampledMs]) => sampledMs <= atMs);
    return known?.[1] ?? (isPast ? this.#past()[0]?.[1] : undefined) ?? this.#firstValueUsd;
  }

  #tokenById(tokenId: string): PaperToken | null {
    const ref = parseTokenId(tokenId);
    return ref && this.#book.find(ref.chain, ref.address);
  }
}

type SpotWallet = PaperWallet & { readonly chain: Chain };

/** To two decimals; 0 of zero. */
const percent = (part: ExactUsd, whole: ExactUsd): number =>
  whole > 0n ? Number(new Big(String(part)).times(100).div(String(whole)).toFixed(2)) : 0;

const tradeRow = (trade: Trade, wallets: Wallets): ResponseInput<typeof portfolioHistory>['trades'][number] => ({
  chain: trade.chain,
  txHash: trade.txHash,
  timestamp: Math.floor(trade.atMs / 1000),
  walletAddress: wallets.find(trade.walletId)?.address,
  inputToken: trade.inputToken,
  inputAmount: trade.inputAmount,
  outputToken: trade.outputToken,
  outputAmount: trade.outputAmount,
  token: trade.token,
  sizeUsd: shortUsd(readUsd(trade.sizeUsd)),
  priceUsd: shortUsd(readUsd(trade.priceUsd)),
  isBuy: trade.isBuy,
});
