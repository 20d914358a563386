import type { Reading } from '../../../stores/desk-data.ts';
import type { DeskView } from '../../desk/desk.ts';
import { muted, plainText } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { answerOf, oneClickText, sectionColumns } from './account-columns.ts';
import { accountDetails, accountFields } from './account-details.ts';
import { type AccountEntry, accountEntries, suggestionsRead } from './account-entry.ts';
import type { AccountSection } from './account-sections.ts';

const sectionOf = (desk: DeskView): AccountSection => desk.ui.getState().account.section;

/** Agent sessions are the desk's own state, not a read: they are always there. */
const always = (desk: DeskView): Reading<unknown> => ({
  data: true,
  updatedAtMs: desk.now(),
  problem: null,
  problemAtMs: 0,
  isFetching: false,
});

/** The read that a section shows. */
export function sectionReading(desk: DeskView, section: AccountSection): Reading<unknown> {
  const { data } = desk;
  switch (section) {
    case 'agents':
      return always(desk);
    case 'suggestions':
      return data.read(suggestionsRead(desk));
    default:
      return data.read(section);
  }
}

export const loadingWords: Readonly<Record<AccountSection, string>> = {
  wallets: 'Reading the wallets …',
  groups: 'Reading the wallet groups …',
  settings: 'Reading the trade settings …',
  suggestions: 'Reading the suggestions …',
  agents: '',
};

const emptyWords: Readonly<Record<AccountSection, string>> = {
  wallets: 'This account has no wallets. Create one in the service’s web terminal, then press {desk.refresh}.',
  groups: 'No wallet groups. A group names wallets that trade together: {account.new} creates one.',
  settings: 'The service keeps no trade settings for this account.',
  suggestions: 'No open suggestions. Agents suggest trades here, for you to place; {account.new} suggests one.',
  agents: 'No agent sessions since the desk started: {account.new} starts one. Earlier sessions are not kept.',
};

/** Text for an empty section. */
export const emptyText = (desk: DeskView, section: AccountSection): string =>
  section === 'suggestions' && desk.ui.getState().suggestions.isAll
    ? 'No suggestions in any state. {account.new} suggests a trade.'
    : emptyWords[section];

const nouns: Readonly<Record<AccountSection, string>> = {
  wallets: 'wallet',
  groups: 'group',
  settings: 'setting',
  suggestions: 'suggestion',
  agents: 'session',
};

/** Keys, filter and export of the account pane; account-lines draws it. Sections keep the order of the service. */
export const accountPane: TablePane<AccountEntry> = {
  id: 'account',
  title: 'Account',
  heading: 'Account pane',
  home: 'account',
  focus: {
    title: 'account',
    description: 'Focus the account: wallets, groups, settings, suggestions, agents',
    keys: ['-'],
  },
  // Open suggestions always: their ids are evidence when one is sent.
  wants: ({ ui }) => {
    const { isAll, pages } = ui.getState().suggestions;
    const names = ['settings', 'groups', 'suggestions'] as const;
    return { names: isAll ? [...names, 'allSuggestions'] : names, suggestionPages: pages };
  },
  columns: [],
  reading: (desk) => sectionReading(desk, sectionOf(desk)),
  refreshMs: (desk) => desk.refreshMs.account,
  rows: accountEntries,
  keyOf: ({ key }) => key,
  problemOf: (entry) => ('row' in entry && 'problem' in entry.row ? entry.row.problem : null),
  sortValue: () => null,
  searchText: (entry) => [...cellTexts(entry), extraText(entry)].join(' '),
  fields: accountFields,
  summary: (desk, rows) => {
    const section = sectionOf(desk);
    const isOpenOnly = section === 'suggestions' && !desk.ui.getState().suggestions.isAll;
    const count = `${rows.length}${section === 'suggestions' ? moreMark(desk) : ''}`;
    return [muted(`${count} ${isOpenOnly ? 'open ' : ''}${nouns[section]}${rows.length === 1 ? '' : 's'}`)];
  },
  empty: 'Nothing to show. {account.next} goes to the next section.',
  loading: 'Reading the account …',
  details: accountDetails,
};

/** + if the service has older suggestions than those read. */
export const moreMark = (desk: DeskView): string => (desk.data.read(suggestionsRead(desk)).data?.nextCursor ? '+' : '');

const sections: Readonly<Record<AccountEntry['kind'], AccountSection>> = {
  wallet: 'wallets',
  group: 'groups',
  setting: 'settings',
  suggestion: 'suggestions',
  session: 'agents',
};

const cellTexts = (entry: AccountEntry): string[] =>
  sectionColumns[sections[entry.kind]].map((column) => plainText([column.cell(entry)]));

/** Searchable text of a row that is in none of its cells. */
function extraText(entry: AccountEntry): string {
  if (entry.kind === 'wallet') return entry.row.address;
  if (entry.kind === 'suggestion') return `${entry.row.address} ${entry.row.keyName}`;
  if (entry.kind === 'session') return answerOf(entry.session);
  if (entry.kind === 'setting' && entry.row.kind === 'one-click') return oneClickText(entry.row.value);
  return '';
}
