import { z } from 'zod';
import { flag, text, whole } from './request.ts';
import { decimal, openEnum, opt } from './schema.ts';

/*
 * The settings are read, changed and written back whole, so every object here keeps the fields it does not know:
 * dropping one on the way would erase it at the service.
 */

const preset = z.looseObject({
  type: openEnum('solana', 'evm'),
  slippageBps: opt(z.number()),
  mevProtectionEnabled: opt(z.boolean()),
  maxPriceImpactPct: opt(z.number()),
  customPriorityFeeSol: opt(decimal()),
  bribeAmountSol: opt(decimal()),
  maxPriorityFeePerGasGwei: opt(decimal()),
  bribeAmountNative: opt(decimal()),
});

const presetSlots = z.record(z.string(), z.looseObject({ auto: opt(preset), p1: opt(preset), p2: opt(preset) }));

/** Older entries carry `id` and `networkId` where the contract's group has `groupId` and `chain`. */
const settingsGroup = z.looseObject({ name: opt(z.string()), walletIds: opt(z.array(z.string())) });

const defaultWallets = z.looseObject({
  defaultWalletByNetwork: opt(z.record(z.string(), z.string())),
  selectedWalletIdsByNetwork: opt(z.record(z.string(), z.looseObject({ walletIds: z.array(z.string()) }))),
});

export const tradeSettings = z.looseObject({
  autoEnableMultisend: opt(z.boolean()),
  chainPresetsBuy: opt(presetSlots),
  chainPresetsSell: opt(presetSlots),
  defaultWallets: opt(defaultWallets),
  oneClickMode: opt(
    z.record(
      z.string(),
      z.looseObject({
        enabled: opt(z.boolean()),
        buyPresets: opt(z.array(z.string())),
        sellPresets: opt(z.array(z.string())),
      }),
    ),
  ),
  walletGroups: opt(z.array(settingsGroup)),
});

const presetUpdate = z.looseObject({ slippageBps: whole('slippageBps', 0, 10_000).optional() });
const presetSlotsUpdate = z.record(z.string(), z.record(z.string(), presetUpdate));

/** What PUT takes: the fields that the contract shows, each by its type; inner fields that it leaves open pass. */
export const tradeSettingsUpdate = z.looseObject({
  autoEnableMultisend: flag('autoEnableMultisend').optional(),
  chainPresetsBuy: presetSlotsUpdate.optional(),
  chainPresetsSell: presetSlotsUpdate.optional(),
  defaultWallets: z
    .looseObject({
      defaultWalletByNetwork: z.record(z.string(), text('wallet id')).optional(),
      selectedWalletIdsByNetwork: z
        .record(z.string(), z.looseObject({ walletIds: z.array(text('wallet id')) }))
        .optional(),
    })
    .optional(),
  oneClickMode: z.record(z.string(), z.unknown()).optional(),
  walletGroups: z.array(z.looseObject({})).optional(),
});
