import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import {
  type GroupRow,
  groupRows,
  keyFacts,
  keyGauges,
  keyScopes,
  type WalletRow,
  walletRows,
} from '../../../stores/account-rows.ts';
import type { AgentSession } from '../../../stores/desk-data.ts';
import { type SettingRow, settingRows } from '../../../stores/setting-rows.ts';
import { type SuggestionRow, suggestionRows } from '../../../stores/suggestion-rows.ts';
import type { Desk } from '../../desk.ts';
import type { Tone } from '../../text/span.ts';
import type { AccountSection } from './account-sections.ts';
import { gaugeBar, gaugeText, gaugeTone } from './gauge.ts';

/** A line of what is known of the account or the key. */
export interface FactEntry {
  readonly kind: 'fact';
  readonly key: string;
  readonly label: string;
  /** A gauge's bar; '' for a fact without one. */
  readonly bar: string;
  readonly value: string;
  readonly tone: Tone;
}

export interface SuggestionEntry {
  readonly kind: 'suggestion';
  readonly key: string;
  readonly row: SuggestionRow;
  /** Symbol of the token where the desk knows it, else its address. */
  readonly token: string;
  readonly nowMs: number;
}

export type AccountEntry =
  | FactEntry
  | { readonly kind: 'wallet'; readonly key: string; readonly row: WalletRow }
  | { readonly kind: 'group'; readonly key: string; readonly row: GroupRow }
  | { readonly kind: 'setting'; readonly key: string; readonly row: SettingRow }
  | SuggestionEntry
  | { readonly kind: 'session'; readonly key: string; readonly session: AgentSession; readonly nowMs: number };

/** Rows of the section on screen. */
export const accountEntries = (desk: Desk): AccountEntry[] => sectionEntries(desk, desk.ui.getState().account.section);

export function sectionEntries(desk: Desk, section: AccountSection): AccountEntry[] {
  const { data } = desk;
  switch (section) {
    case 'who':
      return whoEntries(desk);
    case 'key':
      return keyEntries(desk);
    case 'wallets':
      return walletRows(data.read('wallets').data).map((row) => ({ kind: 'wallet', key: row.key, row }));
    case 'groups':
      return groupRows(data.read('groups').data, data.read('wallets').data).map((row) => ({
        ...{ kind: 'group', key: row.key, row },
      }));
    case 'settings': {
      const settings = data.read('settings').data?.tradeSettings;
      return settings ? settingRows(settings).map((row) => ({ kind: 'setting', key: row.key, row })) : [];
    }
    case 'suggestions':
      return suggestionEntries(desk);
    case 'agents':
      return data.agentSessions().map((session) => ({
        ...{ kind: 'session', key: `session ${session.sessionId}`, session, nowMs: desk.now() },
      }));
  }
}

const fact = (key: string, label: string, value: string, tone: Tone = 'plain', bar = ''): FactEntry => ({
  ...{ kind: 'fact', key: `fact ${key}`, label, bar, value, tone },
});

/** What this desk knows by itself comes whether the account can be read or not. */
function whoEntries(desk: Desk): FactEntry[] {
  const { mode, profile, baseUrl } = desk.session.getState();
  const me = desk.data.read('me').data;
  return [
    ...(me
      ? [
          fact('name', 'name', cleanText(me.displayName, textLimits.name) || 'none was given', 'title'),
          fact('user', 'user id', cleanText(me.userId, 200)),
        ]
      : []),
    fact('mode', 'mode', mode.toUpperCase(), mode),
    fact('profile', 'profile', cleanText(profile, textLimits.name)),
    fact('url', 'service', cleanText(baseUrl, 200)),
    fact(
      'wallet',
      'own wallet',
      desk.preferredWalletId ? cleanText(desk.preferredWalletId, 200) : 'none is configured',
    ),
  ];
}

function keyEntries({ data, session }: Desk): FactEntry[] {
  const usage = data.read('usage').data;
  if (!usage) return [];
  const { keyId, scopes, constraints } = usage;
  const gauges = keyGauges(usage, session.getState().executionsSinceUsage);
  return [
    fact('id', 'key id', cleanText(keyId, 200), 'title'),
    ...gauges.map((gauge) => fact(gauge.id, gauge.label, gaugeText(gauge), gaugeTone(gauge), gaugeBar(gauge))),
    ...(constraints
      ? keyFacts(constraints, walletRows(data.read('wallets').data)).map(({ label, value }) =>
          fact(label, label, value),
        )
      : [fact('limits', 'limits', 'none: this key may do whatever its scopes allow', 'warn')]),
    ...keyScopes(usage).map((scope, index) => fact(`scope ${index}`, 'scope', scope)),
    ...(scopes.length === 0 ? [fact('scopes', 'scopes', 'none were named')] : []),
  ];
}

function suggestionEntries(desk: Desk): SuggestionEntry[] {
  const nowMs = desk.now();
  return suggestionRows(desk.data.read('suggestions').data).map((row) => {
    const symbol = desk.data.token(`${row.chain}:${row.tokenAddress}`)?.symbol;
    const token = cleanText(symbol, textLimits.symbol) || row.tokenAddress;
    return { kind: 'suggestion', key: row.key, row, token, nowMs };
  });
}
