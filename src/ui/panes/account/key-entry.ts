import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import {
  type Gauge,
  keyFacts,
  keyGauges,
  keyScopes,
  notSent,
  unknownScopes,
  walletRows,
} from '../../../stores/account/account-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import type { Tone } from '../../text/span.ts';
import { riskEntries } from './risk-entries.ts';

/** Section of the key pane. `risk` is the account's, not the key's. */
export type KeyPart = 'risk' | 'who' | 'use' | 'limits' | 'scopes' | 'desk';

/** One line of the key pane. */
export interface KeyEntry {
  readonly key: string;
  readonly part: KeyPart;
  readonly label: string;
  /** Cleaned, not shortened. */
  readonly value: string;
  readonly tone: Tone;
  /** A limit with its usage; null for other lines. */
  readonly gauge: Gauge | null;
}

const entry = (part: KeyPart, label: string, value: string, tone: Tone = 'plain'): KeyEntry => ({
  key: `${part} ${label}`,
  part,
  label,
  value,
  tone,
  gauge: null,
});

/** The risk of the account, then owner, usage, limits and scopes of the key. The lines about the desk itself need no read. */
export const keyEntries = (desk: DeskView): readonly KeyEntry[] => [
  ...riskEntries(desk).map((one): KeyEntry => ({ ...one, key: `risk ${one.label}`, part: 'risk' })),
  ...whoEntries(desk),
  ...usageEntries(desk),
  ...deskEntries(desk),
];

function whoEntries({ data }: DeskView): KeyEntry[] {
  const me = data.read('me').data;
  if (!me) return [];
  return [
    entry('who', 'name', cleanText(me.displayName, textLimits.name) || 'not set', 'title'),
    entry('who', 'user id', cleanText(me.userId, 200)),
  ];
}

function usageEntries({ data, session }: DeskView): KeyEntry[] {
  const usage = data.read('usage').data;
  if (!usage) return [];
  const { keyId, constraints } = usage;
  const scopes = keyScopes(usage);
  return [
    entry('who', 'key id', cleanText(keyId, 200), 'title'),
    ...keyGauges(usage, session.getState().executionsSinceUsage).map(
      (gauge): KeyEntry => ({ ...entry('use', gauge.label, ''), key: `use ${gauge.id}`, gauge }),
    ),
    ...(constraints
      ? keyFacts(constraints, walletRows(data.read('wallets').data)).map(({ label, value }) =>
          entry('limits', label, value, value.startsWith('not ') ? 'muted' : 'plain'),
        )
      : [entry('limits', 'limits', 'none: this key may do everything its scopes allow', 'warn')]),
    entry('limits', 'not sent', notSent, 'muted'),
    entry('scopes', '', scopes.join('  ') || 'none'),
    { ...entry('scopes', '', `names not published: ${unknownScopes().join(', ')}`, 'muted'), key: 'scopes unknown' },
  ];
}

function deskEntries({ session, preferredWalletId }: DeskView): KeyEntry[] {
  const { profile, baseUrl } = session.getState();
  return [
    entry('desk', 'profile', cleanText(profile, textLimits.name)),
    entry('desk', 'service', cleanText(baseUrl, 200)),
    entry('desk', 'wallet', preferredWalletId ? cleanText(preferredWalletId, 200) : 'not configured'),
  ];
}
