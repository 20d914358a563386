import Big from 'big.js';
import type { z } from 'zod';
import { fieldsOf } from '../../domain/fields.ts';
import { patchSettings, updateSettings } from '../../protocol/endpoints/account.ts';
import { type SettingChange, settingAt, type TradeSettings, withSetting } from '../../stores/account/setting-rows.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';

export interface UpdateSettings {
  /** The complete settings as last read. Fields without changes are written back as they are. */
  readonly settings: TradeSettings;
  readonly changes: readonly SettingChange[];
  /** The changes as text, such as `Solana buy p1: slippage 2 % → 1 %`. */
  readonly summary: string;
}

/**
 * Sends the fields with changes and no other. Each is sent whole, with all that it contains: whether the service merges
 * maps is unknown.
 */
export function settingsIntent(_: IntentContext, draft: UpdateSettings): Intent<typeof patchSettings> {
  const changed = new Set(draft.changes.map(({ path: [field] }) => field));
  const fields = Object.entries(changedSettings(draft)).filter(([field]) => changed.has(field));
  return {
    ...common(draft),
    endpoint: patchSettings,
    input: { body: { tradeSettings: Object.fromEntries(fields) } },
    summary: `set ${draft.summary}`,
    isRefusedBy: [{ status: 501 }],
    hasSubstitute: true,
  };
}

/** Writes the complete trade settings with these fields changed, for a service that has no partial update. */
export const replaceSettingsIntent = (_: IntentContext, draft: UpdateSettings): Intent<typeof updateSettings> => ({
  ...common(draft),
  endpoint: updateSettings,
  input: { body: { tradeSettings: changedSettings(draft) } },
  summary: `replace all settings to set ${draft.summary}`,
});

const changedSettings = ({ settings, changes }: UpdateSettings) => fieldsOf(changes.reduce(withSetting, settings));

type Common = Omit<Intent<typeof updateSettings>, 'endpoint' | 'input' | 'summary'>;

/** What both ways of changing settings have in common. */
const common = ({ changes, summary }: UpdateSettings): Common => ({
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
