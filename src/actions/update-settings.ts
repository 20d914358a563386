import Big from 'big.js';
import { updateSettings as endpoint } from '../protocol/endpoints/account.ts';
import { type SettingChange, settingAt, type TradeSettings, withSetting } from '../stores/setting-rows.ts';
import type { Intent, IntentContext } from './intent.ts';

export interface UpdateSettings {
  /** The settings as they were read, whole: what they have beside the changes is written back untouched. */
  readonly settings: TradeSettings;
  readonly changes: readonly SettingChange[];
  /** The changes in words, such as `Solana buy p1: slippage 2 % → 1 %`. */
  readonly summary: string;
}

/** Writes the trade settings back with these fields changed: the service knows no smaller change. */
export const settingsIntent = (
  _: IntentContext,
  { settings, changes, summary }: UpdateSettings,
): Intent<typeof endpoint> => ({
  endpoint,
  input: { body: { tradeSettings: changes.reduce(withSetting, settings) as Record<string, unknown> } },
  summary: `set ${summary}`,
  walletId: '',
  instrument: 'settings',
  side: 'change',
  risk: 'neutral',
  usd: new Big(0),
  needs: [],
  touches: ['settings'],
  evidence: {
    kind: 'settings',
    changes: changes.map(({ path, value }) => ({ path: [...path], value: value as never })),
  },
  judge: ({ tradeSettings }) => {
    const missed = changes.find(({ path, value }) => !isSame(settingAt(tradeSettings, path), value));
    return missed
      ? {
          accepted: false,
          code: 'NOT_TAKEN',
          message: `the service answered with settings in which ${missed.path.join('.')} is not what was asked for`,
          isProven: false,
        }
      : { accepted: true, message: `Settings changed: ${summary}` };
  },
});

/** The service may write a decimal as a number, and nothing as null. */
export const isSame = (one: unknown, other: unknown): boolean => plain(one) === plain(other);

const plain = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, inner: unknown) => {
    if (typeof inner !== 'string' && typeof inner !== 'number') return inner;
    try {
      return new Big(inner).toFixed();
    } catch {
      return String(inner);
    }
  });
