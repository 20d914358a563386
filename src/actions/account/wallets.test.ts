import { expect, test } from 'vitest';
import { intentOf, type Operation, sendOperation } from '../operations.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import { reconcileOperation } from '../reconcile/reconcile-operation.ts';

const main = { walletId: 'w1', label: 'main' };
const other = { walletId: 'w2', label: 'other' };
const [pair, spare] = [
  { groupId: 'g1', name: 'Pair' },
  { groupId: 'g2', name: 'Spare' },
];
const wallet = (walletId: string, state: string) => ({ walletId, address: 'a', state });
const group = (groupId: string, walletIds: readonly string[], name = 'Pair') => ({ groupId, name, walletIds });

const archive: Operation = { kind: 'archiveWallet', draft: main };
const unarchive: Operation = { kind: 'unarchiveWallet', draft: main };
const several: Operation = { kind: 'archiveWallets', draft: { wallets: [main, other] } };
const move: Operation = { kind: 'moveWallet', draft: { ...main, from: pair, to: spare } };
const leave: Operation = { kind: 'moveWallet', draft: { ...main, from: pair, to: null } };
const make: Operation = { kind: 'newWallets', draft: { name: 'Pair', chain: 'svm', count: 2 } };

const params = { walletId: 'w1' };
test.each<readonly [string, Operation, string, object]>([
  ['archives', archive, 'wallets.archive', { params }],
  ['brings back', unarchive, 'wallets.unarchive', { params }],
  ['archives several', several, 'wallets.bulkArchive', { body: { walletIds: ['w1', 'w2'] } }],
  ['moves', move, 'wallets.move', { params, body: { fromGroupId: 'g1', toGroupId: 'g2' } }],
  ['takes out', leave, 'wallets.move', { params, body: { fromGroupId: 'g1', toGroupId: null } }],
  ['makes', make, 'walletGroups.createWithWallets', { body: { name: 'Pair', chain: 'svm', walletCount: 2 } }],
])('%s with one request', async (_what, operation, id, input) => {
  const fake = fakeContext(() => {
    throw new TypeError('lost');
  });
  expect(await sendOperation(fake.context, operation)).toMatchObject({ kind: 'unknown' });
  expect(fake.requests()).toMatchObject([{ id, input }]);
  fake.context.timers.stop();
});

const answered = async (operation: Operation, answer: unknown) => {
  const { context } = fakeContext(() => answer);
  const outcome = await sendOperation(context, operation);
  context.timers.stop();
  return outcome;
};

test.each<readonly [Operation, unknown, string]>([
  [archive, { wallet: wallet('w1', 'ARCHIVED'), clearedDefault: false }, 'Wallet main archived.'],
  [
    archive,
    { wallet: wallet('w1', 'ARCHIVED'), clearedDefault: true },
    'Wallet main archived. It was a default wallet: that setting is empty now.',
  ],
  [unarchive, { wallet: wallet('w1', 'ACTIVE') }, 'Wallet main is active again.'],
  [
    several,
    {
      results: [
        { walletId: 'w1', status: 'archived', clearedDefault: true },
        { walletId: 'w2', status: 'already_archived' },
      ],
    },
    '1 of 2 wallets archived, 1 already was. A default wallet was among them: that setting is empty now.',
  ],
  [move, group('g2', ['w1'], 'Spare'), 'Wallet main is in group Spare'],
  [leave, group('g1', []), 'Wallet main is out of group Pair'],
  [make, group('g9', ['n1', 'n2']), 'Group Pair made with 2 wallets'],
])('%o answered with %o is accepted', async (operation, answer, message) => {
  expect(await answered(operation, answer)).toMatchObject({ kind: 'accepted', message });
});

test.each<readonly [Operation, unknown]>([
  [archive, { wallet: wallet('w1', 'ACTIVE'), clearedDefault: false }],
  [unarchive, { wallet: wallet('w1', 'ARCHIVED') }],
  [several, { results: [{ walletId: 'w1', status: 'archived' }] }],
  [
    several,
    {
      results: [
        { walletId: 'w2', status: 'archived' },
        { walletId: 'w1', status: 'archived' },
      ],
    },
  ],
  [several, { results: [{ walletId: 'w1', status: 'archived' }, 'torn'] }],
  [move, group('g2', [], 'Spare')],
  [move, group('g1', ['w1'])],
  [leave, group('g1', ['w1'])],
  [make, group('g9', ['n1'])],
])('%o answered with %o is unknown', async (operation, answer) => {
  expect(await answered(operation, answer)).toMatchObject({ kind: 'unknown', code: 'NOT_TAKEN' });
});

const find = (operation: Operation, now: unknown) => {
  const { context } = fakeContext(() => now);
  return reconcileOperation(context.client, intentOf(context, operation).evidence, Date.UTC(2026, 0, 1));
};

test.each<readonly [string, Operation, unknown, string]>([
  ['it archived', archive, [wallet('w1', 'ARCHIVED')], 'done'],
  ['it active', archive, [wallet('w1', 'ACTIVE')], 'unclear'],
  ['no such wallet', archive, [wallet('w2', 'ARCHIVED')], 'unclear'],
  ['it active again', unarchive, [wallet('w1', 'ACTIVE')], 'done'],
  ['each archived', several, [wallet('w1', 'ARCHIVED'), wallet('w2', 'archived')], 'done'],
  ['one of them active', several, [wallet('w1', 'ARCHIVED'), wallet('w2', 'ACTIVE')], 'unclear'],
  ['it in the new group', move, { groups: [group('g1', []), group('g2', ['w1'])] }, 'done'],
  ['it in both groups', move, { groups: [group('g1', ['w1']), group('g2', ['w1'])] }, 'unclear'],
  ['one of the groups gone', move, { groups: [group('g2', ['w1'])] }, 'unclear'],
  ['it out of its group', leave, { groups: [group('g1', ['w2'])] }, 'done'],
  ['a group of this name since', make, { groups: [group('g9', ['n1', 'n2'])] }, 'done'],
  ['no group of this name', make, { groups: [group('g9', ['n1', 'n2'], 'Other')] }, 'unclear'],
])('a check that finds %s', async (_what, operation, now, verdict) => {
  expect(await find(operation, now)).toMatchObject({ verdict });
});

test('an unknown archive blocks another change of that wallet only', async () => {
  const fake = fakeContext(() => {
    throw new TypeError('lost');
  });
  await sendOperation(fake.context, archive);
  expect(await sendOperation(fake.context, unarchive)).toMatchObject({ kind: 'not-sent', code: 'IN_DOUBT' });
  const free = await sendOperation(fake.context, { kind: 'archiveWallet', draft: other });
  expect(free.kind).toBe('unknown');
  fake.context.timers.stop();
});
