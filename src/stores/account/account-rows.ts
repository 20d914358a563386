import Big from 'big.js';
import { allChains, chains } from '../../domain/market/chain.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { bpsText, formatUsd, groupThousands } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskQueries } from '../desk-data.ts';

type Usage = DeskQueries['usage'];
type Constraints = NonNullable<Usage['constraints']>;

/** A row of the wallet list, which includes archived wallets. Texts are cleaned. */
export interface WalletRow {
  readonly key: string;
  readonly walletId: string;
  readonly label: string;
  /** As the service writes it; null for a multi-chain wallet. */
  readonly chain: string | null;
  readonly state: string;
  readonly isActive: boolean;
  readonly address: string;
  readonly archivedAt: string | null;
  /** Why it cannot be read; null when it can. */
  readonly problem: string | null;
  /** The item of the response that the row was built from. */
  readonly source?: object;
}

export interface GroupRow {
  readonly key: string;
  readonly groupId: string;
  readonly name: string;
  /** `svm`, `base` …; null for a group of any chain. */
  readonly chain: string | null;
  readonly walletIds: readonly string[];
  /** Labels of its wallets, in the group's order; the id of a wallet that the account does not have. */
  readonly wallets: readonly string[];
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly problem: string | null;
  readonly source?: object;
}

/** How much of a limit is used. */
export interface Gauge {
  readonly id: string;
  readonly label: string;
  /** null where the service does not say. */
  readonly used: Big | null;
  readonly of: Big;
  readonly unit: 'usd' | 'count';
  /** What to say where `used` is null; absent: that the service does not report it. */
  readonly unknown?: string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

const name = (text: unknown): string => cleanText(text, textLimits.name);
const address = (text: unknown): string => cleanText(text, 100);

export const walletRows = (wallets: DeskQueries['wallets'] | undefined): WalletRow[] =>
  (wallets ?? []).map((wallet, index) =>
    isUnreadable(wallet)
      ? { ...noWallet, key: `wallet unreadable ${index}`, problem: name(wallet.unreadable), source: wallet }
      : {
          key: `wallet ${wallet.walletId}`,
          walletId: wallet.walletId,
          label: name(wallet.label || wallet.walletId),
          chain: wallet.chain == null ? null : name(wallet.chain),
          state: cleanText(wallet.state, textLimits.symbol),
          isActive: wallet.state.toUpperCase() !== 'ARCHIVED',
          address: address(wallet.address),
          archivedAt: wallet.archivedAt == null ? null : name(wallet.archivedAt),
          problem: null,
          source: wallet,
        },
  );

const noWallet: Omit<WalletRow, 'key' | 'problem'> = {
  walletId: '',
  label: '',
  chain: null,
  state: '',
  isActive: false,
  address: '',
  archivedAt: null,
};

export function groupRows(
  groups: DeskQueries['groups'] | undefined,
  wallets: DeskQueries['wallets'] | undefined,
): GroupRow[] {
  const labels = new Map(walletRows(wallets).map(({ walletId, label }) => [walletId, label]));
  return (groups?.groups ?? []).flatMap((group, index): GroupRow[] => {
    if (isUnreadable(group))
      return [{ ...noGroup, key: `group unreadable ${index}`, problem: name(group.unreadable), source: group }];
    if (group.archived === true) return [];
    return [
      {
        key: `group ${group.groupId}`,
        groupId: group.groupId,
        name: name(group.name),
        chain: group.chain == null ? null : name(group.chain),
        walletIds: group.walletIds,
        wallets: group.walletIds.map((walletId) => labels.get(walletId) ?? name(walletId)),
        createdAt: group.createdAt == null ? null : name(group.createdAt),
        updatedAt: group.updatedAt == null ? null : name(group.updatedAt),
        problem: null,
        source: group,
      },
    ];
  });
}

const noGroup: Omit<GroupRow, 'key' | 'problem'> = {
  groupId: '',
  name: '',
  chain: null,
  walletIds: [],
  wallets: [],
  createdAt: null,
  updatedAt: null,
};

/** How much of each of the key's limits is used. `since`: orders accepted after the usage was read, counted by the desk. */
export function keyGauges({ constraints, usage }: Usage, since: number): Gauge[] {
  if (!constraints) return [];
  const counted = (used: number | null | undefined, more = 0): Big | null =>
    used == null ? null : new Big(used).plus(more);
  const count = (id: string, label: string, of: number, used: Big | null): Gauge => ({
    id,
    label,
    used,
    of: new Big(of),
    unit: 'count',
  });
  const usd = (id: string, label: string, of: string | null | undefined, used: string | null | undefined): Gauge[] => {
    const limit = readDecimal(of);
    return limit ? [{ id, label, used: readDecimal(used), of: limit, unit: 'usd' }] : [];
  };
  const { executionsLastHour, executionsLastDay, executionsNow, limitOrdersLastDay } = usage ?? {};
  return [
    count('hour', 'executions/hour', constraints.maxExecutionsPerHour, counted(executionsLastHour, since)),
    count('day', 'executions/day', constraints.maxExecutionsPerDay, counted(executionsLastDay, since)),
    count('now', 'concurrent', constraints.maxConcurrentExecutions, counted(executionsNow)),
    count('orders', 'trigger orders/day', constraints.maxLimitOrdersPerDay, counted(limitOrdersLastDay)),
    ...usd('buy', 'bought USD/day', constraints.maxBuyUsdPerDay, usage?.buyUsdLastDay),
    ...usd('sell', 'sold USD/day', constraints.maxSellUsdPerDay, usage?.sellUsdLastDay),
  ];
}

export const keyScopes = ({ scopes }: Usage): string[] =>
  scopes.map((scope) => (isUnreadable(scope) ? `unreadable: ${name(scope.unreadable)}` : cleanText(scope, 100)));

/** What the service guards with scopes that nobody has published, so that no list of scopes says whether a key has them. */
export const unknownScopes = (): string[] => [
  ...new Set(allEndpoints.flatMap(({ id, scope }) => (scope === 'unknown' ? [id.split('.')[0] ?? id] : []))),
];

/** What a key limits although no request can carry it. */
export const notSent = 'priority fee, bribe, MEV protection: not in the API';

/** All other constraints of the key, as texts, including those without a limit. */
export function keyFacts(constraints: Constraints, wallets: readonly WalletRow[]): Fact[] {
  const yes = (allowed: boolean): string => (allowed ? 'allowed' : 'not allowed');
  const usd = (value: string | null | undefined): string => {
    const limit = readDecimal(value);
    return limit ? `at most ${formatUsd(limit)} USD` : 'no limit';
  };
  const pct = (value: number | null | undefined): string => (value == null ? 'no limit' : `at most ${value} %`);
  const { allowedNetworks, allowedWalletIds, maxSlippageBps } = constraints;
  const labelOf = (walletId: string): string =>
    wallets.find((one) => one.walletId === walletId)?.label ?? name(walletId);
  return [
    { label: 'buys', value: yes(constraints.buysEnabled) },
    { label: 'sells', value: yes(constraints.sellsEnabled) },
    { label: 'networks', value: allowedNetworks ? allowedNetworks.map(networkName).join(', ') || 'none' : 'all' },
    { label: 'wallets', value: allowedWalletIds ? allowedWalletIds.map(labelOf).join(', ') || 'none' : 'all' },
    { label: 'a buy', value: usd(constraints.maxBuyUsdPerTrade) },
    { label: 'a sell', value: usd(constraints.maxSellUsdPerTrade) },
    { label: 'a trigger order', value: usd(constraints.maxLimitOrderUsdPerOrder) },
    { label: 'sell % of holding', value: pct(constraints.maxSellPositionPct) },
    { label: 'price impact', value: pct(constraints.maxPriceImpactPct) },
    { label: 'slippage', value: maxSlippageBps == null ? 'no limit' : `at most ${slippage(maxSlippageBps)}` },
    { label: 'own network fee', value: yes(constraints.allowCustomGas) },
    { label: 'bribes', value: yes(constraints.allowBribes) },
  ];
}

const slippage = (bps: number): string => `${bpsText(bps)} (${groupThousands(String(bps))} bps)`;

/** Name of a network in the key's constraints, which the service gives as a number. */
function networkName(number: number): string {
  const chain = allChains.find((one) => chains[one].allowedNetwork === number);
  return chain ? chains[chain].name : `network ${number}`;
}
