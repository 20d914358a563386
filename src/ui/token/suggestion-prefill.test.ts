import { expect, test } from 'vitest';
import { addresses, spotDesk } from '../forms/spot-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';

const suggestion = {
  id: 's1',
  state: 'OPEN',
  side: 'SELL',
  networkId: 'SOL',
  asset: { address: addresses.jup, symbol: 'JUP' },
};

/** The desk after a key was pressed on this suggestion. */
function pressed(key: string, change: object) {
  const fake = spotDesk();
  const wallets = [{ walletId: 'wal_main', address: addresses.main, state: 'ACTIVE', chain: 'solana', label: 'main' }];
  fake.answer('wallets', wallets, fake.desk.now());
  fake.answer('suggestions', { suggestions: [{ ...suggestion, ...change }] }, fake.desk.now());
  fake.desk.ui.setState({ focus: 'account', account: { section: 'suggestions' } });
  handleKey(fake.desk, key, { columns: 120, rows: 40 });
  const { overlay } = fake.desk.ui.getState();
  return { form: overlay?.kind === 'form' ? overlay.form : null, notices: fake.notices() };
}

const bonk = { side: 'BUY', asset: { address: addresses.bonk } };

test.each<readonly [string, object, object]>([
  ['a sale without a size', {}, { sell: addresses.jup, buy: 'SOL', amount: '' }],
  ['a sale with a size', { amountInUsd: 12.5 }, { sell: addresses.jup, amount: '12.5 usd' }],
  [
    'a purchase, of SOL worth its size',
    { ...bonk, amountInUsd: 100 },
    { sell: 'SOL', buy: addresses.bonk, amount: '100 usd' },
  ],
  ['a purchase of nothing', { ...bonk, amountInUsd: 0 }, { sell: 'SOL', buy: addresses.bonk, amount: '' }],
  ['a size that comes to nothing', { amountInUsd: '0.0000001' }, { amount: '' }],
  ['a sale of the native token', { asset: { address: addresses.sol } }, { sell: 'SOL', buy: '' }],
  ['a network as others spell it', { networkId: 'sol' }, { sell: addresses.jup }],
])('%s fills both forms', (_, change, values) => {
  expect(pressed('s', change).form?.state.values).toMatchObject({ walletId: 'wal_main', ...values });
  const order = pressed('o', change).form;
  expect(order?.spec.id).toBe('trigger');
  expect(order?.state.values).toMatchObject(values);
});

test.each([
  [{ networkId: 'HYPE' }, 'the desk does not trade on HYPE'],
  [{ networkId: 'BSC', asset: { address: addresses.base } }, 'no active wallet is on BNB Chain'],
  [{ asset: { address: '0x1' } }, 'no valid token address'],
  [{ side: 'HOLD' }, 'neither buy nor sell'],
  [{ asset: {} }, 'the suggestion is unreadable'],
])('%j opens no form, and says why', (change, words) => {
  const { form, notices } = pressed('s', change);
  expect(form).toBeNull();
  expect(notices.at(-1)).toContain(words);
});

test('in another section the form begins as anywhere', () => {
  const { desk } = spotDesk();
  desk.ui.setState({ focus: 'account', account: { section: 'wallets' } });
  handleKey(desk, 's', { columns: 120, rows: 40 });
  const { overlay } = desk.ui.getState();
  expect(overlay?.kind === 'form' && overlay.form.state.values).toMatchObject({ sell: 'SOL', buy: '' });
});
