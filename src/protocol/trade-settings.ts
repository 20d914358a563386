import { z } from 'zod';
import { flag, text, whole } from './request.ts';
import { decimal, openEnum, opt } from './schema.ts';

/*
 * The settings are read, changed and written back whole, so every object here keeps unknown fields: dropping one would
 * erase it at the service.
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

/** Older entries have `id` and `networkId` instead of the contract's `groupId` and `chain`. */
const settingsGroup = z.looseObject({ name: opt(z.string()), walletIds: opt(z.array(z.string())) });

const defaultWallets = z.looseObject({
  defaultWalletByNetwork: opt(z.record(z.string(), z.string())),
  selectedWalletIdsByNetwork: opt(z.record(z.string(), z.looseObject({ walletIds: z.array(z.string()) }))),
});

const known = z.looseObject({
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

/**
 * Validated against the contract and passed on unchanged: not even a number instead of a decimal text is converted.
 * `meta().inside` is the schema that it is validated against.
 */
export const tradeSettings = z
  .custom<z.input<typeof known>>((value) => typeof value === 'object' && value !== null, 'expected an object')
  .superRefine((value, context) => {
    for (const { path, message } of known.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
  })
  .meta({ inside: known });

const presetUpdate = z.looseObject({ slippageBps: whole('slippageBps', 0, 10_000).nullish() });
const presetSlotsUpdate = z.record(z.string(), z.record(z.string(), presetUpdate.nullish()));

/**
 * Input of PUT: the contract's fields by type; inner fields that it leaves open pass. A null that was read is written
 * back.
 */
export const tradeSettingsUpdate = z.looseObject({
  autoEnableMultisend: flag('autoEnableMultisend').nullish(),
  chainPresetsBuy: presetSlotsUpdate.nullish(),
  chainPresetsSell: presetSlotsUpdate.nullish(),
  defaultWallets: z
    .looseObject({
      defaultWalletByNetwork: z.record(z.string(), text('wallet id')).nullish(),
      selectedWalletIdsByNetwork: z
        .record(z.string(), z.looseObject({ walletIds: z.array(text('wallet id')) }))
        .nullish(),
    })
    .nullish(),
  oneClickMode: z.record(z.string(), z.unknown()).nullish(),
  walletGroups: z.array(z.looseObject({})).nullish(),
});
