import { chains } from '../../../../domain/market/chain.ts';
import { seededRandom } from '../../../../platform/time/random.ts';
import type { StreamDataInput } from '../../../../protocol/stream.ts';
import type { svmTokenDistributionStats, svmTokenHolderStats } from '../../../../protocol/streams/svm.ts';
import { seedWallets } from '../../../account/wallets.ts';
import type { Bus } from '../../../world/bus.ts';
import type { Ledger } from '../../ledger.ts';
import { crowdAccount } from '../../ledger-accounts.ts';
import type { SwapLeg } from '../trading/swap-router.ts';
import { blockAt } from './chain-traits.ts';
import { idOf, type TokenBook } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

/** Publication interval of each token's figures, in market time. */
const publishMs = 30_000;
const openingHolders = 1500;

/** The crowd's holdings of one token by person; their sum is the crowd's ledger balance. */
class CrowdHoldings {
  readonly #named = new Map<string, bigint>();
  /** Holders who have not traded yet, largest last. */
  readonly #silent: bigint[];

  /** Few hold much, many hold little. */
  constructor(total: bigint, seed: number) {
    const random = seededRandom(seed);
    const weights = Array.from({ length: openingHolders }, (_, rank) => (0.5 + random.next()) / (rank + 8) ** 1.05);
    const sum = weights.reduce((all, weight) => all + weight, 0);
    const shares = weights.map((weight) => (total * BigInt(Math.floor((weight / sum) * 1e15))) / 10n ** 15n);
    shares[0]! += total - shares.reduce((all, share) => all + share, 0n);
    this.#silent = shares.reverse();
  }

  /** Adds base units to a holder, or removes them. If a seller lacks them, the largest holder provides the rest. */
  change(maker: string, amount: bigint): void {
    const held = (this.#named.get(maker) ?? this.#opening()) + amount;
    if (held < 0n && this.#silent.length > 0) this.#silent[this.#silent.length - 1]! += held;
    this.#named.set(maker, held < 0n ? 0n : held);
  }

  amounts(): bigint[] {
    return [...this.#silent, ...this.#named.values()].filter((amount) => amount > 0n);
  }

  /** Initial holding of a first-time trader: neither a whale nor dust. */
  #opening(): bigint {
    return this.#silent.splice(Math.floor(this.#silent.length * 0.7), 1)[0] ?? 0n;
  }
}

/** Holders of Solana tokens and their distribution: updated by the crowd's swaps, published token by token. */
export class HolderStats {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #bus: Bus;
  readonly #crowd = new Map<string, CrowdHoldings>();
  #clockMs = 0;

  constructor(book: TokenBook, ledger: Ledger, bus: Bus) {
    this.#book = book;
    this.#ledger = ledger;
    this.#bus = bus;
  }

  /** A swap of the crowd that has moved its pool. */
  record({ market, side, amountIn, amountOut }: SwapLeg, maker: string): void {
    const { token } = market.listing;
    if (token.chain !== 'solana') return;
    const native = this.#book.native(token.chain);
    const [input, output] = side === 'native' ? [native, token] : [token, native];
    this.#crowd.get(idOf(input))?.change(maker, -amountIn);
    this.#crowd.get(idOf(output))?.change(maker, amountOut);
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
    const { address, chain, decimals, supply } = token;
    const unit = 10 ** decimals;
    // Shares and classes are for display, so floats are enough; sorting them costs a twentieth of sorting bigints.
    const held = Float64Array.from(this.#amounts(token), (amount) => Number(amount) / unit);
    held.sort().reverse();
    const percent = (amount: number) => Math.round((amount / supply) * 1e6) / 1e4;
    const top = (count: number) => percent(held.subarray(0, count).reduce((sum, amount) => sum + amount, 0));
    const priceUsd = this.#book.priceUsd(token);
    const above = (usd: number) => held.filter((amount) => amount * priceUsd >= usd).length;
    const { pool } = this.#book.marketOf(token);
    const inPool = Number(token.kind === 'native' ? pool.nativeReserve : pool.tokenReserve) / unit;
    const common = { tokenAddress: address, blockIndex: blockAt(chain, nowMs), network: chains[chain].network };
    const shares = { top1Pct: top(1), top10Pct: top(10), top50Pct: top(50), top100Pct: top(100) };
    const distribution: StreamDataInput<typeof svmTokenDistributionStats> = {
      ...common,
      stats: { holders: held.length, ...shares, poolPct: percent(inPool) },
    };
    const [k100, k10, k1, hundred] = [above(100_000), above(10_000), above(1000), above(100)] as const;
    const worth = { over100kUsd: k100, over10kUsd: k10, over1kUsd: k1, over100Usd: hundred };
    const holders: StreamDataInput<typeof svmTokenHolderStats> = {
      ...common,
      stats: { holders: held.length, ...worth },
    };
    const filter = { tokenAddress: address };
    this.#bus.publish({ stream: 'svm.token.distributionStats', filter, data: distribution });
    this.#bus.publish({ stream: 'svm.token.holderStats', filter, data: holders });
  }

  #amounts(token: PaperToken): bigint[] {
    const tokenId = idOf(token);
    const { seed } = this.#book.marketOf(token);
    const crowd = this.#crowd.get(tokenId) ?? new CrowdHoldings(this.#ledger.balance(crowdAccount, tokenId), seed);
    this.#crowd.set(tokenId, crowd);
    const own = seedWallets.map(({ walletId }) => this.#ledger.balance(walletId, tokenId));
    return [...crowd.amounts(), ...own.filter((amount) => amount > 0n)];
  }
}
