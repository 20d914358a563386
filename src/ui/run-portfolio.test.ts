import { beforeEach, expect, test } from 'vitest';
import { answerPortfolio, wireTrade } from '../stores/portfolio.fixture.ts';
import { handleKey } from './desk-keys.ts';
import { type FakeDesk, fakeDesk, readAtMs } from './fake-desk.fixture.ts';
import { selectedRow } from './panes/visible-rows.ts';

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

test.each(['1', '2', '3', '4'])(
  '9 shows the portfolio, Esc leads back to pane %s, also by way of the activity',
  (pane) => {
    press(pane);
    const { focus } = ui();
    press('9', '6', '9', 'Esc');
    expect(ui().focus).toBe(focus);
  },
);

test('i goes through the timeframes', () => {
  press('9');
  const seen = [0, 1, 2, 3].map(() => {
    press('i');
    return ui().portfolio.timeframe;
  });
  expect(seen).toEqual(['lifetime', '1d', '7d', '30d']);
});

test('t goes to the other table, and each keeps its selection, sort and filter', () => {
  press('9', 'j', 'l', 'l');
  const first = ui();
  press('t');
  expect(ui()).toMatchObject({ portfolio: { table: 'trades' }, sort: {}, selected: {} });
  expect(selectedRow(fake.desk, 'portfolio')).toMatchObject({ kind: 'trade' });
  press('l', '/', 'J', 'U', 'P', 'Enter');
  expect(ui().filter.portfolio).toBe('JUP');
  press('t');
  expect(ui().sort.portfolio).toEqual(first.sort.portfolio);
  expect(ui().selected.portfolio).toBe(first.selected.portfolio);
  expect(ui().filter.portfolio).toBeUndefined();
  press('t');
  expect(ui()).toMatchObject({ sort: { portfolio: { column: 'time' } }, filter: { portfolio: 'JUP' } });
});

test('sorting walks through the columns of the table that keys work in', () => {
  press('9', 't', 'l');
  expect(ui().sort.portfolio?.column).toBe('time');
  press('h', 'h');
  expect(ui().sort.portfolio?.column).toBe('tx');
});

test('going down at the last trade reads older ones; before it, and among the positions, nothing', () => {
  press('9', 'End');
  press('t', 'PageDown', 'PageDown');
  expect(asked()).toBe(0);
  press('PageDown');
  expect(asked()).toBe(1);
  press('PageDown', 'k');
  expect(asked()).toBe(2);
});

test('details stay on their trade when a newer one comes above it', () => {
  press('9', 't', 'Enter');
  expect(ui().overlay).toMatchObject({ kind: 'details', pane: 'portfolio' });
  answerPortfolio(fake, readAtMs, { trades: [wireTrade(-1), wireTrade(0)] });
  expect(selectedRow(fake.desk, 'portfolio')).toMatchObject({ txHash: expect.stringMatching(/^tx0a/) });
});
