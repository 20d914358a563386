import Big from 'big.js';
import type { z } from 'zod';
import { fieldsOf } from '../../domain/fields.ts';
import { updateSettings as endpoint } from '../../protocol/endpoints/account.ts';
import { type SettingChange, settingAt, type TradeSettings, withSetting } from '../../stores/account/setting-rows.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';

export interface UpdateSettings {
  /** The complete settings as last read. Fields without changes are written back as they are. */
  readonly settings: TradeSettings;
  readonly changes: readonly SettingChange[];
  /** The changes as text, such as `Solana buy p1: slippage 2 % → 1 %`. */
  readonly summary: string;
}

/** Writes the complete trade settings with these fields changed; the service has no partial update. */
export const settingsIntent = (
  _: IntentContext,
  { settings, changes, summary }: UpdateSettings,
): Intent<typeof endpoint> => ({
  endpoint,
  input: { body: { tradeSettings: fieldsOf(changes.reduce(withSetting, settings)) } },
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
    // The same JSON; the schema's type of it can be written to.
    changes: changes.map(({ path, value }) => ({ path: [...path], value: value as z.core.util.JSONType })),
  },
  readResult: ({ tradeSettings }) => {
    const missed = changes.find(({ path, value }) => !isSame(settingAt(tradeSettings, path), value));
    return missed
      ? {
          accepted: false,
          code: 'NOT_TAKEN',
          message: `the service returned settings without the requested ${missed.path.join('.')}`,
          isProven: false,
        }
      : { accepted: true, message: `Settings changed: ${summary}` };
  },
});

/** The service may write a decimal as a number, and an empty value as null. */
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
