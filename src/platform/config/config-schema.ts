import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { BaseUrlError, parseBaseUrl } from './base-url.ts';
import { alertsSchema } from './config-alerts.ts';
import { onOff, text, usdCap, wholeNumber } from './config-fields.ts';
import { keeperSchema, toKeeper } from './config-keeper.ts';
import { ownersSchema, toOwners } from './config-owners.ts';
import { presetsSchema } from './config-presets.ts';
import { riskSchema, toRisk } from './config-risk.ts';
import { rpcSchema, signingSchema, toSigning } from './config-signing.ts';

/** Name of the embedded service. It needs no configuration and cannot be redefined. */
export const PAPER_PROFILE = 'paper';

export const PROFILE_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;
export const PROFILE_NAME_RULE =
  'a profile name has 1 to 32 lower-case letters, digits, - or _, and begins with a letter or digit';

const baseUrl = text('the address of the service').transform((value, context) => {
  try {
    return parseBaseUrl(value);
  } catch (error) {
    if (!(error instanceof BaseUrlError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

const profile = z.strictObject({
  base_url: baseUrl,
  key_file: text('the path of an encrypted key file').optional(),
  wallet: text('a wallet id of the service').optional(),
  socket_host: text('a host name')
    .regex(/^[a-z0-9.-]+$/i, { error: 'must be a host name alone, without scheme, port or path' })
    .optional(),
  read_only: onOff.default(false),
  one_click_usd: usdCap,
});

const profileName = z
  .string()
  .regex(PROFILE_NAME, { error: PROFILE_NAME_RULE })
  .refine((name) => name !== PAPER_PROFILE, {
    error: 'the profile paper is built in and has no settings',
  });

const tokenRule = 'must be chain:address, with solana, base, bsc or monad as the chain';

/** Default value above which an order requires a typed word. */
const standardWordAboveUsd = '10000';

const closeWordRule = 'must be a number from 1 to 1000 (percent)';
const keysRule = 'must be a list of keys such as ["c", "F2"], below the command in quotes: "position.close"';

/** Every key of config.toml. docs/configuration.md describes each; a test compares the two. */
export const configSchema = z.strictObject({
  profile: z
    .string({ error: 'must be text in quotes: the name of a profile' })
    .regex(PROFILE_NAME, { error: PROFILE_NAME_RULE })
    .default('main'),
  theme: z
    .enum(['auto', 'dark', 'light', 'high-contrast', 'colour-blind', 'none'], {
      error: 'must be "auto", "dark", "light", "high-contrast", "colour-blind" or "none"',
    })
    .default('auto'),
  display: z
    .strictObject({
      flash: onOff.default(true),
      time: z.enum(['utc', 'local'], { error: 'must be "utc" or "local"' }).default('utc'),
      screen_reader: onOff.default(false),
      mouse: onOff.default(true),
      max_fps: wholeNumber(1, 60, 'frames a second', 30),
    })
    .prefault({}),
  profiles: z.record(profileName, profile).default({}),
  refresh: z
    .strictObject({
      positions_ms: wholeNumber(500, 20_000, 'milliseconds', 2_000),
      orders_ms: wholeNumber(500, 20_000, 'milliseconds', 3_000),
      balances_ms: wholeNumber(1_000, 20_000, 'milliseconds', 10_000),
      markets_ms: wholeNumber(500, 4_000, 'milliseconds', 2_000),
      usage_ms: wholeNumber(5_000, 600_000, 'milliseconds', 60_000),
    })
    .prefault({}),
  tape: z
    .strictObject({
      tokens: z
        .array(
          z.string({ error: tokenRule }).regex(/^(solana|base|bsc|monad):[A-Za-z0-9]{20,64}$/, { error: tokenRule }),
        )
        .max(50, { error: 'must name at most 50 tokens' })
        .default([]),
      min_usd: z
        .number({ error: 'must be a number from 0 (USD)' })
        .min(0, { error: 'must be a number from 0 (USD)' })
        .max(1_000_000_000, { error: 'must be at most 1000000000 (USD)' })
        .default(0),
    })
    .prefault({}),
  balances: z
    .strictObject({
      native_unit: z
        .enum(['as-given', 'whole', 'base-units'], { error: 'must be "as-given", "whole" or "base-units"' })
        .default('as-given'),
    })
    .prefault({}),
  caps: z
    .strictObject({
      max_order_usd: usdCap,
      word_above_usd: usdCap,
      close_word_above_pct: z
        .number({ error: closeWordRule })
        .min(1, { error: closeWordRule })
        .max(1_000, { error: closeWordRule })
        .optional(),
      max_slippage_bps: wholeNumber(1, 5_000, 'basis points', 1_000),
      collar_pct: z
        .number({ error: 'must be a number from 0.1 to 50 (percent)' })
        .min(0.1, { error: 'must be from 0.1 to 50 (percent)' })
        .max(50, { error: 'must be from 0.1 to 50 (percent)' })
        .default(2),
    })
    .prefault({}),
  risk: riskSchema,
  keeper: keeperSchema,
  owners: ownersSchema,
  alerts: alertsSchema,
  presets: presetsSchema,
  rpc: rpcSchema,
  signing: signingSchema,
  names: z.record(z.string(), text('the name or value that your service uses')).default({}),
  keys: z
    .record(
      z.string(),
      z.array(z.string({ error: keysRule }), { error: keysRule }).max(8, { error: 'must name at most 8 keys' }),
    )
    .default({}),
});

export interface ProfileConfig {
  readonly baseUrl: string;
  readonly keyFile: string | null;
  /** Id of the active wallet at start; null for the service's choice. */
  readonly wallet: string | null;
  /** Host outside the base URL's domain that the stream session may name. */
  readonly socketHost: string | null;
  /** The desk sends no mutating requests. */
  readonly isReadOnly: boolean;
  /** Orders up to this value (decimal text, USD) may skip the confirmation while one-click is armed; null: never. */
  readonly oneClickUsd: string | null;
}

export type Config = ReturnType<typeof toConfig>;

type ConfigFile = z.output<typeof configSchema>;

/** Converts the file's snake_case. Relative paths start at `folder`, the configuration's folder. */
export function toConfig(file: ConfigFile, folder: string) {
  const { refresh, tape, caps } = file;
  const names: Readonly<Record<string, string>> = file.names;
  const keys: Readonly<Record<string, readonly string[]>> = file.keys;
  const rpc: Readonly<Record<'solana' | 'base' | 'bsc' | 'monad', readonly string[]>> = file.rpc;
  return {
    profile: file.profile,
    theme: file.theme,
    display: {
      hasFlash: file.display.flash,
      time: file.display.time,
      isScreenReader: file.display.screen_reader,
      hasMouse: file.display.mouse,
      maxFps: file.display.max_fps,
    },
    profiles: toProfiles(file, folder),
    refresh: {
      positionsMs: refresh.positions_ms,
      ordersMs: refresh.orders_ms,
      balancesMs: refresh.balances_ms,
      marketsMs: refresh.markets_ms,
      usageMs: refresh.usage_ms,
    },
    tape: { tokens: tape.tokens, minUsd: tape.min_usd },
    balances: { nativeUnit: file.balances.native_unit },
    /** `maxOrderUsd` is decimal text. Null: the user set no cap. */
    caps: {
      maxOrderUsd: caps.max_order_usd ?? null,
      wordAboveUsd: caps.word_above_usd ?? standardWordAboveUsd,
      closeWordAbovePct: caps.close_word_above_pct ?? null,
      maxSlippageBps: caps.max_slippage_bps,
      collarPct: caps.collar_pct,
    },
    risk: toRisk(file.risk),
    keeper: toKeeper(file.keeper),
    owners: toOwners(file.owners),
    /** `of` as written; times in milliseconds; null disables an alert. */
    alerts: toAlerts(file, folder),
    /** Decimal texts: amounts of a native coin, and percentages of the holding. Plans as the command line takes them. */
    presets: { buy: file.presets.buy, sellPct: file.presets.sell_pct, plans: file.presets.plans },
    /** The user's own endpoints by chain. Their paths and queries may hold keys: show the host only. */
    rpc,
    signing: toSigning(file.signing),
    names,
    /** Keys by command, as written; `keys/bind-keys.ts` validates them. */
    keys,
  } as const;
}

const toProfiles = ({ profiles }: ConfigFile, folder: string): Readonly<Record<string, ProfileConfig>> =>
  Object.fromEntries(
    Object.entries(profiles).map(([name, entry]) => [
      name,
      {
        baseUrl: entry.base_url,
        keyFile: entry.key_file ? pathBelow(folder, entry.key_file) : null,
        wallet: entry.wallet ?? null,
        socketHost: entry.socket_host ?? null,
        isReadOnly: entry.read_only,
        oneClickUsd: entry.one_click_usd ?? null,
      },
    ]),
  );

const toAlerts = ({ alerts }: ConfigFile, folder: string) =>
  ({
    price: alerts.price.map(({ of, above, below }) => ({
      of,
      direction: above === undefined ? ('below' as const) : ('above' as const),
      value: above ?? below ?? '',
    })),
    orders: alerts.orders,
    plans: alerts.plans,
    positions: alerts.positions,
    liquidationPct: alerts.liquidation_pct < 0.01 ? null : alerts.liquidation_pct.toFixed(2),
    streamDownMs: alerts.stream_down_s === 0 ? null : alerts.stream_down_s * 1_000,
    keyLimit: alerts.key_limit,
    pauseMs: alerts.pause_s * 1_000,
    bell: alerts.bell,
    notification: alerts.notification,
    hook: alerts.hook ? programAt(alerts.hook, folder) : null,
  }) as const;

const pathBelow = (folder: string, path: string): string => resolve(folder, path.replace(/^~(?=\/)/, homedir()));

/** A name without a slash is searched in PATH, as usual. */
const programAt = ([program = '', ...args]: readonly string[], folder: string): readonly string[] => [
  /[\\/]/.test(program) ? pathBelow(folder, program) : program,
  ...args,
];
