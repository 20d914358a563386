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

/** Holders of Solana tokens and their distribution: updated by the crowd's swaps, published token by token. */
export class HolderStats {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #bus: Bus;
  readonly #wallets: Wallets;
  readonly #insiders: (market: Market) => Insiders | null;
  readonly #crowd = new Map<string, CrowdHoldings>();
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
    const holders = insiderRoles.flatMap((role) => crowd.withRole(role)).filter(({ amount }) => amount > 0n);
    return holders.map((holder) => ({ maker: crowd.addressOf(holder), amount: holder.amount }));
  }

  /** A swap of the crowd that has moved its pool. */
  record(atMs: number, { market, side, amountIn, amountOut }: SwapLeg, maker: string): void {
    const { token } = market.listing;
    if (token.chain !== 'solana') return;
    const native = this.#book.native(token.chain);
    const isBuy = side === 'native';
    const [paid, tokens] = isBuy ? [amountIn, amountOut] : [amountOut, amountIn];
    this.#crowd.get(idOf(native))?.change(maker, isBuy ? -paid : paid);
    const crowd = this.#crowd.get(idOf(token));
    const holder = crowd?.change(maker, isBuy ? tokens : -tokens);
    const usd = this.#book.usdValue(native, paid);
    if (holder) crowd?.note(holder, isBuy, { usd, native: toFloat(paid, native.decimals), tokens, atMs });
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
    const holder = crowd.lastTrader ?? crowd.withRole('developer')[0];
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
    const [developer] = crowd.withRole('developer');
    const group = (role: Role) => {
      const members = crowd.withRole(role).filter(({ amount }) => amount > 0n);
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

  #crowdOf(token: PaperToken): CrowdHoldings {
    const tokenId = idOf(token);
    const known = this.#crowd.get(tokenId);
    if (known) return known;
    const market = this.#book.marketOf(token);
    const total = this.#ledger.balance(crowdAccount, tokenId);
    const insiders = token.kind === 'token' ? this.#insiders(market) : null;
    const crowd = new CrowdHoldings(total, market.seed, token.kind === 'token', insiders);
    this.#crowd.set(tokenId, crowd);
    return crowd;
  }
}

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
