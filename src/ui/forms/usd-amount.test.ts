import { describe, expect, test } from 'vitest';
import { readRows, settle } from '../desk/fake-desk.fixture.ts';
import { openSpotForm } from './spot-desk.fixture.ts';
import { swapForm } from './swap/swap-form.ts';
import { addWallet } from './transfer/move-forms.fixture.ts';
import { transferForm } from './transfer/transfer-form.ts';
import { triggerForm } from './trigger/trigger-form.ts';

const swap = { walletId: 'wal_main', sell: 'SOL', amount: '50 usd', buy: 'USDC', slippage: '1' };
const trigger = {
  ...swap,
  buy: 'JUP',
  behavior: 'immediate',
  metric: 'price_usd',
  direction: 'below',
  value: '0.4',
  trailing: '',
  expiry: '24',
};
const transfer = { walletId: 'wal_main', token: 'SOL', amount: '50 usd', to: 'wal_sniper' };

// 84.2 SOL are worth 11,788 USD: 140 USD each.
const conversion = 'amount: 50 USD ≈ 0.357142857 SOL at 140 (0.0 s)';
const exact = '0.357142857 SOL = 357142857 base units ≈ 50.00 USD';

describe('50 USD of SOL', () => {
  test('are swapped as exact base units, with the price and its age in form and confirmation', async () => {
    const { form, evaluate, sent, advance } = openSpotForm(swapForm, swap);
    const { preview, draft, problems } = await evaluate();
    expect(problems).toEqual({});
    expect(readRows(preview)).toEqual(expect.arrayContaining([conversion, `sell: ${exact}`]));
    advance(4_000);
    expect(readRows(form.confirmation(draft!))).toContain('amount: 50 USD ≈ 0.357142857 SOL at 140 (4.0 s)');
    await form.submit(draft!);
    expect(sent).toMatchObject([{ baseUnits: 357_142_857n }]);
  });

  test('are an amount of a trigger order and of a transfer too', async () => {
    const order = await openSpotForm(triggerForm, trigger).evaluate();
    expect(order.draft?.body.amount).toBe('357142857');
    expect(readRows(order.preview)).toEqual(expect.arrayContaining([conversion, `sell: ${exact}`]));
    const opened = openSpotForm((desk) => transferForm(desk), transfer);
    addWallet(opened);
    const move = await opened.evaluate();
    expect(move.draft?.baseUnits).toBe(357_142_857n);
    expect(readRows(move.preview)).toEqual(expect.arrayContaining([conversion, `send: ${exact}`]));
  });

  test('stay the same amount while the price moves, until that price is 30 s old', async () => {
    const { cache, desk, advance, evaluate } = openSpotForm(swapForm, swap);
    await evaluate();
    advance(20_000);
    const [row] = desk.data.read('balances').data?.wallets ?? [];
    cache.setQueryData(
      ['desk', 'balances'],
      { wallets: [{ ...row, nativeBalanceUsd: '8420' }], warnings: [] },
      {
        updatedAt: desk.now(),
      },
    );
    expect(readRows((await evaluate()).preview)).toContain('amount: 50 USD ≈ 0.357142857 SOL at 140 (20 s)');
    advance(10_001);
    expect(readRows((await evaluate()).preview)).toContain('amount: 50 USD ≈ 0.5 SOL at 100 (10 s)');
  });
});

describe('an amount in USD is refused', () => {
  const problem = async (change: object, options: Parameters<typeof openSpotForm>[2] = {}, ageMs = 0) => {
    const { evaluate, advance } = openSpotForm(swapForm, swap, options);
    advance(ageMs);
    const { problems, draft } = await evaluate(change as Record<string, string>);
    expect(draft).toBeNull();
    return problems.amount;
  };

  test.each([
    [{ amount: '0 usd' }, 'Enter an amount above zero, such as 50 usd.'],
    [{ amount: '$' }, 'Enter an amount, such as 1.5.'],
    [{ amount: '$1,5' }, /point for decimals/],
    [{ amount: '1.1234567 usd' }, 'An amount in USD has 6 decimals; 1.1234567 has 7.'],
    [{ amount: '20000 usd' }, 'Insufficient balance: 84.2 SOL available.'],
  ])('%j', async (change, message) => {
    if (message instanceof RegExp) expect(await problem(change)).toMatch(message);
    else expect(await problem(change)).toBe(message);
  });

  test('while the price is unknown or old', async () => {
    expect(await problem({}, { nativeBalance: '0' })).toBe(
      'The price of SOL is unknown: enter an amount in SOL, such as 1.5.',
    );
    expect(await problem({}, {}, 30_001)).toBe('The price of SOL is 30 s old: enter an amount in SOL, such as 1.5.');
    expect(await problem({}, {}, -2_000)).toMatch(/before the clock was set back/);
  });
});

test('the field names both units, then the one that is typed; a stablecoin is its own', async () => {
  const { form } = openSpotForm(swapForm, swap);
  const unit = (change: object) => form.fields({ ...swap, ...change }).find(({ id }) => id === 'amount')?.unit;
  await settle();
  expect(unit({ amount: '' })).toBe('SOL or usd');
  expect(unit({ amount: '1.5' })).toBe('SOL');
  expect(unit({ amount: '$50' })).toBe('USD');
  expect(unit({ amount: '', sell: 'USDC' })).toBe('USDC');
});
