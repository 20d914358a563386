import { describe, expect, test } from 'vitest';
import type { SplitPlan, SplitRequest } from '../../../actions/transfers/plan-split.ts';
import { readRows, settle } from '../../desk/fake-desk.fixture.ts';
import { plainText } from '../../text/span.ts';
import { formLines } from '../form-view.ts';
import { openForm } from '../open-form.ts';
import { spotDesk } from '../spot-desk.fixture.ts';
import { addWallet } from '../transfer/move-forms.fixture.ts';
import { splitForm } from './split-form.ts';
import { pctText, readShares } from './split-shares.ts';

const ids = ['a', 'b', 'c'];
const bips = (text: string) => {
  const shares = readShares(text, ids);
  return typeof shares === 'string' ? shares : shares.map(({ pctBips }) => pctBips);
};

test.each([
  ['', [3_334, 3_333, 3_333]],
  ['25 25 50', [2_500, 2_500, 5_000]],
  ['33.34%, 33.33%, 33.33%', [3_334, 3_333, 3_333]],
])('shares %j are %j hundredths of a percent', (text, expected) => {
  expect(bips(text)).toEqual(expected);
});

test.each([
  ['50 50', 'Enter 3 percentages'],
  ['50 50 0', 'above 0'],
  ['33.333 33.333 33.334', 'at most 2 decimals'],
  ['33.33 33.33 33.33', 'add up to 99.99 %'],
  ['50 50 x', 'above 0'],
])('shares %j are refused', (text, problem) => {
  expect(bips(text)).toContain(problem);
});

test('a percentage is shown without needless zeros', () => {
  expect([3_334, 2_500, 10, 1_050].map(pctText)).toEqual(['33.34 %', '25 %', '0.1 %', '10.5 %']);
});

/** The form on screen; `plan` answers each plan, or refuses it. */
async function setUp(plan?: (request: SplitRequest, nowMs: number) => Partial<SplitPlan>) {
  const asked: SplitRequest[] = [];
  const fake = spotDesk({
    actions: {
      planSplit: async (request) => {
        asked.push(request);
        return {
          request,
          planId: `plan-${asked.length}`,
          destinationCount: 2,
          summary: 'Split 0.16 SOL to 2 wallets',
          rates: ['binance, sol on sol: 0.994'],
          warnings: ['low liquidity on one leg'],
          expiresAtMs: fake.desk.now() + 60_000,
          ...plan?.(request, fake.desk.now()),
        };
      },
    },
  });
  addWallet(fake);
  openForm(fake.desk, splitForm(fake.desk, { amount: '0.16', wallets: '1 2', shares: '25 75' }));
  const form = () => {
    const { overlay } = fake.desk.ui.getState();
    if (overlay?.kind !== 'form') throw new Error('no form');
    return overlay.form;
  };
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      form().key(key);
      await settle();
    }
    fake.advance(1_000);
  };
  fake.advance(1_000);
  const screen = () => formLines(form(), { mode: 'paper', columns: 100, rows: 60 }).map(plainText).join('\n');
  return { ...fake, asked, form, press, screen };
}

describe('a split', () => {
  test('is planned by one key, shown in the service’s words with a countdown, and executed as shown', async () => {
    const desk = await setUp();
    expect(desk.screen()).toContain('Press Ctrl-e to plan it: nothing moves');
    await desk.press('C-e');
    expect(desk.asked).toEqual([
      {
        walletId: 'wal_main',
        chain: 'solana',
        baseUnits: 160_000_000n,
        to: {
          shares: [
            { walletId: 'wal_main', pctBips: 2_500 },
            { walletId: 'wal_sniper', pctBips: 7_500 },
          ],
        },
      },
    ]);
    for (const text of ['Split 0.16 SOL to 2 wallets', 'binance, sol on sol: 0.994', 'low liquidity', 'valid for 59 s'])
      expect(desk.screen()).toContain(text);
    await desk.press('Enter');
    expect(desk.form().state.phase).toBe('confirm');
    desk.advance(9_000);
    for (const text of [
      'valid for 49 s',
      '75 % sniper',
      '4HJnxfXXrrmuw8kYKMXStzmfYGQw7h238SDDra8yQS8j',
      'low liquidity',
    ])
      expect(desk.screen()).toContain(text);
    await desk.press('y');
    expect(desk.sent).toMatchObject([{ plan: { planId: 'plan-1' }, summary: '0.16 SOL from main to 2 wallets' }]);
  });

  test('is planned by Enter too, once everything is filled in', async () => {
    const desk = await setUp();
    await desk.press('Enter');
    expect(desk.asked).toHaveLength(1);
    expect(desk.form().state.phase).toBe('edit');
  });

  test('is not executed with a plan that has expired, and planned again by one key', async () => {
    const desk = await setUp();
    await desk.press('C-e', 'Enter');
    desk.advance(60_000);
    await desk.press('y');
    expect(desk.sent).toEqual([]);
    expect(desk.screen()).toContain('The plan has expired and nothing was sent: plan again with Ctrl-e.');
    expect(desk.screen()).toMatch(/plan +expired/);
    await desk.press('C-e', 'Enter');
    await desk.press('y');
    expect(desk.sent).toMatchObject([{ plan: { planId: 'plan-2' } }]);
  });

  test('is not executed with the plan of other inputs', async () => {
    const desk = await setUp();
    await desk.press('C-e', 'Tab', 'Tab');
    await desk.press('C-u', '1', ',', '2');
    expect(desk.form().evaluate().draft).not.toBeNull();
    await desk.press('C-u', '2', ',', '1');
    expect(desk.form().evaluate().draft).toBeNull();
    expect(desk.screen()).not.toContain('valid for');
  });

  test('says where a service offers none, and that a plan lives no longer than it can', async () => {
    const disabled = await setUp(() => {
      throw Object.assign(new Error('none here'), { code: 'SPLIT_DISABLED', kind: 'server' });
    });
    await disabled.press('C-e');
    expect(disabled.screen()).toContain('This service offers no splits (SPLIT_DISABLED).');
    expect(disabled.form().evaluate().draft).toBeNull();
    const odd = await setUp((_, nowMs) => ({ expiresAtMs: nowMs + 3_600_000 }));
    await odd.press('C-e');
    expect(odd.screen()).toMatch(/plan +expired/);
  });

  test('to a group names its expected shares, and sends the group', async () => {
    const desk = await setUp();
    const group = { groupId: 'g1', name: 'Pair', walletIds: ['wal_main', 'wal_sniper'], archived: false };
    desk.answer('groups', { groups: [group] }, desk.desk.now());
    const inputs = desk.form().spec.evaluate({ walletId: 'wal_main', amount: '1', to: 'g1' });
    expect(readRows(inputs.preview).filter((row) => row.includes('50 %'))).toHaveLength(2);
    expect(inputs.problems).toEqual({});
  });
});
