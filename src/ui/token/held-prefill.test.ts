import { expect, test } from 'vitest';
import { type DeskQueries, queryKeys } from '../../stores/desk-data.ts';
import { addresses, spotDesk } from '../forms/spot-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';

/** The form that a key opens with this token of the main wallet selected in the balances. */
function opened(key: string, address: string, focus: 'balances' | 'positions' = 'balances') {
  const { desk, cache } = spotDesk();
  // Another wallet of the chain comes first: the row says which one holds the token.
  cache.setQueryData(queryKeys.named('wallets'), (wallets: DeskQueries['wallets'] = []) => [
    { walletId: 'wal_first', address: addresses.bonk, state: 'ACTIVE' as const, chain: 'solana', label: 'first' },
    ...wallets,
  ]);
  desk.ui.setState({
    focus,
    selected: { balances: `solana:${addresses.main}${address === '' ? '' : `:${address}`}` },
  });
  handleKey(desk, key, { columns: 120, rows: 40 });
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'form') throw new Error('no form is open');
  return overlay.form.state;
}

test.each(['s', 'o'])('%s on a token that is held sells it, and asks for the amount first', (key) => {
  const { values, focus } = opened(key, addresses.jup);
  expect(values).toMatchObject({ walletId: 'wal_main', sell: addresses.jup, buy: 'SOL', amount: '' });
  expect(focus).toBe('amount');
});

test('a native coin, or a row of another pane, leaves the form as it begins anywhere', () => {
  const usual = opened('s', '', 'positions');
  expect(usual).toMatchObject({ focus: 'walletId', values: { sell: 'SOL', buy: '' } });
  expect(opened('s', '')).toEqual(usual);
  expect(opened('s', addresses.jup, 'positions')).toEqual(usual);
});
