import type Big from 'big.js';
import { readChain } from '../../domain/market/chain.ts';
import { quoteToken, tokenId } from '../../domain/market/token.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { shortAddress } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import { activeWallets } from '../account/wallets.ts';
import type { DeskData, DeskQueries } from '../desk-data.ts';
import { type TokenAmount, tokenAmount } from '../market/token-amount.ts';
import { type HistoryItem, tradeKey } from './portfolio.ts';

interface Owned {
  readonly key: string;
  /** Why it cannot be read; null if it can. */
  readonly problem: string | null;
  /** The item of the response that the row was built from. */
  readonly source?: object;
  readonly chain: string;
  /** Label of the wallet; `–` if it is not in the list. */
  readonly wallet: string;
  readonly walletAddress: string;
}

/** A token in a row. Symbols are not unique, so the address is shown too. */
export interface NamedToken {
  readonly symbol: string;
  readonly address: string;
}

/** A token held now or before, with its cost and proceeds. */
export interface HoldingRow extends Owned {
  readonly kind: 'holding';
  readonly token: NamedToken;
  readonly balance: TokenAmount;
  readonly priceUsd: Big | null;
  readonly valueUsd: Big | null;
  readonly boughtUsd: Big | null;
  readonly soldUsd: Big | null;
  readonly boughtNative: Big | null;
  readonly soldNative: Big | null;
  /** Per cent. */
  readonly realisedPct: Big | null;
  readonly totalPct: Big | null;
  readonly buys: number | null;
  readonly sells: number | null;
}

export interface TradedAmount extends NamedToken, TokenAmount {}

/** A swap that a wallet made. */
export interface TradeRow extends Owned {
  readonly kind: 'trade';
  /** ms since the epoch; null if the time is invalid. */
  readonly atMs: number | null;
  readonly side: 'buy' | 'sell' | null;
  readonly paid: TradedAmount;
  readonly received: TradedAmount;
  /** The traded token of the two; `against` is the other. */
  readonly traded: TradedAmount;
  readonly against: TradedAmount;
  readonly usd: Big | null;
  readonly priceUsd: Big | null;
  readonly txHash: string;
}

const addressLimit = 100;
const hashLimit = 140;

/** Holdings in the order of the service. */
export const holdingRows = (data: DeskData): readonly HoldingRow[] => data.derive(toHoldings);

/** Trades as far back as they were loaded, newest first. */
export const tradeRows = (data: DeskData): readonly TradeRow[] => data.derive(toTrades);

type Holding = DeskQueries['holdings']['positions'][number];

function toHoldings(data: DeskData): HoldingRow[] {
  const names = new Names(data);
  return (data.read('holdings').data?.positions ?? []).map((held, index) => holdingRow(held, index, names));
}

function holdingRow(item: Holding, index: number, names: Names): HoldingRow {
  const problem = isUnreadable(item) ? item.unreadable : null;
  const held = isUnreadable(item) ? unreadHolding : item;
  const chain = held.network ?? '';
  const decimals = names.decimals(chain, held.tokenAddress) ?? held.tokenDecimal;
  return {
    kind: 'holding',
    key: problem === null ? `${chain}:${held.walletAddress}:${held.tokenAddress}` : `unreadable-${index}`,
    problem: problem === null ? null : cleanText(problem),
    source: item,
    ...names.owner(chain, held.walletAddress),
    token: names.token(chain, held.tokenAddress),
    balance: tokenAmount(held.latestBalanceRaw, decimals),
    priceUsd: number(held.latestTokenUsdPrice),
    valueUsd: number(held.balanceUsd),
    boughtUsd: number(held.boughtUsd),
    soldUsd: number(held.soldUsd),
    boughtNative: number(held.boughtNative),
    soldNative: number(held.soldNative),
    realisedPct: number(held.realisedPnlPct),
    totalPct: number(held.totalPnlPct),
    buys: held.buyCount ?? null,
    sells: held.sellCount ?? null,
  };
}

function toTrades(data: DeskData): TradeRow[] {
  const names = new Names(data);
  return (data.history().data?.trades ?? []).map((trade, index) => tradeRow(trade, index, names));
}

/** The row of one trade from any response. */
export const tradeRowOf = (data: DeskData, item: HistoryItem): TradeRow => tradeRow(item, 0, new Names(data));

function tradeRow(item: HistoryItem, index: number, names: Names): TradeRow {
  const problem = isUnreadable(item) ? item.unreadable : null;
  const trade = isUnreadable(item) ? unreadTrade : item;
  const { chain, inputToken, outputToken, isBuy } = trade;
  const amountOf = (address: string, raw: string | null | undefined): TradedAmount => ({
    ...names.token(chain, address),
    ...tokenAmount(raw ?? '', names.decimals(chain, address)),
  });
  const paid = amountOf(inputToken, trade.inputAmount);
  const received = amountOf(outputToken, trade.outputAmount);
  const isPaidTraded = trade.token === inputToken || (trade.token !== outputToken && isBuy === false);
  return {
    kind: 'trade',
    key: tradeKey(item) ?? `unreadable-${index}`,
    problem: problem === null ? null : cleanText(problem),
    source: item,
    ...names.owner(chain, trade.walletAddress ?? ''),
    atMs: trade.timestamp,
    side: isBuy == null ? null : isBuy ? 'buy' : 'sell',
    paid,
    received,
    traded: isPaidTraded ? paid : received,
    against: isPaidTraded ? received : paid,
    usd: number(trade.sizeUsd),
    priceUsd: number(trade.priceUsd),
    txHash: cleanText(trade.txHash, hashLimit),
  };
}

/** Display names of wallets and tokens. */
class Names {
  readonly #data: DeskData;
  readonly #wallets: ReadonlyMap<string, string>;

  constructor(data: DeskData) {
    this.#data = data;
    const wallets = activeWallets(data.read('wallets').data);
    this.#wallets = new Map(wallets.map(({ address, label }) => [address, cleanText(label, textLimits.name)]));
  }

  owner(chain: string, walletAddress: string) {
    return {
      chain: cleanText(readChain(chain) ?? chain, textLimits.symbol),
      wallet: this.#wallets.get(walletAddress) || '–',
      walletAddress: cleanText(walletAddress, addressLimit),
    };
  }

  token(chain: string, tokenAddress: string): NamedToken {
    const address = cleanText(tokenAddress, addressLimit);
    const symbol = this.#known(chain, tokenAddress)?.symbol || this.#quote(chain, tokenAddress)?.symbol;
    return { address, symbol: symbol || shortAddress(address) };
  }

  decimals(chain: string, tokenAddress: string): number | null {
    return this.#known(chain, tokenAddress)?.decimals ?? this.#quote(chain, tokenAddress)?.decimals ?? null;
  }

  #known(name: string, address: string) {
    const chain = readChain(name);
    return chain && this.#data.token(tokenId({ chain, address }));
  }

  #quote(name: string, address: string) {
    const chain = readChain(name);
    return chain && quoteToken({ chain, address });
  }
}

const number = (text: string | null | undefined): Big | null => readDecimal(text);

type Read<Item> = Exclude<Item, { unreadable: string }>;
const unreadHolding: Read<Holding> = { walletAddress: '', tokenAddress: '', latestBalanceRaw: '' };
const unreadTrade: Read<HistoryItem> = {
  chain: '',
  txHash: '',
  timestamp: Number.NaN,
  inputToken: '',
  outputToken: '',
};
