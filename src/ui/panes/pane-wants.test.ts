import { expect, test } from 'vitest';
import { jup } from '../../stores/desk-data.fixture.ts';
import { fakeDesk } from '../desk/fake-desk.fixture.ts';
import { openForm } from '../forms/open-form.ts';
import { perpOrderForm, perpOrderStart } from '../forms/perp/perp-order-form.ts';
import type { PaneId } from './pane-ids.ts';
import { deskWants } from './pane-wants.ts';

const start = () => {
  const fake = fakeDesk();
  fake.fill();
  const wants = (...panes: PaneId[]) => {
    const { names, bookCoin } = deskWants(fake.desk, panes);
    return { names: [...new Set(names)].sort(), bookCoin };
  };
  return { ...fake, wants };
};

test('what is not on screen is not wanted', () => {
  const { wants } = start();
  expect(wants('orders', 'balances', 'tape', 'streams', 'activity')).toEqual({
    names: [],
    bookCoin: null,
  });
});

test('each perp pane wants its own reads, and the book the market at hand', () => {
  const { wants, desk } = start();
  expect(wants('perpOrders').names).toEqual(['perpOrders']);
  // For the stops of the positions.
  expect(wants('positions').names).toEqual(['perpOrders']);
  expect(wants('markets').names).toEqual(['perpAccount']);
  expect(wants('fills', 'funding').names).toEqual(['fills', 'funding']);
  expect(wants('markets', 'fills').bookCoin).toBeNull();
  expect(wants('book').bookCoin).toBe('BTC');
  desk.ui.setState({ market: { coin: 'ETH' } });
  expect(wants('book').bookCoin).toBe('ETH');
});

test('the chart of a perp market wants own orders and trades, that of a token nothing', () => {
  const { wants, desk } = start();
  expect(wants('chart').names).toEqual([]);
  desk.ui.setState(({ chart }) => ({ chart: { ...chart, coin: 'BTC' } }));
  expect(wants('chart').names).toEqual(['fills', 'perpOrders']);
});

test('a form wants what it needs, for as long as it is open', () => {
  const { wants, desk } = start();
  openForm(desk, perpOrderForm(desk, { values: perpOrderStart(desk, 'BTC') }));
  expect(wants('orders')).toEqual({ names: ['fees', 'perpOrders'], bookCoin: 'BTC' });
  desk.ui.setState({ market: { coin: 'ETH' } });
  expect(wants('book').bookCoin).toBe('BTC');
  desk.ui.setState({ overlay: null });
  expect(wants('orders').names).toEqual([]);
});

test('the owners of a Solana token are wanted while it is looked at or being bought', () => {
  const { desk } = start();
  const owners = () => deskWants(desk, []).ownersOf;
  expect(owners()).toBeNull();
  desk.ui.setState({ overlay: { kind: 'token', tokenId: `solana:${jup}`, scroll: 0 } });
  expect(owners()).toBe(`solana:${jup}`);
  desk.ui.setState({
    overlay: { kind: 'token', tokenId: 'base:0x532f27101965dd16442e59d40670faf5ebb142e4', scroll: 0 },
  });
  expect(owners()).toBeNull();
  const token = { chain: 'solana', address: jup } as const;
  desk.ui.setState({ overlay: { kind: 'preset', token, walletId: 'w', shownAtMs: 0 } });
  expect(owners()).toBe(`solana:${jup}`);
});
