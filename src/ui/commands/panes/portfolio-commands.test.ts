import { beforeEach, expect, test } from 'vitest';
import { answerPortfolio, wireTrade } from '../../../stores/portfolio/portfolio.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import { selectedRow } from '../../panes/pane-rows.ts';
import { focusPane } from '../workspace-commands.ts';

let fake: FakeDesk;
const press = (...keys: string[]): void => {
  for (const key of keys) handleKey(fake.desk, key, { columns: 120, rows: 40 });
};
const ui = () => fake.desk.ui.getState();
const asked = () => fake.done.filter(([name]) => name === 'loadOlder').length;

beforeEach(() => {
  fake = fakeDesk();
  fake.fill();
  answerPortfolio(fake, readAtMs, {
    trades: Array.from({ length: 25 }, (_, index) => wireTrade(index)),
    hasMore: true,
  });
});

test('i goes through the timeframes', () => {
  press('9');
  const seen = [0, 1, 2, 3].map(() => {
    press('i');
    return ui().portfolio.timeframe;
  });
  expect(seen).toEqual(['lifetime', '1d', '7d', '30d']);
});

test('the portfolio has no rows: keys of rows do nothing in it, and its details say why not', () => {
  press('9', 'j', 'End', 'l', '/', 'Enter');
  expect(ui()).toMatchObject({ focus: 'portfolio', overlay: null, selected: {}, sort: {}, filter: {} });
});

test('holdings and trades each keep their selection, sort and filter', () => {
  focusPane(fake.desk, 'holdings');
  press('j', 'l', 'l');
  focusPane(fake.desk, 'trades');
  expect(ui()).toMatchObject({ workspace: 'portfolio', sort: { holdings: { column: 'address' } } });
  press('l', '/', 'J', 'U', 'P', 'Enter');
  expect(ui()).toMatchObject({ sort: { trades: { column: 'time' } }, filter: { trades: 'JUP' } });
  expect(ui().filter.holdings).toBeUndefined();
  expect(ui().selected.holdings).toContain('solana:');
});

test('sorting walks through the columns of the table that is focused', () => {
  focusPane(fake.desk, 'trades');
  press('h');
  expect(ui().sort.trades?.column).toBe('tx');
  focusPane(fake.desk, 'holdings');
  press('h');
  expect(ui().sort.holdings?.column).toBe('sells');
});

test('going down at the last trade reads older ones; before it, and among the holdings, nothing', () => {
  focusPane(fake.desk, 'holdings');
  press('End');
  focusPane(fake.desk, 'trades');
  press('PageDown', 'PageDown');
  expect(asked()).toBe(0);
  press('PageDown');
  expect(asked()).toBe(1);
  press('PageDown', 'k');
  expect(asked()).toBe(2);
});

test('details stay on their trade when a newer one comes above it', () => {
  focusPane(fake.desk, 'trades');
  press('Enter');
  expect(ui().overlay).toMatchObject({ kind: 'details', pane: 'trades' });
  answerPortfolio(fake, readAtMs, { trades: [wireTrade(-1), wireTrade(0)] });
  expect(selectedRow(fake.desk, 'trades')).toMatchObject({ txHash: expect.stringMatching(/^tx0a/) });
});
