import { chains } from '../../../../domain/market/chain.ts';
import type { StreamDataInput } from '../../../../protocol/stream.ts';
import type { svmTokenDistributionStats, svmTokenHolderStats } from '../../../../protocol/streams/svm.ts';
import type { Wallets } from '../../../account/wallets.ts';
import type { Bus } from '../../../world/bus.ts';
import type { Ledger } from '../../ledger.ts';
import { crowdAccount } from '../../ledger-accounts.ts';
import type { SwapLeg } from '../trading/swap-router.ts';
import { blockAt } from './chain-traits.ts';
import { CrowdHoldings, type Holder, type Insiders, type Role } from './crowd-holdings.ts';
import { idOf, type Market, type TokenBook, toFloat } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

/** Publication interval of each token's figures, in market time. */
const publishMs = 10_000;

type Distribution = StreamDataInput<typeof svmTokenDistributionStats>;
type HolderRecord = StreamDataInput<typeof svmTokenHolderStats>;

/** A change of what a person of the crowd holds, in base units. */
export interface CrowdBalance {
  readonly owner: string;
  readonly token: PaperToken;
  readonly before: bigint;
  readonly after: bigint;
}

/** Holders of every token, updated by the crowd's swaps; the distribution of Solana tokens, published in turn. */
export class HolderStats {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #bus: Bus;
  readonly #wallets: Wallets;
  readonly #insiders: (market: Market) => Insiders | null;
  readonly #crowd = new WeakMap<PaperToken, CrowdHoldings>();
  #clockMs = 0;

  constructor(options: {
    book: TokenBook;
    ledger: Ledger;
    bus: Bus;
    wallets: Wallets;
    /** What those behind a launched token hold. */
    insiders: (market: Market) => Insiders | null;
  }) {
    this.#wallets = options.wallets;
    this.#book = options.book;
    this.#ledger = options.ledger;
    this.#bus = options.bus;
    this.#insiders = options.insiders;
  }

  /** Address and base units of each person behind a launch. */
  insidersOf({ listing }: Market): { maker: string; amount: bigint }[] {
    const crowd = this.#crowdOf(listing.token);
    const byRole = crowd.withRoles();
    const holders = insiderRoles.flatMap((role) => byRole.get(role) ?? []).filter(({ amount }) => amount > 0n);
    return holders.map((holder) => ({ maker: crowd.addressOf(holder), amount: holder.amount }));
  }

  /** A swap of the crowd that has moved its pool. Returns the balances that it changed, in order. */
  record(atMs: number, { market, side, amountIn, amountOut }: SwapLeg, maker: string): CrowdBalance[] {
    const { token } = market.listing;
    const native = this.#book.native(token.chain);
    const isBuy = side === 'native';
    const [paid, tokens] = isBuy ? [amountIn, amountOut] : [amountOut, amountIn];
    const ofNative = this.#change(native, maker, isBuy ? -paid : paid);
    const ofToken = this.#change(token, maker, isBuy ? tokens : -tokens);
    const usd = this.#book.usdValue(native, paid);
    const trade = { usd, native: toFloat(paid, native.decimals), tokens, atMs };
    const crowd = this.#crowdOf(token);
    crowd.note(crowd.holder(maker), isBuy, trade);
    return isBuy ? [...ofNative, ...ofToken] : [...ofToken, ...ofNative];
  }

  /** Publishes the tokens that are due, spread over the interval. */
  advance(nowMs: number, elapsedMs: number): void {
    const fromMs = this.#clockMs;
    this.#clockMs += elapsedMs;
    const tokens = this.#book.tokens.filter(({ chain }) => chain === 'solana');
    tokens.forEach((token, index) => {
      const turns = (clockMs: number) => Math.floor((clockMs - (index * publishMs) / tokens.length) / publishMs);
      if (turns(this.#clockMs) > turns(fromMs)) this.#publish(nowMs, token);
    });
  }

  #publish(nowMs: number, token: PaperToken): void {
    const { address, chain } = token;
    const crowd = this.#crowdOf(token);
    const common = { tokenAddress: address, blockIndex: blockAt(chain, nowMs), network: chains[chain].network };
    const filter = { tokenAddress: address };
    const distribution: Distribution = { ...common, stats: this.#distribution(token, crowd) };
    this.#bus.publish({ stream: 'svm.token.distributionStats', filter, data: distribution });
    // The service does not say whose record it sends; here it is whoever traded last, before that the developer.
    const holder = crowd.lastTrader ?? crowd.withRoles().get('developer')?.[0];
    crowd.lastTrader = null;
    const record: HolderRecord = { ...common, ...(holder && { stats: recordOf(holder, token) }) };
    this.#bus.publish({ stream: 'svm.token.holderStats', filter, data: record });
  }

  #distribution(token: PaperToken, crowd: CrowdHoldings): NonNullable<Distribution['stats']> {
    const own = this.#wallets.all
      .map(({ walletId, address }): Holder => {
        const amount = this.#ledger.balance(walletId, idOf(token));
        return { address, amount, role: null, trades: null };
      })
      .filter(({ amount }) => amount > 0n);
    const holders = [...crowd.holders(), ...own];
    const top = largest(holders, 10);
    const byRole = crowd.withRoles();
    const developer = byRole.get('developer')?.[0];
    const group = (role: Role) => {
      const members = (byRole.get(role) ?? []).filter(({ amount }) => amount > 0n);
      return { held: sumOf(members), count: members.length };
    };
    const [sniper, pro, fresh] = [group('sniper'), group('pro'), group('fresh')];
    const [insider, bundler] = [group('insider'), group('bundler')];
    return {
      holderCount: holders.length,
      ...(developer && { developer: crowd.addressOf(developer) }),
      developerBalance: String(developer?.amount ?? 0n),
      top10HolderBalances: sumOf(top),
      top10Holders: top.map((holder) => crowd.addressOf(holder)),
      sniperBalances: sniper.held,
      sniperCount: sniper.count,
      proTraderBalances: pro.held,
      proTraderCount: pro.count,
      freshieBalances: fresh.held,
      freshieCount: fresh.count,
      insiderBalances: insider.held,
      insiderCount: insider.count,
      bundlerBalances: bundler.held,
      bundlerCount: bundler.count,
    };
  }

  #change(token: PaperToken, maker: string, amount: bigint): CrowdBalance[] {
    // The swap is in the ledger already.
    const crowd = this.#crowdOf(token, -amount);
    return crowd
      .change(maker, amount)
      .map(({ holder, before, after }) => ({ token, owner: crowd.addressOf(holder), before, after }));
  }

  /** `since`: what the crowd had more or less than now when its holders are drawn. */
  #crowdOf(token: PaperToken, since = 0n): CrowdHoldings {
    const known = this.#crowd.get(token);
    if (known) return known;
    const { chain, kind } = token;
    const market = this.#book.marketOf(token);
    const total = this.#ledger.balance(crowdAccount, idOf(token)) + since;
    const hasRoles = kind === 'token';
    const insiders = hasRoles ? this.#insiders(market) : null;
    const count = openingHolders(market);
    const crowd = new CrowdHoldings({ chain, total, seed: market.seed, hasRoles, insiders, ...(count && { count }) });
    this.#crowd.set(token, crowd);
    return crowd;
  }
}

/** A curve is found by few, a graduate by more; null: as by default. */
const openingHolders = ({ pool, listing }: Market): number | null => (pool.isCurve ? 60 : listing.launch ? 400 : null);

const insiderRoles = ['developer', 'insider', 'bundler'] as const;

const sumOf = (holders: readonly Holder[]): string => String(holders.reduce((sum, { amount }) => sum + amount, 0n));

/** The largest holders, largest first. One pass: sorting 1,500 bigints for each token would cost too much. */
function largest(holders: readonly Holder[], count: number): Holder[] {
  const top: Holder[] = [];
  for (const holder of holders) {
    if (top.length === count && holder.amount <= top[count - 1]!.amount) continue;
    const at = top.findIndex(({ amount }) => holder.amount > amount);
    top.splice(at < 0 ? top.length : at, 0, holder);
    if (top.length > count) top.pop();
  }
  return top;
}

function recordOf({ amount, role, trades }: Holder, { decimals }: PaperToken): NonNullable<HolderRecord['stats']> {
  const average = (usd: number, tokens: bigint) => (tokens > 0n ? usd / toFloat(tokens, decimals) : undefined);
  const [bought, sold] = [trades?.boughtTokens ?? 0n, trades?.soldTokens ?? 0n];
  const avgBuyPriceUsd = average(trades?.boughtUsd ?? 0, bought);
  const avgSellPriceUsd = average(trades?.soldUsd ?? 0, sold);
  return {
    boughtUsd: trades?.boughtUsd ?? 0,
    boughtNative: trades?.boughtNative ?? 0,
    boughtTokens: String(bought),
    soldUsd: trades?.soldUsd ?? 0,
    soldNative: trades?.soldNative ?? 0,
    soldTokens: String(sold),
    buysCount: trades?.buys ?? 0,
    sellsCount: trades?.sells ?? 0,
    ...(trades && { firstTransactionMs: trades.firstMs }),
    isTokenDev: role === 'developer',
    tokenBalance: String(amount),
    ...(avgBuyPriceUsd !== undefined && { avgBuyPriceUsd }),
    ...(avgSellPriceUsd !== undefined && { avgSellPriceUsd }),
  };
}
