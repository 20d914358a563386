import type { GroupRow, WalletRow } from '../../../stores/account/account-rows.ts';
import type { SettingRow } from '../../../stores/account/setting-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { agentForm } from '../../forms/agent/agent-form.ts';
import { createGroupForm } from '../../forms/group/create-group-form.ts';
import { deleteGroupForm } from '../../forms/group/delete-group-form.ts';
import { type GroupChange, groupWalletsForm } from '../../forms/group/group-wallets-form.ts';
import { renameGroupForm } from '../../forms/group/rename-group-form.ts';
import { multisendForm } from '../../forms/multisend/multisend-form.ts';
import { openForm } from '../../forms/open-form.ts';
import { settingFields } from '../../forms/settings/setting-fields.ts';
import { settingsForm } from '../../forms/settings/settings-form.ts';
import { suggestionForm } from '../../forms/suggestion/suggestion-form.ts';
import { archiveForm, unarchiveForm } from '../../forms/wallet/archive-form.ts';
import { archiveSeveralForm } from '../../forms/wallet/archive-several-form.ts';
import { moveWalletForm } from '../../forms/wallet/move-wallet-form.ts';
import { newWalletsForm } from '../../forms/wallet/new-wallets-form.ts';
import type { AccountEntry } from '../../panes/account/account-entry.ts';
import { nextSection } from '../../panes/account/account-sections.ts';
import { selectedRow } from '../../panes/pane-rows.ts';
import { commandTable } from '../command-table.ts';
import { type WalletVerb, whyNotOnWallet } from './why-not-on-wallet.ts';

const selected = (desk: Desk): AccountEntry | null => selectedRow(desk, 'account');

function selectedGroup(desk: Desk): GroupRow | null {
  const entry = selected(desk);
  return entry?.kind === 'group' && entry.row.problem === null ? entry.row : null;
}

function selectedWallet(desk: Desk): WalletRow | null {
  const entry = selected(desk);
  return entry?.kind === 'wallet' && entry.row.problem === null ? entry.row : null;
}

function selectedSetting(desk: Desk): SettingRow | null {
  const entry = selected(desk);
  return entry?.kind === 'setting' ? entry.row : null;
}

const sectionOf = (desk: Desk) => desk.ui.getState().account.section;

type GroupVerb = 'new' | 'suggestions' | 'edit' | 'add' | 'remove' | 'order' | 'delete';
type AccountVerb = GroupVerb | WalletVerb;

/** Why a command of the pane is disabled for the current selection; null if it is enabled. */
function whyNotInAccount(desk: Desk, verb: AccountVerb): string | null {
  return desk.ui.getState().focus === 'account'
    ? whyNotOnSelected(desk)[verb]
    : 'focus the account pane ({focus.account}) first';
}

function whyNotOnSelected(desk: Desk): Readonly<Record<AccountVerb, string | null>> {
  const section = sectionOf(desk);
  const group = selectedGroup(desk);
  const inGroups =
    section !== 'groups'
      ? 'only for wallet groups: {account.next} goes to the Groups section'
      : group
        ? null
        : 'no wallet group is selected: {account.new} creates one';
  const members =
    inGroups ?? (group?.walletIds.length === 0 ? 'this group has no wallets yet: {account.add} adds some' : null);
  const groupOrSetting =
    section === 'groups' ? inGroups : 'only for groups and settings: {account.next} goes to their sections';
  return {
    new: whyNothingNew(desk),
    suggestions:
      section === 'suggestions' ? null : 'only for suggestions: {account.next} goes to the Suggestions section',
    edit: section === 'settings' ? whyNotEdited(desk) : groupOrSetting,
    add: inGroups,
    remove: members,
    order: members ?? (group?.walletIds.length === 1 ? 'the group has only one wallet' : null),
    delete: inGroups,
    ...whyNotOnWallet(desk, sectionOf(desk), selectedWallet(desk)),
  };
}

function whyNothingNew(desk: Desk): string | null {
  const section = sectionOf(desk);
  return section === 'settings' ? 'nothing is created in this section: {account.next} goes to the next section' : null;
}

function whyNotEdited(desk: Desk): string | null {
  const row = selectedSetting(desk);
  if (!row) return 'no setting is selected';
  return settingFields(row).length > 0 ? null : 'read-only here: change it in the service’s web terminal';
}

/** Commands of the account pane. */
export const accountCommands = commandTable({
  'account.next': {
    title: 'section',
    description: 'Go to the next section of the account',
    scope: 'account',
    hint: 1,
    keys: ['t', ']'],
    run: (desk) => showSection(desk, 1),
  },
  'account.previous': {
    title: 'prev section',
    description: 'Go to the previous section of the account',
    scope: 'account',
    keys: ['['],
    run: (desk) => showSection(desk, -1),
  },
  'account.new': {
    title: 'new',
    description: 'Create wallets, a group, a suggestion or an agent task, depending on the section',
    scope: 'account',
    isTrade: true,
    hint: 2,
    whyDisabled: (desk) => whyNotInAccount(desk, 'new'),
    keys: ['n'],
    run: openNew,
  },
  'account.suggestions': {
    title: 'open/all',
    description: 'Show only open suggestions, or also those acted on, dismissed or expired',
    scope: 'account',
    hint: 18,
    isUrgent: (desk) => desk.ui.getState().focus === 'account' && sectionOf(desk) === 'suggestions',
    whyDisabled: (desk) => whyNotInAccount(desk, 'suggestions'),
    keys: ['f'],
    run: showDecided,
  },
  'account.edit': {
    title: 'edit',
    description: 'Rename the selected group, or edit the selected settings',
    scope: 'account',
    isTrade: true,
    hint: 3,
    whyDisabled: (desk) => whyNotInAccount(desk, 'edit'),
    keys: ['e'],
    run: edit,
  },
  'account.add': {
    title: 'add',
    description: 'Add wallets to the selected group',
    scope: 'account',
    isTrade: true,
    hint: 5,
    whyDisabled: (desk) => whyNotInAccount(desk, 'add'),
    keys: ['a'],
    run: (desk) => changeWallets(desk, 'add'),
  },
  'account.remove': {
    title: 'remove',
    description: 'Remove wallets from the selected group',
    scope: 'account',
    isTrade: true,
    hint: 6,
    whyDisabled: (desk) => whyNotInAccount(desk, 'remove'),
    keys: ['x'],
    run: (desk) => changeWallets(desk, 'remove'),
  },
  'account.order': {
    title: 'reorder',
    description: 'Reorder the wallets of the selected group',
    scope: 'account',
    isTrade: true,
    hint: 7,
    whyDisabled: (desk) => whyNotInAccount(desk, 'order'),
    keys: ['w'],
    run: (desk) => changeWallets(desk, 'order'),
  },
  'account.delete': {
    title: 'delete',
    description: 'Delete the selected group and keep its wallets',
    scope: 'account',
    isTrade: true,
    hint: 8,
    whyDisabled: (desk) => whyNotInAccount(desk, 'delete'),
    keys: ['d'],
    run: (desk) => onGroup(desk, (group) => openForm(desk, deleteGroupForm(desk, group))),
  },
  'account.multisend': {
    title: 'multisend',
    description: 'Enable multisend, which trigger orders need, for the selected Solana wallet',
    scope: 'account',
    isTrade: true,
    hint: 9,
    whyDisabled: (desk) => whyNotInAccount(desk, 'multisend'),
    keys: ['M'],
    run: (desk) =>
      onWallet(desk, ({ walletId, address, label }) =>
        openForm(desk, multisendForm(desk, { walletId, address, label, chain: 'solana' }, null)),
      ),
  },
  'account.archive': {
    title: 'archive',
    description: 'Archive the selected wallet, which keeps what it holds',
    scope: 'account',
    isTrade: true,
    hint: 4,
    whyDisabled: (desk) => whyNotInAccount(desk, 'archive'),
    keys: ['c'],
    run: (desk) => onWallet(desk, (wallet) => openForm(desk, archiveForm(desk, wallet))),
  },
  'account.unarchive': {
    title: 'unarchive',
    description: 'Bring the selected archived wallet back',
    scope: 'account',
    isTrade: true,
    whyDisabled: (desk) => whyNotInAccount(desk, 'unarchive'),
    keys: ['u'],
    run: (desk) => onWallet(desk, (wallet) => openForm(desk, unarchiveForm(desk, wallet))),
  },
  'account.archiveSeveral': {
    title: 'archive several',
    description: 'Archive several wallets in one request, or those of the selected group',
    scope: 'account',
    isTrade: true,
    whyDisabled: (desk) => whyNotInAccount(desk, 'archiveSeveral'),
    keys: ['b'],
    run: (desk) => openForm(desk, archiveSeveralForm(desk, selectedGroup(desk))),
  },
  'account.move': {
    title: 'move',
    description: 'Move the selected wallet out of a group, into one, or between two',
    scope: 'account',
    isTrade: true,
    whyDisabled: (desk) => whyNotInAccount(desk, 'move'),
    keys: ['m'],
    run: (desk) => onWallet(desk, (wallet) => openForm(desk, moveWalletForm(desk, wallet))),
  },
});

/** Starts at the first page again. */
function showDecided(desk: Desk): void {
  desk.ui.setState(({ suggestions: { isAll } }) => ({ suggestions: { isAll: !isAll, pages: 1 } }));
}

/** Drops the filter: it was typed for the section before. */
function showSection(desk: Desk, step: 1 | -1): void {
  desk.ui.setState(({ account, filter: { account: _filter, ...filter } }) => ({
    account: { section: nextSection(account.section, step) },
    filter,
  }));
}

function openNew(desk: Desk): void {
  const section = sectionOf(desk);
  if (section === 'wallets') openForm(desk, newWalletsForm(desk));
  if (section === 'groups') openForm(desk, createGroupForm(desk));
  if (section === 'suggestions') openForm(desk, suggestionForm(desk));
  if (section === 'agents') openForm(desk, agentForm(desk, desk.data.agentSessions()[0]?.agentId ?? ''));
}

function edit(desk: Desk): void {
  const row = selectedSetting(desk);
  const settings = desk.data.read('settings').data?.tradeSettings;
  if (row && settings) openForm(desk, settingsForm(desk, row, settings));
  else onGroup(desk, (group) => openForm(desk, renameGroupForm(desk, group)));
}

const changeWallets = (desk: Desk, change: GroupChange): void =>
  onGroup(desk, (group) => openForm(desk, groupWalletsForm(desk, group, change)));

function onWallet(desk: Desk, open: (wallet: WalletRow) => void): void {
  const wallet = selectedWallet(desk);
  if (wallet) open(wallet);
}

function onGroup(desk: Desk, open: (group: GroupRow) => void): void {
  const group = selectedGroup(desk);
  if (group) open(group);
}
