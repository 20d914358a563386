import { getWalletGroup, listWalletGroups } from '../../protocol/endpoints/wallet-groups.ts';
import { readable } from '../../protocol/schema.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../action-context.ts';
import { clockSlackMs, done, type EvidenceOf, type Finding, seemsDone, unclear } from './evidence.ts';

type Client = ActionContext['client'];

/** Whether a group of this name stands that did not before. */
export async function lookForNewGroup(
  client: Client,
  { name, knownGroupIds }: EvidenceOf<'new-wallet-group'>,
  sentAtMs: number,
): Promise<Finding> {
  const { data } = await client.call(listWalletGroups, {});
  const found = readable(data.groups).filter(
    (group) =>
      group.name === name &&
      !knownGroupIds.includes(group.groupId) &&
      (group.createdAt == null || Date.parse(group.createdAt) >= sentAtMs - clockSlackMs),
  );
  const [first] = found;
  if (!first) return unclear('the list has no new group of this name');
  return found.length === 1
    ? done(`the list has a new group of this name: ${first.groupId}`)
    : unclear(`the list has ${found.length} new groups of this name`);
}

/** Whether a group is as it was to be. */
export async function lookForGroup(
  client: Client,
  { groupId, name, walletIds }: EvidenceOf<'wallet-group'>,
): Promise<Finding> {
  const group = await groupNow(client, groupId);
  if (name === null && walletIds === null)
    return group ? unclear('the group still stands') : seemsDone('the group is gone');
  if (!group) return unclear('the group is gone');
  const isAsAsked =
    (name === null || group.name === name) && (walletIds === null || group.walletIds.join() === walletIds.join());
  return isAsAsked ? seemsDone('the group is as it was to be') : unclear('the group is not as it was to be');
}

/** null where it was deleted: the service forgets such a group, or keeps it as archived. */
async function groupNow(client: Client, groupId: string) {
  try {
    const { data } = await client.call(getWalletGroup, { params: { groupId } });
    return data.archived === true ? null : data;
  } catch (error) {
    if (toProblem(error).kind === 'not-found') return null;
    throw error;
  }
}
