import { chains } from '../../domain/market/chain.ts';
import type { HandlerInput, ResponseInput } from '../../protocol/endpoint.ts';
import type { getSettings, updateSettings } from '../../protocol/endpoints/account.ts';

export type TradeSettings = ResponseInput<typeof getSettings>['tradeSettings'];
export type TradeSettingsUpdate = HandlerInput<typeof updateSettings>['body']['tradeSettings'];

const solanaPreset = (slippageBps: number, customPriorityFeeSol: string | null, bribeAmountSol: string | null) => ({
  type: 'solana',
  slippageBps,
  mevProtectionEnabled: true,
  customPriorityFeeSol,
  bribeAmountSol,
  maxPriceImpactPct: null,
});

const evmPreset = (slippageBps: number, maxPriorityFeePerGasGwei: string | null) => ({
  type: 'evm',
  slippageBps,
  mevProtectionEnabled: true,
  maxPriceImpactPct: null,
  maxPriorityFeePerGasGwei,
  bribeAmountNative: null,
});

/** The slots of a network: `auto` and two presets, the second for urgent trades. */
function presetSlots(calmBps: number, hastyBps: number): NonNullable<TradeSettings['chainPresetsBuy']> {
  return byNetwork((family) =>
    family === 'svm'
      ? {
          auto: solanaPreset(calmBps, null, null),
          p1: solanaPreset(calmBps * 2, '0.0005', null),
          p2: solanaPreset(hastyBps, '0.002', '0.001'),
        }
      : { auto: evmPreset(calmBps, null), p1: evmPreset(calmBps * 2, '1.5'), p2: evmPreset(hastyBps, '3') },
  );
}

/** Settings of a new paper account, keyed by the service's network numbers, such as 6 for Solana. */
export function defaultSettings(): TradeSettings {
  const defaultWallets = { solana: 'wal_main', base: 'wal_base', bsc: 'wal_cold', monad: 'wal_monad' };
  const keyed = Object.entries(defaultWallets).map(
    ([chain, walletId]) => [networkKey(chain as keyof typeof chains), walletId] as const,
  );
  return {
    autoEnableMultisend: false,
    chainPresetsBuy: presetSlots(100, 1000),
    chainPresetsSell: presetSlots(150, 1500),
    defaultWallets: {
      defaultWalletByNetwork: Object.fromEntries(keyed),
      selectedWalletIdsByNetwork: Object.fromEntries(
        keyed.map(([network, walletId]) => [network, { walletIds: [walletId] }]),
      ),
    },
    oneClickMode: byNetwork((family) => ({
      enabled: false,
      buyPresets: family === 'svm' ? ['0.1', '0.5', '1', '2'] : ['0.01', '0.05', '0.1', '0.25'],
      sellPresets: ['25', '50', '75', '100'],
    })),
  };
}

/** Fields in the update replace the current ones completely; wallet groups have their own operations. */
export function mergeSettings(present: TradeSettings, update: TradeSettingsUpdate): TradeSettings {
  const { walletGroups: _, ...fields } = update;
  return { ...present, ...(structuredClone(fields) as TradeSettings) };
}

/** Wallets named in the default-wallet part of an update. */
export function namedWallets({ defaultWallets }: TradeSettingsUpdate): string[] {
  const selected = Object.values(defaultWallets?.selectedWalletIdsByNetwork ?? {});
  return [
    ...Object.values(defaultWallets?.defaultWalletByNetwork ?? {}),
    ...selected.flatMap(({ walletIds }) => walletIds),
  ];
}

/** The settings without a wallet that was archived, and whether a network's default was this wallet. */
export function withoutWallet(settings: TradeSettings, walletId: string) {
  const { defaultWallets } = settings;
  const defaults = Object.entries(defaultWallets?.defaultWalletByNetwork ?? {});
  const selected = Object.entries(defaultWallets?.selectedWalletIdsByNetwork ?? {});
  const kept = defaults.filter(([, id]) => id !== walletId);
  const others = selected.map(([network, { walletIds, ...rest }]) => {
    const left = walletIds.filter((id) => id !== walletId);
    return [network, { ...rest, walletIds: left }] as const;
  });
  return {
    hadDefault: kept.length < defaults.length,
    settings: {
      ...settings,
      defaultWallets: {
        ...defaultWallets,
        defaultWalletByNetwork: Object.fromEntries(kept),
        selectedWalletIdsByNetwork: Object.fromEntries(others),
      },
    },
  };
}

const networkKey = (chain: keyof typeof chains): string => String(chains[chain].allowedNetwork);

const byNetwork = <T>(make: (family: 'svm' | 'evm') => T): Record<string, T> =>
  Object.fromEntries(Object.values(chains).map(({ allowedNetwork, family }) => [String(allowedNetwork), make(family)]));
