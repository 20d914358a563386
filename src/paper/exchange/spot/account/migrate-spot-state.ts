import Big from 'big.js';
import { allChains, type Chain, chains } from '../../../../domain/market/chain.ts';
import { crowdAccount, poolAccount, worldAccount } from '../../ledger-accounts.ts';
import { idOf, pairAddress } from '../tokens/token-book.ts';
import { nativeToken, type PaperToken, tokenListings } from '../tokens/token-list.ts';
import { exactly } from '../trading/exact-usd.ts';

type Balances = Record<string, Record<string, string>>;

interface OldTrade {
  readonly sizeUsd: number;
  readonly priceUsd: number;
  readonly realisedUsd: number;
}

interface OldCost {
  readonly chain: Chain;
  readonly costUsd: number;
  readonly boughtUsd: number;
  readonly soldUsd: number;
  readonly realisedUsd: number;
  readonly boughtNative: number;
  readonly soldNative: number;
}

interface OldState {
  readonly account: {
    readonly ledger: Balances;
    readonly trades: { readonly trades: readonly OldTrade[]; readonly costs: readonly OldCost[] };
    readonly triggers: { readonly orders: readonly { triggerBehavior: string; bestValue: number }[] };
  };
  readonly tokens: {
    readonly pools: Record<string, { readonly tokenReserve: string; readonly nativeReserve: string }>;
    readonly added: readonly { readonly listing: { readonly token: PaperToken }; readonly poolAddress: string }[];
  };
}

/**
 * Converts version 1 state, whose ledger had only wallets, to the double-entry ledger: pools get accounts, the crowd
 * holds the rest of each token's supply, and the outside world is negative by the total. Sums of money become exact.
 * See `SpotMarket.snapshot`.
 */
export function migrateSpotState(old: unknown): unknown {
  const { account, tokens, ...state } = old as OldState;
  const orders = account.triggers.orders.map((order) => ({
    ...order,
    bestValue: order.triggerBehavior === 'trailing' ? decimal(order.bestValue) : null,
  }));
  return {
    ...state,
    account: {
      ...account,
      ledger: { balances: openBooks(account.ledger, tokens), holds: {}, entries: [] },
      trades: { trades: account.trades.trades.map(exactTrade), costs: account.trades.costs.map(exactCost), flows: [] },
      triggers: { ...account.triggers, orders },
      signing: { built: [], accounts: { nonces: {}, allowances: {} } },
    },
    tokens: { added: tokens.added },
  };
}

function openBooks(wallets: Balances, { pools, added }: OldState['tokens']): Balances {
  const listed = allChains.flatMap((chain) => [
    ...tokenListings(chain).map(({ token }) => ({ token, poolAddress: pairAddress(token) })),
    ...added
      .filter(({ listing }) => listing.token.chain === chain)
      .map(({ listing: { token }, poolAddress }) => ({ token, poolAddress })),
  ]);
  const balances: Balances = { ...wallets };
  for (const { token, poolAddress } of listed) {
    const pool = pools[`${token.chain}:${addressKey(token)}`];
    if (!pool) continue;
    const nativeId = idOf(nativeToken(token.chain).token);
    balances[poolAccount(poolAddress)] = { [idOf(token)]: pool.tokenReserve, [nativeId]: pool.nativeReserve };
  }
  const sums = sumByToken(balances);
  const supplies = [...allChains.map((chain) => nativeToken(chain).token), ...listed.map(({ token }) => token)];
  const crowd = supplies.map((token): [string, bigint] => [
    idOf(token),
    supplyOf(token) - (sums.get(idOf(token)) ?? 0n),
  ]);
  balances[crowdAccount] = texts(crowd.filter(([, left]) => left > 0n));
  balances[worldAccount] = texts([...sumByToken(balances)].map(([tokenId, sum]) => [tokenId, -sum]));
  return balances;
}

function sumByToken(balances: Balances): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const held of Object.values(balances))
    for (const [tokenId, amount] of Object.entries(held)) sums.set(tokenId, (sums.get(tokenId) ?? 0n) + BigInt(amount));
  return sums;
}

const addressKey = ({ chain, address }: PaperToken) =>
  chains[chain].family === 'evm' ? address.toLowerCase() : address;
const supplyOf = ({ supply, decimals }: PaperToken) => BigInt(Math.round(supply)) * 10n ** BigInt(decimals);
const texts = (amounts: readonly (readonly [string, bigint])[]) =>
  Object.fromEntries(amounts.map(([tokenId, amount]) => [tokenId, String(amount)]));

const decimal = (value: number): string => new Big(value).toFixed();
const exact = (usd: number): string => String(exactly(usd));

const exactTrade = (trade: OldTrade): object => ({
  ...trade,
  sizeUsd: decimal(trade.sizeUsd),
  priceUsd: decimal(trade.priceUsd),
  realisedUsd: decimal(trade.realisedUsd),
});

function exactCost(cost: OldCost): object {
  const baseUnits = (coins: number) =>
    new Big(coins).times(new Big(10).pow(chains[cost.chain].nativeDecimals)).toFixed(0);
  return {
    ...cost,
    costUsd: exact(cost.costUsd),
    boughtUsd: exact(cost.boughtUsd),
    soldUsd: exact(cost.soldUsd),
    realisedUsd: exact(cost.realisedUsd),
    boughtNative: baseUnits(cost.boughtNative),
    soldNative: baseUnits(cost.soldNative),
  };
}
