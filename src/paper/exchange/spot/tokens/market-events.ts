import Big from 'big.js';
import { type Chain, chains } from '../../../../domain/market/chain.ts';
import { formatAmount } from '../../../../domain/numbers/amount.ts';
import { jsonInteger } from '../../../../domain/numbers/exact-json.ts';
import type { Random } from '../../../../platform/time/random.ts';
import type { StreamDataInput } from '../../../../protocol/stream.ts';
import type { evmTokenPoolInfo, evmTokenSwaps, evmWalletTokenBalances } from '../../../../protocol/streams/evm.ts';
import type { svmTokenPoolInfo, svmTokenSwaps, svmWalletTokenBalances } from '../../../../protocol/streams/svm.ts';
import type { Bus } from '../../../world/bus.ts';
import type { SwapLeg } from '../trading/swap-router.ts';
import { blockAt, chainTraits } from './chain-traits.ts';
import { addressOn, transactionId } from './paper-addresses.ts';
import type { Market, TokenBook } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

/** A price or USD amount as the service sends it: a plain decimal with about nine significant digits. */
export const floatText = (value: number): string =>
  Number.isFinite(value) && value !== 0 ? new Big(value.toPrecision(9)).toFixed() : '0';

/** Number of people in the crowd; the first of them trade all the time. */
const crowdSize = 1500;
const regulars = 40;

/** Publishes market events as stream events of the protocol. */
export class MarketEvents {
  readonly #bus: Bus;
  readonly #book: TokenBook;
  readonly #random: Random;
  /** Their addresses, created when they first trade. */
  readonly #makers: Readonly<Record<'svm' | 'evm', string[]>> = { svm: [], evm: [] };

  constructor(bus: Bus, book: TokenBook, random: Random) {
    this.#bus = bus;
    this.#book = book;
    this.#random = random;
  }

  /** A person of the crowd, mostly one of the regulars, with a new transaction id. */
  stranger(chain: Chain): { maker: string; transactionId: string } {
    const makers = this.#makers[chains[chain].family];
    const isRegular = this.#random.next() < 0.55;
    const index = isRegular ? Math.floor(regulars * this.#random.next() ** 2) : this.#random.int(crowdSize);
    makers[index] ??= addressOn(chain, this.#random);
    return { maker: makers[index], transactionId: this.transactionId(chain) };
  }

  transactionId(chain: Chain): string {
    return transactionId(chain, this.#random);
  }

  /** Publishes a swap that has already moved its pool. */
  swap(nowMs: number, leg: SwapLeg, maker: string, txId: string): void {
    const { pool, subject } = leg.market;
    const { chain } = subject;
    const { input, output, sizeNative, sizeUsd, priceUsd, priceNative } = this.#sums(leg);
    const isBuy = output === subject;
    const seconds = Math.floor(nowMs / 1000);
    const block = blockAt(chain, nowMs);
    if (chains[chain].family === 'svm') {
      const data: StreamDataInput<typeof svmTokenSwaps> = {
        tokenMint: subject.address,
        signature: txId,
        slot: block,
        blockTime: seconds,
        isBuy,
        sizeSol: sizeNative,
        sizeUsd,
        priceUsd,
        priceSol: priceNative,
        maker,
        inputMint: input.address,
        outputMint: output.address,
        inputDecimals: input.decimals,
        outputDecimals: output.decimals,
        // The stream has these two as JSON numbers, whatever their size.
        amountIn: jsonInteger(leg.amountIn),
        amountOut: jsonInteger(leg.amountOut),
        tradeSource: pool.dexName,
        poolAddress: pool.address,
        fees: { gasLamports: Number(chainTraits.solana.networkFee) },
        network: chains[chain].network,
      };
      this.#publish('svm.token.swaps', { tokenAddress: subject.address }, data);
    } else {
      const data: StreamDataInput<typeof evmTokenSwaps> = {
        tokenAddress: subject.address,
        txHash: txId,
        chainId: Number(chains[chain].chainId),
        blockNumber: block,
        timestamp: seconds,
        isBuy,
        amountNative: sizeNative,
        amountUsd: sizeUsd,
        priceNative,
        priceUsd,
        tokenDecimals: subject.decimals,
        tokenInAddress: input.address,
        tokenOutAddress: output.address,
        amountIn: String(leg.amountIn),
        amountOut: String(leg.amountOut),
        maker,
        poolAddress: pool.address,
        platformName: pool.dexName,
        network: chains[chain].network,
      };
      this.#publish('evm.token.swaps', this.#evmFilter(subject), data);
    }
  }

  /** What a swap came to, and the prices that it left behind. */
  #sums({ market: { listing, subject }, side, amountIn, amountOut }: SwapLeg) {
    const native = this.#book.native(subject.chain);
    const nativeAmount = side === 'native' ? amountIn : amountOut;
    const [input, output] = side === 'native' ? [native, listing.token] : [listing.token, native];
    return {
      input,
      output,
      sizeNative: formatAmount(nativeAmount, native.decimals),
      sizeUsd: floatText(this.#book.usdValue(native, nativeAmount)),
      priceUsd: floatText(this.#book.priceUsd(subject)),
      priceNative: floatText(this.#book.priceNative(subject)),
    };
  }

  poolInfo(nowMs: number, { subject }: Market): void {
    const { chain } = subject;
    const block = blockAt(chain, nowMs);
    const common = {
      tokenAddress: subject.address,
      tokenName: subject.name,
      tokenSymbol: subject.symbol,
      tokenDecimals: subject.decimals,
      priceUsd: floatText(this.#book.priceUsd(subject)),
      timestampUpdatedMs: nowMs,
      network: chains[chain].network,
    };
    if (chains[chain].family === 'svm') {
      const data: StreamDataInput<typeof svmTokenPoolInfo> = { ...common, blockIndex: block };
      this.#publish('svm.token.poolInfo', { tokenAddress: subject.address }, data);
    } else {
      const data: StreamDataInput<typeof evmTokenPoolInfo> = {
        ...common,
        chainId: Number(chains[chain].chainId),
        blockNumber: block,
        totalSupply: new Big(subject.supply).toFixed(),
        priceNative: floatText(this.#book.priceNative(subject)),
        liquidityUsd: floatText(this.#book.liquidityUsd(subject)),
        marketCapUsd: floatText(this.#book.marketCapUsd(subject)),
      };
      this.#publish('evm.token.poolInfo', this.#evmFilter(subject), data);
    }
  }

  /** Publishes a balance change on the wallet's stream, and for a token on the token's balance stream too. */
  balance(nowMs: number, owner: string, token: PaperToken, before: bigint, after: bigint): void {
    const { chain, address, decimals, kind } = token;
    const { family, network } = chains[chain];
    const block = blockAt(chain, nowMs);
    const blockTime = Math.floor(nowMs / 1000);
    const stream = kind === 'native' ? 'wallet.nativeBalance' : 'wallet.tokenBalances';
    if (family === 'svm') {
      const amounts = { preBalance: jsonInteger(before), postBalance: jsonInteger(after) };
      const data: StreamDataInput<typeof svmWalletTokenBalances> = {
        owner,
        slot: block,
        blockTime,
        ...amounts,
        network,
        mint: address,
        decimals,
      };
      this.#publish(`svm.${stream}`, { walletAddress: owner }, data);
      if (kind !== 'native') this.#publish('svm.token.balances', { tokenAddress: address }, data);
    } else {
      const place = { chainId: Number(chains[chain].chainId), blockNumber: block, blockTime };
      const data: StreamDataInput<typeof evmWalletTokenBalances> = {
        owner,
        ...place,
        balance: String(after),
        network,
        tokenAddress: address,
        decimals,
      };
      this.#publish(`evm.${stream}`, { walletAddress: owner }, data);
      if (kind !== 'native') this.#publish('evm.token.balances', this.#evmFilter(token), data);
    }
  }

  #evmFilter({ chain, address }: PaperToken): Record<string, string> {
    return { chainId: String(chains[chain].chainId), tokenAddress: address };
  }

  #publish(stream: string, filter: Record<string, string>, data: unknown): void {
    this.#bus.publish({ stream, filter, data });
  }
}
