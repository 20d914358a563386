import { getWalletGroup, listWalletGroups } from '../../protocol/endpoints/wallet-groups.ts';
import { readable } from '../../protocol/schema.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { clockSlackMs, done, type EvidenceOf, type Finding, seemsDone, unclear } from './evidence.ts';

type Client = ActionContext['client'];

/** Whether a group with this name exists that did not exist before. */
export async function reconcileGroupCreate(
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
  if (!first) return unclear('the list has no new group with this name');
  return found.length === 1
    ? done(`the list has a new group with this name: ${first.groupId}`)
    : unclear(`the list has ${found.length} new groups with this name`);
}

/** Whether a group is in the requested state. */
export async function reconcileGroupChange(
  client: Client,
  { groupId, name, walletIds }: EvidenceOf<'wallet-group'>,
): Promise<Finding> {
  const group = await groupNow(client, groupId);
  if (name === null && walletIds === null)
    return group ? unclear('the group still exists') : seemsDone('the group is gone');
  if (!group) return unclear('the group is gone');
  const isAsAsked =
    (name === null || group.name === name) && (walletIds === null || group.walletIds.join() === walletIds.join());
  return isAsAsked ? seemsDone('the group is as requested') : unclear('the group is not as requested');
}

/** Null if it was deleted: the service removes such a group or marks it as archived. */
async function groupNow(client: Client, groupId: string) {
  try {
    const { data } = await client.call(getWalletGroup, { params: { groupId } });
    return data.archived === true ? null : data;
  } catch (error) {
    if (toProblem(error).kind === 'not-found') return null;
    throw error;
  }
}
