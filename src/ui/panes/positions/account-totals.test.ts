import { expect, test } from 'vitest';
import { wire } from '../../../stores/desk-data.fixture.ts';
import { fakeDesk, texts } from '../../desk/fake-desk.fixture.ts';
import { accountTotals } from './account-totals.ts';

function totals(width: number, over: object = {}) {
  const fake = fakeDesk();
  fake.answer('positions', { ...wire.positions, ...over }, fake.clock.nowMs);
  return accountTotals(fake.desk, width);
}

test('the account is told to the cent', () => {
  expect(texts(totals(78))[0]?.trimEnd()).toBe(
    '  account 25,130.26   used 6,818.40   free 18,204.77   notional 33,985.11',
  );
  expect(texts(totals(66))[0]?.trimEnd()).toBe('  account 25,130.26   used 6,818.40   free 18,204.77');
  expect(accountTotals(fakeDesk().desk, 78)).toEqual([]);
});

test('where there is room, its used part is a gauge with the per cent beside it', () => {
  expect(texts(totals(110))[0]).toMatch(/33,985\.11 +margin used ▕███▎ +▏ 27 %$/);
});

test.each([
  ['20104.21', 'warn'],
  ['25130.26', 'danger'],
  ['20104', 'plain'],
])('of %s used the per cent is %s', (totalMarginUsed, tone) => {
  expect(totals(120, { totalMarginUsed })[0]?.at(-1)).toMatchObject({ tone });
});

test('an account with nothing in it, or unreadable, has none', () => {
  for (const accountValue of ['0', '-5', 'x']) expect(texts(totals(120, { accountValue }))[0]).not.toContain('▕');
});
