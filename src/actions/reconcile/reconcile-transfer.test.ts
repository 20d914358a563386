import { describe, expect, test } from 'vitest';
import { jup, mainAddress, sol, wire } from '../../stores/desk-data.fixture.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import type { Finding } from './evidence.ts';
import { transferEvidence } from './evidence-before.ts';
import { reconcileOperation } from './reconcile-operation.ts';

const other = '4HJnxfXXrrmuw8kYKMXStzmfYGQw7h238SDDra8yQS8j';
const [holding] = wire.holdings.positions;
const held = (main: string, receiver: string | null) => [
  { ...holding, latestBalanceRaw: main },
  ...(receiver === null ? [] : [{ ...holding, walletAddress: other, latestBalanceRaw: receiver }]),
];
const native = (main: string, receiver: string) => ({
  wallets: [
    { ...wire.balances.wallets[0], nativeBalance: main },
    { ...wire.balances.wallets[0], walletAddress: other, nativeBalance: receiver },
  ],
  warnings: [],
});

interface Now {
  readonly positions?: readonly unknown[];
  readonly warnings?: readonly string[];
  readonly natives?: object;
}

/** A transfer of 40 JUP, or of 1 SOL, from main to another wallet that had none; what the reads show now. */
async function found(now: Now, address: string = jup, toWalletId: string | null = 'w-other'): Promise<Finding> {
  const fake = fakeContext((id) =>
    id === 'portfolio.positions'
      ? { positions: now.positions ?? wire.holdings.positions, warnings: now.warnings ?? [] }
      : now.natives,
  );
  const wallets = [...wire.wallets, { walletId: 'w-other', address: other, state: 'ACTIVE', chain: 'solana' }];
  fake.reads.answer('wallets', wallets, fake.clock.now());
  fake.reads.answer('balances', native('84.221', '2.5'), fake.clock.now());
  const baseUnits = address === jup ? 40_000_000n : 1_000_000_000n;
  const token = { chain: 'solana', address } as const;
  const evidence = transferEvidence(fake.context.data, { token, fromWalletId: 'w-main', toWalletId, baseUnits });
  return reconcileOperation(fake.context.client, evidence, fake.clock.now());
}

test('the balances before are those of both wallets; a token without a row is none', () => {
  const fake = fakeContext(() => null);
  const move = { token: { chain: 'solana', address: jup }, baseUnits: 1n } as const;
  expect(transferEvidence(fake.context.data, { ...move, fromWalletId: 'w-main', toWalletId: 'w-base' })).toMatchObject({
    from: { address: mainAddress, before: '100000000' },
    to: { before: '0' },
  });
  expect(transferEvidence(fake.context.data, { ...move, fromWalletId: 'w-none', toWalletId: null })).toMatchObject({
    from: { address: null, before: null },
    to: null,
  });
});

describe('a transfer of a token', () => {
  test('was done if the one wallet lost what the other gained', async () => {
    expect(await found({ positions: held('60000000', '40000000') })).toMatchObject({
      verdict: 'done',
      isProvisional: true,
    });
  });

  test.each<[string, Now]>([
    ['nothing has changed', {}],
    ['only the sender has less', { positions: held('60000000', null) }],
    ['only the receiver has more', { positions: held('100000000', '40000000') }],
    ['the receiver got another amount', { positions: held('60000000', '39999999') }],
    ['the sender lost one unit more', { positions: held('59999999', '40000000') }],
    ['the list is incomplete', { positions: held('60000000', null), warnings: ['cut'] }],
  ])('is not proved if %s', async (_, now) => {
    expect((await found(now)).verdict).toBe('unclear');
  });
});

describe('a transfer of a native coin', () => {
  test.each([
    ['and the fee was paid', '83.220995', '3.5', 'done'],
    ['but the sender lost 6 % more', '83.161', '3.5', 'unclear'],
    ['but the receiver has as much as before', '83.220995', '2.5', 'unclear'],
    ['in a unit that is in doubt', '83220995000', '3500000000', 'unclear'],
  ])('%s', async (_, main, receiver, verdict) => {
    expect((await found({ natives: native(main, receiver) }, sol)).verdict).toBe(verdict);
  });
});

test('a split is never proved by its source alone, but the change is told', async () => {
  const { verdict, why } = await found({ natives: native('83.220995', '2.5') }, sol, null);
  expect([verdict, why]).toEqual(['unclear', "the sending wallet's balance changed by -1000005000 base units"]);
});

test.each([
  ['ARCHIVED', 'done'],
  ['ACTIVE', 'unclear'],
])('a retired wallet that is %s: %s', async (state, verdict) => {
  const { client } = fakeContext(() => [{ ...wire.wallets[0], state }]).context;
  expect((await reconcileOperation(client, { kind: 'retired-wallet', walletId: 'w-main' }, 0)).verdict).toBe(verdict);
  expect((await reconcileOperation(client, { kind: 'retired-wallet', walletId: 'w-gone' }, 0)).verdict).toBe('unclear');
});
