import { listWallets } from '../../protocol/endpoints/account.ts';
import { listWalletGroups } from '../../protocol/endpoints/wallet-groups.ts';
import { readable } from '../../protocol/schema.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { type EvidenceOf, type Finding, seemsDone, unclear } from './evidence.ts';

type Client = ActionContext['client'];

/**
 * Whether the wallets are archived, or active again. Nobody has said whether the list has archived wallets: one that it
 * lacks proves nothing.
 */
export async function reconcileWalletState(
  client: Client,
  { walletIds, state }: EvidenceOf<'wallet-state'>,
): Promise<Finding> {
  const { data } = await client.call(listWallets, {});
  const states = new Map(readable(data).map((wallet) => [wallet.walletId, wallet.state.toUpperCase()]));
  const missed = walletIds.find((walletId) => states.get(walletId) !== state);
  if (missed === undefined) return seemsDone(`the list says ${state} of ${walletIds.length === 1 ? 'it' : 'each'}`);
  return unclear(`the list says ${states.get(missed) ?? 'nothing'} of ${missed}`);
}

/** Whether a wallet has left its old group and is in the new one. */
export async function reconcileMove(
  client: Client,
  { walletId, fromGroupId, toGroupId }: EvidenceOf<'wallet-moved'>,
): Promise<Finding> {
  const { data } = await client.call(listWalletGroups, {});
  const groups = readable(data.groups);
  const placed = (groupId: string | null, isIn: boolean): boolean =>
    groupId === null ||
    groups.some((group) => group.groupId === groupId && group.walletIds.includes(walletId) === isIn);
  return placed(fromGroupId, false) && placed(toGroupId, true)
    ? seemsDone('the groups have it where it was to go')
    : unclear('the groups do not have it where it was to go');
}
