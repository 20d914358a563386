import { fieldsOf, isFields } from '../../domain/fields.ts';
import { allChains, chains, readChain } from '../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { DeskQueries } from '../desk-data.ts';

export type TradeSettings = DeskQueries['settings']['tradeSettings'];

/** A JSON value of the settings. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A change of one field, given by its path. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value: Json;
}

export interface SettingRow {
  /** Stable as long as the setting exists. */
  readonly key: string;
  readonly kind: 'preset' | 'one-click' | 'default-wallet' | 'multisend';
  /** Its path in the settings. */
  readonly path: readonly string[];
  /** Name of the chain, or the service's name of an unknown network; '' for all chains. */
  readonly chain: string;
  readonly what: string;
  readonly value: unknown;
}

const networkName = (network: string): string => {
  const chain = readChain(network);
  return chain ? chains[chain].name : `network ${cleanText(network, textLimits.symbol)}`;
};

/** All settings that the desk shows, by network. Wallet groups have their own section. */
export function settingRows(settings: TradeSettings): SettingRow[] {
  const { chainPresetsBuy, chainPresetsSell, oneClickMode, defaultWallets } = settings;
  const wallets = fieldsOf(defaultWallets?.defaultWalletByNetwork);
  const networks = [chainPresetsBuy, chainPresetsSell, oneClickMode, wallets].flatMap((part) =>
    Object.keys(part ?? {}),
  );
  const place = (network: string): number => {
    const chain = readChain(network);
    return chain ? allChains.indexOf(chain) : allChains.length;
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
    row('multisend', ['autoEnableMultisend'], '', 'enable multisend automatically', settings.autoEnableMultisend),
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

/** The value at a path; undefined if there is none. */
export const settingAt = (settings: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    settings,
  );

/** The settings with one field changed. Everything else stays identical, in the same order. */
export function withSetting<T>(settings: T, { path, value }: SettingChange): T {
  // The new value has the type of the old one, so the result is still a `T`.
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  const fields = fieldsOf(settings);
  const inner = rest.length === 0 ? value : withSetting(fields[key], { path: rest, value });
  return { ...fields, [key]: inner } as T;
}
