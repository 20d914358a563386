import { expect, test } from 'vitest';
import { wire } from '../../stores/desk-data.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { type FakeDesk, fakeDesk, readAtMs } from './fake-desk.fixture.ts';
import { marketCoin, rowCoin } from './market-coin.ts';

const size = { columns: 120, rows: 40 };

function filled(): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  const sol = { ctx: { markPx: '139.9', dayNtlVlm: '5' }, meta: { name: 'SOL', szDecimals: 2, maxLeverage: 20 } };
  fake.answer('markets', [sol, ...wire.markets], readAtMs);
  fake.desk.ui.setState({ focus: 'balances', workspace: 'perps' });
  return fake;
}

test('before the markets are read there is none; then it is BTC, or the first there is', () => {
  const fake = filled();
  expect(marketCoin(fake.desk)).toBe('BTC');
  fake.answer('markets', [wire.markets[1]], readAtMs);
  expect(marketCoin(fake.desk)).toBe('ETH');
  fake.cache.clear();
  expect(marketCoin(fake.desk)).toBeNull();
});

test('it is that of the row that was selected last, among markets, positions and perp orders', () => {
  const { desk } = filled();
  const at = (focus: 'markets' | 'positions' | 'perpOrders' | 'balances', ...keys: string[]) => {
    desk.ui.setState({ focus });
    for (const key of keys) handleKey(desk, key, size);
    return marketCoin(desk);
  };
  expect(at('markets')).toBe('SOL');
  expect(at('markets', 'j', 'j')).toBe('ETH');
  expect(at('balances', 'j')).toBe('ETH');
  expect(at('positions', 'g')).toBe('BTC');
  expect(at('perpOrders', 'G')).toBe('ETH');
  expect(at('markets', 'g')).toBe('SOL');
});

test('the table of markets marks it, wherever it was selected, and a filter leads to what it has found', () => {
  const { desk } = filled();
  const marked = () => rowCoin(desk, 'markets');
  desk.ui.setState({ focus: 'positions' });
  handleKey(desk, 'G', size);
  expect(marked()).toBe('ETH');
  desk.ui.setState({ focus: 'markets' });
  expect([marked(), marketCoin(desk)]).toEqual(['ETH', 'ETH']);
  for (const key of ['/', 's', 'o', 'l', 'Enter']) handleKey(desk, key, size);
  expect([marked(), marketCoin(desk)]).toEqual(['SOL', 'SOL']);
});

test('one that the venue does not list any more is left', () => {
  const fake = filled();
  fake.desk.ui.setState({ market: { coin: 'SOL' } });
  expect(marketCoin(fake.desk)).toBe('SOL');
  fake.answer('markets', wire.markets, readAtMs);
  expect(marketCoin(fake.desk)).toBe('BTC');
});

test.each(['n', 'N', 'L'])('%s on a market opens its form with the coin of that market', (opens) => {
  const fake = filled();
  fake.desk.ui.setState({ focus: 'markets' });
  for (const key of ['j', 'j', opens]) handleKey(fake.desk, key, size);
  const { overlay } = fake.desk.ui.getState();
  expect(overlay?.kind === 'form' && overlay.form.state.values.coin).toBe('ETH');
});
