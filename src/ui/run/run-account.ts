import { chainNamed } from '../../domain/chain.ts';
import type { AccountCommand } from '../../keys/command.ts';
import type { GroupRow, WalletRow } from '../../stores/account-rows.ts';
import type { SettingRow } from '../../stores/setting-rows.ts';
import type { Desk } from '../desk.ts';
import { agentForm } from '../forms/agent/agent-form.ts';
import { createGroupForm } from '../forms/group/create-group-form.ts';
import { deleteGroupForm } from '../forms/group/delete-group-form.ts';
import { type GroupChange, groupWalletsForm } from '../forms/group/group-wallets-form.ts';
import { renameGroupForm } from '../forms/group/rename-group-form.ts';
import { multisendForm } from '../forms/multisend/multisend-form.ts';
import { openForm } from '../forms/open-form.ts';
import { settingFields } from '../forms/settings/setting-fields.ts';
import { settingsForm } from '../forms/settings/settings-form.ts';
import { suggestionForm } from '../forms/suggestion/suggestion-form.ts';
import type { AccountEntry } from '../panes/account/account-entry.ts';
import { nextSection } from '../panes/account/account-sections.ts';
import { selectedRow } from '../panes/visible-rows.ts';

type Run = (desk: Desk) => void;

const selected = (desk: Desk): AccountEntry | null => selectedRow(desk, 'account') as AccountEntry | null;

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

/** Why each command of the pane can't be used on what is selected; null where it can. */
export function accountFacts(desk: Desk): Readonly<Record<AccountCommand, string | null>> {
  const section = sectionOf(desk);
  const group = selectedGroup(desk);
  const inGroups =
    section !== 'groups'
      ? 'this is for wallet groups: {account.next} leads to the section Groups'
      : group
        ? null
        : 'no wallet group is selected: {account.new} creates one';
  const members =
    inGroups ?? (group?.walletIds.length === 0 ? 'this group has no wallets yet: {account.add} adds some' : null);
  return {
    new: whyNothingNew(desk),
    edit: section === 'settings' ? whyNotEdited(desk) : inGroups && `${inGroups}, or to Settings`,
    add: inGroups,
    takeOut: members,
    order: members ?? (group?.walletIds.length === 1 ? 'one wallet alone has no order' : null),
    delete: inGroups,
    multisend: whyNoMultisend(desk),
  };
}

function whyNothingNew(desk: Desk): string | null {
  const section = sectionOf(desk);
  if (section === 'groups' || section === 'suggestions') return null;
  if (section === 'agents') return desk.session.getState().whyNoAgents;
  return '{account.new} creates a group, a suggestion or a task for an agent: {account.next} leads to their sections';
}

function whyNotEdited(desk: Desk): string | null {
  const row = selectedSetting(desk);
  if (!row) return 'no setting is selected here';
  return settingFields(row).length > 0 ? null : 'this is only shown here: change it in the service’s web terminal';
}

function whyNoMultisend(desk: Desk): string | null {
  if (sectionOf(desk) !== 'wallets') return 'this is for wallets: {account.next} leads to the section Wallets';
  const wallet = selectedWallet(desk);
  if (!wallet) return 'no wallet is selected here';
  if (!wallet.isActive) return 'this wallet is archived';
  return chainNamed(wallet.chain ?? '') === 'solana' ? null : 'only Solana wallets have nonce accounts to enable';
}

/** What each command of the account pane does. */
export const accountRuns: Readonly<Record<string, Run>> = {
  'account.next': (desk) => showSection(desk, 1),
  'account.previous': (desk) => showSection(desk, -1),
  'account.new': openNew,
  'account.edit': edit,
  'account.add': (desk) => changeWallets(desk, 'add'),
  'account.takeOut': (desk) => changeWallets(desk, 'remove'),
  'account.order': (desk) => changeWallets(desk, 'order'),
  'account.delete': (desk) => onGroup(desk, (group) => openForm(desk, deleteGroupForm(desk, group))),
  'account.multisend': (desk) => {
    const wallet = selectedWallet(desk);
    if (!wallet) return;
    const { walletId, address, label } = wallet;
    openForm(desk, multisendForm(desk, { walletId, address, label, chain: 'solana' }, null));
  },
};

/** A filter was meant for the rows of the section that is left. */
function showSection(desk: Desk, step: 1 | -1): void {
  desk.ui.setState(({ account, filter: { account: _filter, ...filter } }) => ({
    account: { section: nextSection(account.section, step) },
    filter,
  }));
}

function openNew(desk: Desk): void {
  const section = sectionOf(desk);
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

function onGroup(desk: Desk, open: (group: GroupRow) => void): void {
  const group = selectedGroup(desk);
  if (group) open(group);
}
