import { formatAmount } from '../../../domain/amount.ts';
import { type Chain, chains } from '../../../domain/chain.ts';
import { parseTokenId } from '../../../domain/token.ts';
import type { ResponseInput } from '../../../protocol/endpoint.ts';
import type {
  portfolioBalances,
  portfolioHistory,
  portfolioPnl,
  portfolioPositions,
} from '../../../protocol/endpoints/portfolio.ts';
import { type PaperWallet, seedWallets } from '../../account/wallets.ts';
import type { Ledger } from '../ledger.ts';
import { floatText } from './market-events.ts';
import { logPath } from './price-history.ts';
import { idOf, type TokenBook, toFloat } from './token-book.ts';
import type { PaperToken } from './token-list.ts';
import type { Trade, TradeLog } from './trade-log.ts';

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
const cents = (usd: number) => Math.round(usd * 100) / 100;

export interface PortfolioState {
  readonly firstMs: number;
  readonly firstValueUsd: number;
  readonly samples: [atMs: number, valueUsd: number][];
}

/** What the account's spot wallets hold, what it cost, and what it has been worth. */
export class Portfolio {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #trades: TradeLog;
  readonly #seed: number;
  #firstMs: number;
  #firstValueUsd: number;
  #samples: [atMs: number, valueUsd: number][] = [];

  /** To be made when the ledger is filled: value before `startMs` is made up, ending at the value then. */
  constructor(options: { book: TokenBook; ledger: Ledger; trades: TradeLog; seed: number; startMs: number }) {
    this.#book = options.book;
    this.#ledger = options.ledger;
    this.#trades = options.trades;
    this.#seed = options.seed;
    this.#firstMs = options.startMs;
    this.#firstValueUsd = this.valueUsd();
  }

  /** Notes the value every five minutes. */
  sample(nowMs: number): void {
    if (nowMs < (this.#samples.at(-1)?.[0] ?? this.#firstMs) + sampleMs) return;
    this.#samples.push([nowMs, cents(this.valueUsd())]);
    if (this.#samples.length > keptSamples) this.#samples.shift();
  }

  valueUsd(): number {
    return activeWallets().reduce((sum, wallet) => sum + this.#walletValueUsd(wallet), 0);
  }

  /** `nativeBalance` is whole coins as a decimal, exact to the base unit. */
  balances(chain?: Chain): ResponseInput<typeof portfolioBalances> {
    const wallets = activeWallets(chain).map((wallet) => {
      const native = this.#book.native(wallet.chain);
      const held = this.#ledger.balance(wallet.walletId, idOf(native));
      return {
        chain: wallet.chain,
        walletAddress: wallet.address,
        nativeBalance: formatAmount(held, native.decimals),
        nativeBalanceUsd: cents(this.#book.usdValue(native, held)),
        nativeSymbol: native.symbol,
      };
    });
    return { wallets, warnings: [] };
  }

  /**
   * Every token held but native coins, which `balances` has, and those sold out, with what they cost and brought.
   * `status` is open or closed; any other shows both.
   */
  positions(chain?: Chain, status?: string): Positions {
    const rows: PositionRow[] = [];
    let totalValueUsd = 0;
    for (const wallet of activeWallets(chain)) {
      for (const token of this.#tokensOf(wallet)) {
        const row = this.#position(wallet, token);
        if (status?.toLowerCase() === (row.latestBalanceRaw === '0' ? 'open' : 'closed')) continue;
        totalValueUsd += Number(row.balanceUsd);
        rows.push(row);
      }
    }
    rows.sort((a, b) => Number(b.balanceUsd) - Number(a.balanceUsd));
    const positionCount = rows.filter((row) => row.latestBalanceRaw !== '0').length;
    return { positions: rows, totalValueUsd: cents(totalValueUsd), positionCount };
  }

  /** Trades newest first with how many there are. */
  history(chain: Chain | undefined, page: number, limit: number) {
    const trades = this.#trades.trades.filter((trade) => !chain || trade.chain === chain).reverse();
    const shown = trades.slice((page - 1) * limit, page * limit).map(tradeRow);
    return { data: { trades: shown }, total: trades.length, hasMore: page * limit < trades.length };
  }

  pnl(timeframe: Timeframe, nowMs: number): Pnl {
    const { lengthMs, stepMs } = timeframes[timeframe];
    const fromMs = nowMs - lengthMs;
    const trades = this.#trades.trades.filter((trade) => trade.atMs >= fromMs);
    const sum = (pick: (trade: Trade) => number) => trades.reduce((total, trade) => total + pick(trade), 0);
    const realised = sum((trade) => trade.realisedUsd);
    const unrealised = this.#trades.costs.reduce((total, cost) => {
      const token = this.#book.find(cost.chain, cost.token);
      return token ? total + this.#book.usdValue(token, BigInt(cost.quantity)) - cost.costUsd : total;
    }, 0);
    const firstStepMs = Math.ceil(fromMs / stepMs) * stepMs;
    const steps = Array.from({ length: Math.ceil((nowMs - firstStepMs) / stepMs) }, (_, i) => firstStepMs + i * stepMs);
    return {
      portfolioHistory: [...steps, nowMs].map((atMs) => ({
        timestamp: Math.floor(atMs / 1000),
        valueUsd: cents(atMs === nowMs ? this.valueUsd() : this.#valueAt(atMs)),
      })),
      positionCount: this.positions(undefined, 'open').positionCount ?? 0,
      totalBoughtUsd: cents(sum((trade) => (trade.isBuy ? trade.sizeUsd : 0))),
      totalSoldUsd: cents(sum((trade) => (trade.isBuy ? 0 : trade.sizeUsd))),
      totalRealizedPnlUsd: cents(realised),
      totalUnrealizedPnlUsd: cents(unrealised),
      totalPnlUsd: cents(realised + unrealised),
      totalValueUsd: cents(this.valueUsd()),
    };
  }

  snapshot(): PortfolioState {
    return { firstMs: this.#firstMs, firstValueUsd: this.#firstValueUsd, samples: [...this.#samples] };
  }

  restore(state: PortfolioState): void {
    this.#firstMs = state.firstMs;
    this.#firstValueUsd = state.firstValueUsd;
    this.#samples = [...state.samples];
  }

  #walletValueUsd({ walletId }: PaperWallet): number {
    let valueUsd = 0;
    for (const [tokenId, amount] of this.#ledger.holdings(walletId)) {
      const token = this.#tokenById(tokenId);
      if (token) valueUsd += this.#book.usdValue(token, amount);
    }
    return valueUsd;
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
    const balanceUsd = this.#book.usdValue(token, held);
    const realised = cost?.realisedUsd ?? 0;
    const soldCost = (cost?.boughtUsd ?? 0) - (cost?.costUsd ?? 0);
    const unrealised = cost ? this.#book.usdValue(token, BigInt(cost.quantity)) - cost.costUsd : 0;
    const percent = (part: number, whole: number) => (whole > 0 ? cents((part / whole) * 100) : 0);
    return {
      walletAddress: wallet.address,
      tokenAddress: token.address,
      network: chains[token.chain].network,
      latestBalanceRaw: String(held),
      tokenDecimal: token.decimals,
      latestTokenUsdPrice: this.#book.priceUsd(token),
      boughtUsd: cents(cost?.boughtUsd ?? 0),
      soldUsd: cents(cost?.soldUsd ?? 0),
      boughtNative: cost?.boughtNative ?? 0,
      soldNative: cost?.soldNative ?? 0,
      buyCount: cost?.buyCount ?? 0,
      sellCount: cost?.sellCount ?? 0,
      balanceUsd: cents(balanceUsd),
      balanceNative: toFloat(held, token.decimals) * this.#book.priceNative(token),
      realisedPnlPct: percent(realised, soldCost),
      totalPnlPct: percent(realised + unrealised, cost?.boughtUsd ?? 0),
    };
  }

  #valueAt(atMs: number): number {
    if (atMs >= this.#firstMs) {
      return this.#samples.findLast(([sampledMs]) => sampledMs <= atMs)?.[1] ?? this.#firstValueUsd;
    }
    const volatility = 1.1;
    const log = logPath(this.#seed, volatility, atMs) - logPath(this.#seed, volatility, this.#firstMs);
    return this.#firstValueUsd * Math.exp(log);
  }

  #tokenById(tokenId: string): PaperToken | null {
    const ref = parseTokenId(tokenId);
    return ref && this.#book.find(ref.chain, ref.address);
  }
}

type SpotWallet = PaperWallet & { readonly chain: Chain };

const activeWallets = (chain?: Chain): SpotWallet[] =>
  seedWallets.filter(
    (wallet): wallet is SpotWallet =>
      wallet.state === 'ACTIVE' && wallet.chain !== null && (!chain || wallet.chain === chain),
  );

const tradeRow = (trade: Trade): ResponseInput<typeof portfolioHistory>['trades'][number] => ({
  chain: trade.chain,
  txHash: trade.txHash,
  timestamp: Math.floor(trade.atMs / 1000),
  walletAddress: seedWallets.find((wallet) => wallet.walletId === trade.walletId)?.address,
  inputToken: trade.inputToken,
  inputAmount: trade.inputAmount,
  outputToken: trade.outputToken,
  outputAmount: trade.outputAmount,
  token: trade.token,
  sizeUsd: floatText(trade.sizeUsd),
  priceUsd: floatText(trade.priceUsd),
  isBuy: trade.isBuy,
});
