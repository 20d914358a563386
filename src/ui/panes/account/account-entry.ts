import { tokenId } from '../../../domain/market/token.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { type GroupRow, groupRows, type WalletRow, walletRows } from '../../../stores/account/account-rows.ts';
import { type SettingRow, settingRows } from '../../../stores/account/setting-rows.ts';
import { type SuggestionRow, suggestionRows } from '../../../stores/account/suggestion-rows.ts';
import type { AgentSession } from '../../../stores/desk-data.ts';
import type { DeskView } from '../../desk/desk.ts';
import type { AccountSection } from './account-sections.ts';

export interface SuggestionEntry {
  readonly kind: 'suggestion';
  readonly key: string;
  readonly row: SuggestionRow;
  /** The token's symbol as the desk knows it, else as the suggestion has it, else its address. */
  readonly token: string;
  readonly nowMs: number;
}

export type AccountEntry =
  | { readonly kind: 'wallet'; readonly key: string; readonly row: WalletRow }
  | { readonly kind: 'group'; readonly key: string; readonly row: GroupRow }
  | { readonly kind: 'setting'; readonly key: string; readonly row: SettingRow }
  | SuggestionEntry
  | { readonly kind: 'session'; readonly key: string; readonly session: AgentSession; readonly nowMs: number };

/** Rows of the selected section. */
export const accountEntries = (desk: DeskView): AccountEntry[] =>
  sectionEntries(desk, desk.ui.getState().account.section);

export function sectionEntries(desk: DeskView, section: AccountSection): AccountEntry[] {
  const { data } = desk;
  switch (section) {
    case 'wallets':
      return walletRows(data.read('wallets').data).map((row) => ({ kind: 'wallet', key: row.key, row }));
    case 'groups':
      return groupRows(data.read('groups').data, data.read('wallets').data).map((row) => ({
        kind: 'group',
        key: row.key,
        row,
      }));
    case 'settings': {
      const settings = data.read('settings').data?.tradeSettings;
      return settings ? settingRows(settings).map((row) => ({ kind: 'setting', key: row.key, row })) : [];
    }
    case 'suggestions':
      return suggestionEntries(desk);
    case 'agents':
      return data.agentSessions().map((session) => ({
        kind: 'session',
        key: `session ${session.sessionId}`,
        session,
        nowMs: desk.now(),
      }));
  }
}

/** The read that the list of suggestions shows. */
export const suggestionsRead = ({ ui }: DeskView): 'suggestions' | 'allSuggestions' =>
  ui.getState().suggestions.isAll ? 'allSuggestions' : 'suggestions';

function suggestionEntries(desk: DeskView): SuggestionEntry[] {
  const nowMs = desk.now();
  return suggestionRows(desk.data.read(suggestionsRead(desk)).data).map((row) => {
    const symbol = row.chain && desk.data.token(tokenId({ chain: row.chain, address: row.address }))?.symbol;
    const token = cleanText(symbol, textLimits.symbol) || row.symbol || row.address;
    return { kind: 'suggestion', key: row.key, row, token, nowMs };
  });
}
