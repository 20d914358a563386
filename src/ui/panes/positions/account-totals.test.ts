import { describe, expect, test } from 'vitest';
import { wire } from '../../../stores/desk-data.fixture.ts';
import { perpWalletNow } from '../../desk/active-wallet.ts';
import { fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { paneLines } from '../pane-lines.ts';
import { accountTotals } from './account-totals.ts';

function totals(width: number, over: object = {}) {
  const fake = fakeDesk();
  fake.fill();
  fake.answer('positions', { ...wire.positions, ...over }, fake.clock.nowMs);
  return accountTotals(fake.desk, width);
}

const shown = (width: number, over?: object): string[] => texts(totals(width, over)).map((line) => line.trimEnd());

test('the account is told to the cent, what does not fit is left out', () => {
  expect(shown(90)).toEqual([
    '  equity 41,236.99   today …   free margin 18,204.77   margin ratio 1.9 %',
    '  heat 3,222.71 7.8 %   perps 25,130.26   used 6,818.40   notional 29,246.75',
  ]);
  expect(shown(66)).toEqual([
    '  equity 41,236.99   today …   free 18,204.77   margin 1.9 %',
    '  heat 3,222.71 7.8 %   perps 25,130.26   used 6,818.40',
  ]);
  expect(shown(100)).toEqual([
    '  equity 41,236.99   today …   heat 3,222.71 7.8 %   free margin 18,204.77   margin ratio 1.9 %',
    '  perps 25,130.26   used 6,818.40   notional 29,246.75   spot 16,106.73',
  ]);
});

describe('where one line fits', () => {
  const only = (width: number, over: object = {}, inFlight = false): string => {
    const fake = fakeDesk();
    fake.fill();
    fake.session({ accountId: 'me' });
    const walletId = perpWalletNow(fake.desk)?.walletId;
    fake.desk.openings.setState({
      [`me ${walletId}`]: [{ atMs: readAtMs - 3_600_000, equityUsd: '41000', unrealised: {} }],
    });
    fake.answer('positions', { ...wire.positions, ...over }, fake.clock.nowMs);
    if (inFlight)
      fake.answer('holdings', { positions: [{ ...wire.holdings.positions[0], balanceUsd: null }] }, fake.clock.nowMs);
    const [line = ''] = texts(accountTotals(fake.desk, width, 1));
    return line.trimEnd();
  };

  test('it has the heat as a share of the equity, and the free margin where there is room', () => {
    expect(only(78)).toBe('  equity 41,236.99   since 13:03 +236.99   heat 7.8 %   margin 1.9 %');
    expect(only(90)).toBe('  equity 41,236.99   since 13:03 +236.99   heat 7.8 %   free 18,204.77   margin 1.9 %');
    expect(only(130)).toMatch(/since 13:03 {3}heat 3,222\.71 7\.8 % {3}free margin/);
  });

  test('large numbers leave the heat where it is', () => {
    const million = { accountValue: '1218461.16' };
    expect(only(78, million)).toBe('  equity 1,234,567.89   since 13:03 +1,193,567.89   heat 0.3 %   margin 0.0 %');
    expect(only(78, million, true)).toMatch(/^ {2}equity 1,[\d,.]+ \+1 unpriced {3}heat 0\.3 % /);
    for (let width = 24; width < 78; width++) {
      expect(only(width, million)).toContain('equity 1,234,567.89');
      expect(only(width, million).length).toBeLessThanOrEqual(width);
    }
  });

  test('in the pane at 80x24 too', () => {
    const fake = fakeDesk();
    fake.fill();
    const lines = texts(paneLines(fake.desk, 'positions', { x: 0, y: 1, width: 80, height: 7 }));
    expect(lines.at(-2)).toMatch(/equity 41,236\.99 .* heat 7\.8 % .* margin 1\.9 %/);
  });
});

test('its value is at the marks of the rows', () => {
  const [btc, eth] = wire.positions.positions;
  // The service's answer is 100 USD behind the marks.
  expect(shown(90, { positions: [{ ...btc, unrealizedPnl: '-7.07' }, eth] })[1]).toContain('perps 25,230.26');
  // Where the service gives no PnL, the value stays at its marks.
  expect(shown(90, { positions: [{ ...btc, unrealizedPnl: null }, eth] })[1]).toContain('perps 25,130.26');
});

test('it stays on screen without positions', () => {
  const fake = fakeDesk();
  fake.fill();
  fake.answer('positions', { ...wire.positions, positions: [] }, fake.clock.nowMs);
  const lines = texts(paneLines(fake.desk, 'positions', { x: 0, y: 1, width: 80, height: 7 }));
  expect(lines[1]).toContain('No open positions.');
  expect(lines.at(-2)).toMatch(/equity [\d,]+\.\d\d .* margin (ratio )?0\.0 %/);
});

test('without positions it has no margin to maintain', () => {
  expect(shown(90, { positions: [], totalMarginUsed: '0', withdrawable: '25130.26' })[0]).toBe(
    '  equity 41,236.99   today …   free margin 25,130.26   margin ratio 0.0 %',
  );
});

test('what is not read is named; a part never shows as the whole', () => {
  const fake = fakeDesk();
  expect(texts(accountTotals(fake.desk, 120))[0]).toContain('not read: balances, token holdings, perp account');
  fake.fill();
  fake.answer('holdings', { positions: [{ ...wire.holdings.positions[0], balanceUsd: null }] }, fake.clock.nowMs);
  expect(texts(accountTotals(fake.desk, 120))[0]).toMatch(/equity [\d,.]+ \+1 unpriced/);
});

test('a total with a stale part is muted', () => {
  const fake = fakeDesk();
  fake.fill();
  fake.clock.nowMs += 60_000;
  expect(
    accountTotals(fake.desk, 120)
      .flat()
      .every(({ tone }) => tone === 'muted'),
  ).toBe(true);
});

test('where there is room, its used part is a gauge with the per cent beside it', () => {
  expect(shown(120)[1]).toMatch(/16,106\.73 +margin used ▕███▎ +▏ 27 %$/);
});

test.each([
  ['20104.21', 'warn'],
  ['25130.27', 'danger'],
  ['20104', 'plain'],
])('of %s used the per cent is %s', (totalMarginUsed, tone) => {
  expect(totals(120, { totalMarginUsed })[1]?.at(-1)).toMatchObject({ tone });
});

test('an account with nothing in it, or unreadable, has none', () => {
  for (const accountValue of ['0', '-5', 'x']) expect(shown(120, { accountValue })[1]).not.toContain('▕');
});
