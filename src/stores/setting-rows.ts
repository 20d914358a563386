import { type Chain, chainNamed, chains } from '../domain/chain.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import type { DeskQueries } from './desk-data.ts';

export type TradeSettings = DeskQueries['settings']['tradeSettings'];

/** A value of JSON, as settings hold them. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One field to be set, by the keys that lead to it. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value: Json;
}

export interface SettingRow {
  /** Stays the same as long as the settings have it. */
  readonly key: string;
  readonly kind: 'preset' | 'one-click' | 'default-wallet' | 'multisend';
  /** The keys that lead to it. */
  readonly path: readonly string[];
  /** Name of the chain, or the service's own word for a network that is not known here; '' for all. */
  readonly chain: string;
  readonly what: string;
  readonly value: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The settings keyed by network use the service's numbers, such as 6 for Solana, or its names. */
export function networkChain(network: string): Chain | null {
  const byNumber = (Object.keys(chains) as Chain[]).find((chain) => String(chains[chain].allowedNetwork) === network);
  return byNumber ?? chainNamed(network.toLowerCase());
}

const known = Object.keys(chains) as Chain[];

const networkName = (network: string): string => {
  const chain = networkChain(network);
  return chain ? chains[chain].name : `network ${cleanText(network, textLimits.symbol)}`;
};

/** Everything of the settings that the desk shows, network by network; wallet groups have a section of their own. */
export function settingRows(settings: TradeSettings): SettingRow[] {
  const { chainPresetsBuy, chainPresetsSell, oneClickMode, defaultWallets } = settings;
  const wallets = fieldsOf(defaultWallets?.defaultWalletByNetwork);
  const networks = [chainPresetsBuy, chainPresetsSell, oneClickMode, wallets].flatMap((part) =>
    Object.keys(part ?? {}),
  );
  const place = (network: string): number => {
    const at = known.indexOf(networkChain(network) as Chain);
    return at < 0 ? known.length : at;
  };
  const inOrder = [...new Set(networks)].sort((a, b) => place(a) - place(b));
  const rows = inOrder.flatMap((network) => [
    ...presetRows('buy', 'chainPresetsBuy', network, fieldsOf(chainPresetsBuy)[network]),
    ...presetRows('sell', 'chainPresetsSell', network, fieldsOf(chainPresetsSell)[network]),
    ...single('one-click', ['oneClickMode', network], 'one-click', fieldsOf(oneClickMode)[network]),
    ...single(
      'default-wallet',
      ['defaultWallets', 'defaultWalletByNetwork', network],
      'default wallet',
      wallets[network],
    ),
  ]);
  return [
    ...rows,
    row('multisend', ['autoEnableMultisend'], '', 'enable multisend by itself', settings.autoEnableMultisend),
  ];
}

const presetRows = (side: 'buy' | 'sell', part: string, network: string, slots: unknown): SettingRow[] =>
  Object.entries(fieldsOf(slots))
    .filter(([, preset]) => isFields(preset))
    .map(([slot, preset]) =>
      row(
        'preset',
        [part, network, slot],
        networkName(network),
        `${side} ${cleanText(slot, textLimits.symbol)}`,
        preset,
      ),
    );

const single = (kind: SettingRow['kind'], path: readonly string[], what: string, value: unknown): SettingRow[] =>
  value === undefined || value === null ? [] : [row(kind, path, networkName(path.at(-1) ?? ''), what, value)];

const row = (
  kind: SettingRow['kind'],
  path: readonly string[],
  chain: string,
  what: string,
  value: unknown,
): SettingRow => ({ key: path.join('/'), kind, path, chain, what, value });

/** What stands at the end of a path; undefined where nothing does. */
export const settingAt = (settings: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    settings,
  );

/** The settings with one field changed: everything else is the very same, in the same order. */
export function withSetting<T>(settings: T, { path, value }: SettingChange): T {
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  const fields = fieldsOf(settings);
  const inner = rest.length === 0 ? value : withSetting(fields[key], { path: rest, value });
  return { ...fields, [key]: inner } as T;
}
