import { expect, test } from 'vitest';
import { ApiError } from '../../client/http/errors.ts';
import { accountWire } from '../../stores/account/account.fixture.ts';
import { intentOf, type Operation, sendOperation } from '../operations.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import { reconcileOperation } from '../reconcile/reconcile-operation.ts';

const group = { groupId: 'g1', name: 'Pair', walletIds: ['a', 'b'] };
const answer = { groupId: 'g1', name: 'Pair', walletIds: ['a', 'b'] };
const params = { groupId: 'g1' };

const cases: readonly (readonly [Operation, string, object])[] = [
  [
    { kind: 'createGroup', draft: { name: 'New', chain: 'solana', walletIds: ['a'] } },
    'walletGroups.create',
    { body: { name: 'New', chain: 'svm', walletIds: ['a'] } },
  ],
  [
    { kind: 'createGroup', draft: { name: 'New', chain: null, walletIds: [] } },
    'walletGroups.create',
    { body: { name: 'New' } },
  ],
  [
    { kind: 'renameGroup', draft: { group, name: 'Twins' } },
    'walletGroups.rename',
    { params, body: { name: 'Twins' } },
  ],
  [
    { kind: 'addToGroup', draft: { group, walletIds: ['c'], position: null } },
    'walletGroups.addWallets',
    { params, body: { walletIds: ['c'] } },
  ],
  [
    { kind: 'addToGroup', draft: { group, walletIds: ['c'], position: 0 } },
    'walletGroups.addWallets',
    { params, body: { walletIds: ['c'], position: 0 } },
  ],
  [
    { kind: 'removeFromGroup', draft: { group, walletIds: ['a'] } },
    'walletGroups.removeWallets',
    { params, body: { walletIds: ['a'] } },
  ],
  [
    { kind: 'reorderGroup', draft: { group, walletIds: ['b', 'a'] } },
    'walletGroups.reorderWallets',
    { params, body: { walletIds: ['b', 'a'] } },
  ],
  [{ kind: 'deleteGroup', draft: { group, isHard: false } }, 'walletGroups.delete', { params }],
  [
    { kind: 'deleteGroup', draft: { group, isHard: true } },
    'walletGroups.delete',
    { params, query: { hard_delete: true } },
  ],
];

test.each(cases)('%j is sent once with exactly this body', async (order, id, input) => {
  const fake = fakeContext(() => answer);
  expect(intentOf(fake.context, order)).toMatchObject({ risk: 'neutral', needs: [], touches: ['groups', 'settings'] });
  expect(await sendOperation(fake.context, order)).toMatchObject({ kind: 'accepted', taskId: null });
  expect(fake.requests()).toEqual([{ what: 'request', id, input }]);
});

const refused = (status: number, code: string): ApiError =>
  new ApiError({ endpointId: 'x', kind: 'not-supported', code, outcome: 'unknown', message: 'not yet', status });

test.each([
  [true, 501, 'NOT_SUPPORTED', 'rejected'],
  // A proxy's page, another 5xx, and a 501 where the contract promises none, prove nothing.
  [true, 501, 'HTTP_501', 'unknown'],
  [true, 503, 'DOWN', 'unknown'],
  [false, 501, 'NOT_SUPPORTED', 'unknown'],
])('a delete (hard: %s) that is answered %i %s is %s', async (isHard, status, code, kind) => {
  const fake = fakeContext(() => {
    throw refused(status, code);
  });
  const outcome = await sendOperation(fake.context, { kind: 'deleteGroup', draft: { group, isHard } });
  expect(outcome).toMatchObject({ kind, code });
  fake.context.timers.stop();
});

test('an unknown change of a group blocks further changes of it, not of other groups', async () => {
  const fake = fakeContext(() => {
    throw new TypeError('lost');
  });
  await sendOperation(fake.context, { kind: 'renameGroup', draft: { group, name: 'X' } });
  const again = await sendOperation(fake.context, { kind: 'deleteGroup', draft: { group, isHard: false } });
  expect(again).toMatchObject({ kind: 'not-sent', code: 'IN_DOUBT' });
  const other = { ...group, groupId: 'g2' };
  const free = await sendOperation(fake.context, { kind: 'deleteGroup', draft: { group: other, isHard: false } });
  expect(free.kind).toBe('unknown');
  fake.context.timers.stop();
});

test('is never sent by one-click', async () => {
  const { confirmationOf } = await import('../pipeline/confirmation.ts');
  const { context } = fakeContext(() => answer);
  context.trading.setState({ isOneClick: true });
  const caps = { ...context.caps, oneClickUsd: '1000' };
  const by = (order: Operation) => confirmationOf({ ...context, caps }, intentOf(context, order));
  for (const [order] of cases) expect(by(order)).toEqual({ by: 'key' });
});

const evidenceOf = (order: Operation, groups?: object) => {
  const fake = fakeContext(() => answer);
  if (groups) fake.reads.answer('groups', groups, 0);
  return intentOf(fake.context, order).evidence;
};
const find = (order: Operation, now: unknown, groups?: object) =>
  reconcileOperation(fakeContext(() => now).context.client, evidenceOf(order, groups), Date.UTC(2026, 0, 1));

test.each<readonly [string, Operation, unknown, string]>([
  ['a new name', { kind: 'renameGroup', draft: { group, name: 'X' } }, { ...answer, name: 'X' }, 'done'],
  ['the old name', { kind: 'renameGroup', draft: { group, name: 'X' } }, answer, 'unclear'],
  [
    'the wallet at its place',
    { kind: 'addToGroup', draft: { group, walletIds: ['c'], position: 1 } },
    { ...answer, walletIds: ['a', 'c', 'b'] },
    'done',
  ],
  [
    'the wallet elsewhere',
    { kind: 'addToGroup', draft: { group, walletIds: ['c'], position: 1 } },
    { ...answer, walletIds: ['a', 'b', 'c'] },
    'unclear',
  ],
  [
    'the wallet gone',
    { kind: 'removeFromGroup', draft: { group, walletIds: ['a'] } },
    { ...answer, walletIds: ['b'] },
    'done',
  ],
  ['the same order', { kind: 'reorderGroup', draft: { group, walletIds: ['b', 'a'] } }, answer, 'unclear'],
  [
    'the group archived',
    { kind: 'deleteGroup', draft: { group, isHard: false } },
    { ...answer, archived: true },
    'done',
  ],
  ['the group still there', { kind: 'deleteGroup', draft: { group, isHard: false } }, answer, 'unclear'],
])('a check that finds %s', async (_what, order, now, verdict) => {
  expect(await find(order, now)).toMatchObject({ verdict });
});

test('a new group is proved by its name if it is new and unique', async () => {
  const order: Operation = { kind: 'createGroup', draft: { name: 'Pair', chain: null, walletIds: [] } };
  const list = (...ids: readonly string[]) => ({ groups: ids.map((groupId) => ({ ...answer, groupId })) });
  expect(await find(order, list('g1'), accountWire.groups)).toMatchObject({ verdict: 'unclear' });
  expect(await find(order, list('g1', 'g9'), accountWire.groups)).toMatchObject({ verdict: 'done' });
  expect(await find(order, list('g8', 'g9'), accountWire.groups)).toMatchObject({ verdict: 'unclear' });
});
