import { describe, expect, test } from 'vitest';
import { noRiskLimits, type RiskLimits } from '../../../domain/market/risk-limits.ts';
import { accountWire } from '../../../stores/account/account.fixture.ts';
import { wire } from '../../../stores/desk-data.fixture.ts';
import { equityNow } from '../../components/equity-parts.ts';
import { perpWalletNow } from '../../desk/active-wallet.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { paneLines } from '../pane-lines.ts';
import { gaugeWords } from './gauge-words.ts';
import { riskEntries } from './risk-entries.ts';

/** A desk whose account opened the day with 41,300 USD and was worth 42,000 at most. It is worth 41,236.99 now. */
function deskWith(limits: Partial<RiskLimits> = {}): FakeDesk {
  const fake = fakeDesk({ caps: { risk: { ...noRiskLimits, ...limits } } });
  fake.fill();
  fake.session({ accountId: 'me' });
  const key = `me ${perpWalletNow(fake.desk)?.walletId}`;
  const openedAtMs = readAtMs - 3_600_000;
  fake.desk.openings.setState({ [key]: [{ atMs: openedAtMs, equityUsd: '41300', unrealised: {} }] });
  fake.desk.riskDay.setState({ days: { [key]: { openedAtMs, highUsd: '42000', unpriced: 0, reached: {} } } });
  return fake;
}

const shown = ({ desk }: FakeDesk): Record<string, string> =>
  Object.fromEntries(
    riskEntries(desk).map(({ label, value, gauge }) => [label, gauge ? gaugeWords(gauge).text : value]),
  );

const all: Partial<RiskLimits> = {
  dailyLossUsd: '100',
  dailyLossPct: '1',
  maxDrawdownPct: '5',
  maxOpenPositions: 3,
  maxOpenOrders: 5,
  maxHeatPct: '10',
};

test('the heat, what resting orders add, and what each position may lose, with the rule', () => {
  expect(equityNow(deskWith().desk).totalUsd?.toFixed(2)).toBe('41236.99');
  expect(shown(deskWith())).toEqual({
    heat: '3,222.71 USD, 7.8 % of the equity',
    'resting orders': '190.00 USD, 0.5 % of the equity, once filled',
    'BTC long': 'no stop, counted whole (to its liquidation) −2,374.73 USD',
    'ETH short': 'stop 3,700 → −847.98 USD',
    rule: 'no stop: isolated down to its liquidation, cross at its value, at most the perp account',
  });
});

test('several stops and the part that they leave', () => {
  const fake = deskWith();
  const stop = (limitPx: string, sz: string, oid: number) => ({
    coin: 'BTC',
    side: 'sell',
    orderType: 'stopMarket',
    limitPx,
    sz,
    oid,
  });
  fake.answer('perpOrders', [stop('96031.5', '0.05', 1), stop('95031.5', '0.04', 2)], readAtMs);
  expect(shown(fake)['BTC long']).toBe(
    'stop 96,031.5 for 0.0500 → −50.00, stop 95,031.5 for 0.0400 → −80.00, 0.0600 without a stop (to its liquidation) −949.89 = −1,079.89 USD',
  );
});

test('each limit has a gauge with its numbers', () => {
  expect(shown(deskWith(all))).toMatchObject({
    'daily loss USD': '63.02 of 100.00 used, 36.99 left',
    'daily loss 1 %': '63.02 of 413.00 used, 349.99 left',
    'drawdown 5 %': '763.02 of 2,100.00 used, 1,336.99 left',
    'heat 10 %': '3,412.71 of 4,123.70 used, 710.99 left',
    'open positions': '2 of 3 used, 1 left',
    'open orders': '2 of 5 used, 3 left',
  });
});

describe('what is unknown is called unknown, never within its limit', () => {
  test.each<[string, (fake: FakeDesk) => void, Readonly<Record<string, RegExp>>]>([
    [
      'the equity is old',
      ({ clock }) => {
        clock.nowMs += 60_000;
      },
      { 'daily loss USD': /^unknown, limit 100/, 'drawdown 5 %': /^unknown/, 'heat 10 %': /^unknown/ },
    ],
    [
      'a balance has lost its price',
      (fake) => fake.answer('holdings', { positions: [{ ...wire.holdings.positions[0], balanceUsd: null }] }, readAtMs),
      { 'daily loss USD': /^unknown/, 'daily loss 1 %': /^unknown/ },
    ],
    [
      'the day has no opening',
      ({ desk }) => desk.openings.setState({}, true),
      { 'daily loss USD': /^unknown, limit 100/, 'drawdown 5 %': /^unknown/ },
    ],
    [
      'an order is unreadable',
      (fake) => fake.answer('perpOrders', [{ coin: 'BTC' }], readAtMs),
      { heat: /^unknown: an unreadable perp order$/, 'heat 10 %': /^unknown/, 'open orders': /2 of 5/ },
    ],
    [
      'there are more trigger orders',
      (fake) => fake.answer('orders', { ...wire.orders, nextCursor: 'x' }, readAtMs),
      { 'open orders': /^unknown, limit 5$/ },
    ],
  ])('%s', (_, happen, expected) => {
    const fake = deskWith(all);
    happen(fake);
    for (const [label, words] of Object.entries(expected)) expect(shown(fake)[label]).toMatch(words);
  });

  test('in the narrowest pane too', () => {
    const fake = deskWith(all);
    fake.clock.nowMs += 60_000;
    const lines = texts(paneLines(fake.desk, 'key', { x: 0, y: 1, width: 44, height: 40 }));
    expect(lines.find((line) => line.includes('drawdown 5 %'))).toContain('unknown');
  });
});

const withOwner = (fake: FakeDesk): FakeDesk => {
  fake.answer('me', accountWire.me, readAtMs);
  return fake;
};

test('the gauges stand first in the key pane', () => {
  const lines = texts(paneLines(withOwner(deskWith(all)).desk, 'key', { x: 0, y: 1, width: 100, height: 44 }));
  expect(lines[1]).toContain('Risk of the account');
  expect(lines.join('\n')).toMatch(/daily loss USD +▕█+[▏▎▍▌▋▊▉█]* *▏ 63\.02 of 100\.00 used, 36\.99 left/);
});
