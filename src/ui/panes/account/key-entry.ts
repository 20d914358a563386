import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { type Gauge, keyFacts, keyGauges, keyScopes, walletRows } from '../../../stores/account-rows.ts';
import type { Desk } from '../../desk.ts';
import type { Tone } from '../../text/span.ts';

/** What a line of the key pane is about. */
export type KeyPart = 'who' | 'use' | 'limits' | 'scopes' | 'desk';

/** A line of what is known of the account and its key. */
export interface KeyEntry {
  readonly key: string;
  readonly part: KeyPart;
  readonly label: string;
  /** Clean, nothing cut. */
  readonly value: string;
  readonly tone: Tone;
  /** A limit of which a part is used; null for anything else. */
  readonly gauge: Gauge | null;
}

const entry = (part: KeyPart, label: string, value: string, tone: Tone = 'plain'): KeyEntry => ({
  ...{ key: `${part} ${label}`, part, label, value, tone, gauge: null },
});

/** Whose key it is, what is used of its limits, what they are, and what it may do. What the desk knows itself is always there. */
export const keyEntries = (desk: Desk): readonly KeyEntry[] => [
  ...whoEntries(desk),
  ...usageEntries(desk),
  ...deskEntries(desk),
];

function whoEntries({ data }: Desk): KeyEntry[] {
  const me = data.read('me').data;
  if (!me) return [];
  return [
    entry('who', 'name', cleanText(me.displayName, textLimits.name) || 'none was given', 'title'),
    entry('who', 'user id', cleanText(me.userId, 200)),
  ];
}

function usageEntries({ data, session }: Desk): KeyEntry[] {
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
      : [entry('limits', 'limits', 'none: this key may do whatever its scopes allow', 'warn')]),
    entry('scopes', '', scopes.join('  ') || 'none were named'),
  ];
}

function deskEntries({ session, preferredWalletId }: Desk): KeyEntry[] {
  const { profile, baseUrl } = session.getState();
  return [
    entry('desk', 'profile', cleanText(profile, textLimits.name)),
    entry('desk', 'service', cleanText(baseUrl, 200)),
    entry('desk', 'own wallet', preferredWalletId ? cleanText(preferredWalletId, 200) : 'none is configured'),
  ];
}
