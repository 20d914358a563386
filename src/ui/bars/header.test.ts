import { describe, expect, test } from 'vitest';
import { noRiskLimits } from '../../domain/market/risk-limits.ts';
import type { TradingState } from '../../stores/account/trading.ts';
import { hostileTexts, isCellSafe, wire } from '../../stores/desk-data.fixture.ts';
import { operationRecord, unknownRecord } from '../../stores/orders/operation-records.fixture.ts';
import { perpWalletNow } from '../desk/active-wallet.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../desk/fake-desk.fixture.ts';
import { lineWidth, plainText } from '../text/span.ts';
import { headerLine } from './header.ts';

const text = ({ desk }: FakeDesk, width: number): string => plainText(headerLine(desk, width));

function connected(over: Parameters<typeof fakeDesk>[0] = {}): FakeDesk {
  const fake = fakeDesk(over);
  fake.fill();
  fake.connect({ state: 'connected', attempt: 1, lastMessageAtMs: readAtMs });
  fake.session({ latencyMs: 12.4, profile: 'main' });
  fake.desk.ui.setState({ visible: ['positions'] });
  return fake;
}

describe('parts leave by what they matter', () => {
  test.each([
    [
      170,
      ' PAPER   F1 Desk F2 Perps F3 Portfolio F4 Signals F5 Account F6 Activity  main  wallet main 7xKX…gAsU  ● Connected',
      '12 ms  orders left 57/60/h  493/500/d  14:03:22 UTC ',
    ],
    [
      120,
      ' PAPER   Desk  Perps  Portfolio  Signals  Account  Activity  main  ● Connected',
      '12 ms  57/60/h  493/500/d  14:03:22 UTC ',
    ],
    [100, ' PAPER   F1 Desk F2 F3 F4 F5 F6  main  ● Connected', '12 ms  57/60/h  493/500/d  14:03:22 UTC '],
    [80, ' PAPER   F1 Desk F2 F3 F4 F5 F6  main  ● Connected', '12 ms  14:03:22 UTC '],
    [60, ' PAPER   F1 Desk  main  ● Connected', '12 ms  14:03:22 UTC '],
    [40, ' PAPER   ● Connected', '14:03:22 UTC '],
    [24, ' PAPER   ● Connected', ' '],
  ])('at %i columns', (width, left, right) => {
    const line = text(connected(), width);
    expect(line.startsWith(left), line).toBe(true);
    expect(line.endsWith(right), line).toBe(true);
    expect(line.slice(left.length, line.length - right.length).trim(), line).toBe('');
  });

  test('and the line is exactly as wide as the screen, at every width', () => {
    const fake = connected();
    for (let width = 20; width <= 300; width++) expect(lineWidth(headerLine(fake.desk, width))).toBe(width);
  });
});

test.each([
  [170, 'F2 Perps'],
  [120, 'Perps'],
  [100, 'F2'],
])('at %i columns a click on another workspace means it', (width, words) => {
  const parts = headerLine(connected().desk, width).filter(({ target }) => target === 'perps');
  expect(plainText(parts)).toBe(words);
});

describe('the equity', () => {
  const elsewhere = (opening: object | null, caps: object = {}): FakeDesk => {
    const fake = connected({ caps });
    fake.session({ accountId: 'me' });
    fake.desk.ui.setState({ visible: ['signals'], workspace: 'signals' });
    const walletId = perpWalletNow(fake.desk)?.walletId;
    const first = { atMs: readAtMs - 3_600_000, equityUsd: '41000', unrealised: {}, ...opening };
    if (opening) fake.desk.openings.setState({ [`me ${walletId}`]: [first] });
    return fake;
  };

  test.each([
    [170, 'equity 41,236.99  today +236.99 since 13:03 '],
    [80, 'equity 41,236.99 +236.99 '],
  ])('is there with the PnL of today where no positions pane shows it, at %i columns', (width, words) => {
    expect(text(elsewhere({}), width)).toContain(words);
    expect(text(connected(), width)).not.toContain('equity');
  });

  test.each([
    [200, 'today +236.99 since 13:03  heat 3,222.71 7.8 %'],
    [120, 'heat 3,222.71 7.8 %'],
    [119, 'equity 41,236.99 +236.99  heat 7.8 %  '],
    [86, 'equity 41,236.99 +236.99  heat 7.8 %  '],
  ])('has the heat beside it, in USD too where there is room: %i', (width, words) => {
    expect(text(elsewhere({}), width)).toContain(words);
    expect(text(connected(), width)).not.toContain('heat');
  });

  describe('with a limit of the heat', () => {
    const limited = (): FakeDesk => elsewhere({}, { risk: { ...noRiskLimits, maxHeatPct: '6' } });

    test('has the heat beside it also where there is little room', () => {
      expect(text(elsewhere({}), 80)).not.toContain('heat');
      expect(text(limited(), 80)).toMatch(
        /^ PAPER {3}F4 Signals {2}main {2}● Connected +equity 41,236\.99 \+236\.99 {2}heat 7\.8 % $/,
      );
      expect(headerLine(limited().desk, 80).find((one) => one.text === '7.8 %')).toMatchObject({ tone: 'danger' });
    });

    test.each(['halted', 'reducing'] as const)('has room for it with large numbers while trading is %s', (mode) => {
      const fake = limited();
      fake.answer('positions', { ...wire.positions, accountValue: '1218461.16' }, readAtMs);
      fake.desk.trading.setState({ mode });
      expect(text(fake, 80)).toMatch(/F4 Signals {2}● Connected +equity 1,234,567\.89 {2}heat 0\.3 % +(12 ms )?$/);
      fake.connect({ state: 'reconnecting', attempt: 3, reason: 'the service does not answer' });
      for (let width = 60; width <= 130; width++) {
        expect(lineWidth(headerLine(fake.desk, width))).toBe(width);
        expect(text(fake, width)).toMatch(/^[^…]* (HALTED|REDUCING) .* Reconnecting #3 /);
      }
    });
  });

  test('says that the heat is unknown while an order cannot be read', () => {
    const fake = elsewhere({});
    fake.answer('perpOrders', [{ coin: 'BTC' }], readAtMs);
    expect(text(fake, 120)).toContain('heat unknown');
  });

  test('counts from midnight if the desk ran then', () => {
    const midnight = Date.UTC(2026, 0, 1);
    expect(text(elsewhere({ atMs: midnight + 59_000 }), 170)).toContain('today +236.99  ');
  });

  test('is a dash until all of it is read, and has nothing to compare on its first day', () => {
    const fake = fakeDesk();
    fake.desk.ui.setState({ visible: ['signals'] });
    expect(text(fake, 170)).toContain('equity –  ');
    expect(text(elsewhere(null), 170)).toContain('equity 41,236.99  today …');
  });
});

describe('an unknown outcome', () => {
  const unknown = (count: number): FakeDesk => {
    const fake = connected();
    const doubts = Array.from({ length: count }, (_, index) => unknownRecord({ id: `${index}` }));
    fake.desk.records.setState({ records: [operationRecord({ id: 'over' }), ...doubts] });
    return fake;
  };

  test('is said with its key, at every width, and whatever the connection says', () => {
    const fake = unknown(2);
    for (const state of ['connected', 'reconnecting'] as const) {
      fake.connect({ state, attempt: 12, reason: 'a long reason '.repeat(20) });
      for (let width = 40; width <= 300; width++) {
        expect(text(fake, width)).toContain('! 2 unknown (6)');
        expect(lineWidth(headerLine(fake.desk, width))).toBe(width);
      }
    }
  });

  test('is not spoken of when there is none', () => {
    expect(text(unknown(0), 120)).not.toContain('unknown');
  });
});

describe('the connection', () => {
  test.each([
    ['connected', '● Connected'],
    ['connecting', '◌ Connecting'],
    ['reconnecting', '◍ Reconnecting'],
    ['disconnected', '○ Disconnected'],
    ['failed', '✕ Failed'],
  ] as const)('%s has a sign and a word, so that no colour is needed', (state, words) => {
    const fake = fakeDesk();
    fake.connect({ state });
    expect(text(fake, 60)).toContain(words);
  });

  test.each([
    [4_000, 'in 4 s'],
    [3_001, 'in 4 s'],
    [1, 'in 1 s'],
    [0, 'in 0 s'],
    [-5_000, 'in 0 s'],
  ])('with %i ms to wait says %s, which attempt, and why', (ms, words) => {
    const fake = fakeDesk();
    fake.connect({ state: 'reconnecting', attempt: 3, nextAttemptAtMs: readAtMs + ms, reason: '1006 closed' });
    expect(text(fake, 100)).toContain(`◍ Reconnecting #3 ${words} 1006 closed`);
  });

  test('that is up says neither attempt nor an old reason', () => {
    const fake = connected();
    fake.connect({ attempt: 3, reason: 'old' });
    expect(text(fake, 120)).not.toMatch(/#3|old/);
  });

  test('never leaves, however long its reason: the reason is cut', () => {
    const fake = connected();
    fake.connect({
      state: 'reconnecting',
      attempt: 12,
      nextAttemptAtMs: readAtMs + 30_000,
      reason: 'the service has moved the streams and is not back yet',
    });
    for (let width = 60; width <= 120; width++)
      expect(text(fake, width), String(width)).toContain('◍ Reconnecting #12 in 30 s');
    expect(text(fake, 60)).toContain('…');
  });

  test('that is quiet for long says so', () => {
    const fake = connected();
    fake.connect({ lastMessageAtMs: readAtMs - 15_000 });
    expect(text(fake, 120)).not.toContain('quiet');
    fake.connect({ lastMessageAtMs: readAtMs - 15_001 });
    expect(text(fake, 120)).toContain('quiet 15 s');
  });
});

test('paper and live differ in word and tone', () => {
  const fake = fakeDesk();
  expect(headerLine(fake.desk, 80)[0]).toMatchObject({ text: ' PAPER ', tone: 'paper' });
  fake.session({ mode: 'live' });
  expect(headerLine(fake.desk, 80)[0]).toMatchObject({ text: ' LIVE ', tone: 'live' });
});

test('what the key has left counts down with each accepted order, red at nothing', () => {
  const fake = connected();
  fake.session({ executionsSinceUsage: 57 });
  const line = headerLine(fake.desk, 120);
  expect(plainText(line)).toContain('0/60/h  436/500/d');
  expect(line.find((span) => span.text === '0/60/h')?.tone).toBe('danger');
});

test('a key without limits shows its id alone; before the usage is read there is nothing', () => {
  const fake = connected();
  fake.answer('usage', { ...wire.usage, constraints: null }, readAtMs);
  expect(text(fake, 150)).toMatch(/key k7a1 +14:03:22/);
  expect(text(fakeDesk(), 150)).not.toContain('key');
});

test.each(hostileTexts)('%j in label, key id and reason stays out of the terminal', (hostile) => {
  const fake = fakeDesk();
  fake.answer('wallets', [{ ...wire.wallets[0], label: hostile, address: hostile }], readAtMs);
  fake.answer('usage', { ...wire.usage, keyId: hostile }, readAtMs);
  fake.connect({ state: 'failed', reason: hostile });
  for (const width of [60, 120, 200]) {
    const line = headerLine(fake.desk, width);
    expect(isCellSafe(plainText(line))).toBe(true);
    expect(lineWidth(line)).toBe(width);
  }
});

test('the reason takes all that is left over, and only then is cut', () => {
  const fake = fakeDesk();
  const reason = 'the server closed the connection (4009): check the key';
  fake.connect({ state: 'failed', attempt: 1, reason });
  expect(text(fake, 80)).toContain('✕ Failed #1 the server closed the connection (4009)');
  expect(text(fake, 100)).toContain(`✕ Failed #1 ${reason}`);
});

describe('what keeps orders back, or lets them go without a question', () => {
  const widths = Array.from({ length: 141 }, (_, index) => index + 60);

  test.each<readonly [string, Partial<TradingState>, string, string]>([
    ['halted', { mode: 'halted' }, '  HALTED  ', 'danger'],
    ['reducing', { mode: 'reducing' }, ' REDUCING ', 'warn'],
    ['read-only', { readOnly: 'For looking.' }, ' READ-ONLY ', 'warn'],
    ['the wrong account', { wrongAccount: 'Another account.' }, '  WRONG ACCOUNT  ', 'danger'],
    ['another desk', { lock: 'Another desk.' }, ' VIEW ONLY ', 'warn'],
    ['one-click', { isOneClick: true }, ' 1-CLICK ≤ 1,000 ', 'warn'],
    ['reducing and one-click', { mode: 'reducing', isOneClick: true }, ' REDUCING  1-CLICK ≤ 1,000 ', 'warn'],
  ])('%s is said at every width, right after the mode, whatever the connection says', (_name, trading, words, tone) => {
    const fake = connected();
    const desk = { ...fake.desk, caps: { ...fake.desk.caps, oneClickUsd: '1000' } };
    desk.trading.setState(trading);
    for (const state of ['connected', 'reconnecting'] as const) {
      fake.connect({
        state,
        attempt: 12,
        reason: 'the service has moved the streams',
        nextAttemptAtMs: readAtMs + 30_000,
      });
      for (const width of widths) {
        const line = headerLine(desk, width);
        expect(plainText(line).startsWith(` PAPER  ${words}`), `${width}: ${plainText(line)}`).toBe(true);
        expect(lineWidth(line)).toBe(width);
      }
    }
    expect(headerLine(desk, 60).find(({ text: part }) => words.includes(part) && part.trim() !== '')?.tone).toBe(tone);
  });

  test('halted is inverse, so that it is seen without colour', () => {
    const fake = connected();
    fake.desk.trading.setState({ mode: 'halted', isOneClick: true, readOnly: 'For looking.' });
    const line = headerLine(fake.desk, 80);
    expect(line.find(({ text: part }) => part === ' HALTED ')).toMatchObject({ inverse: true, bold: true });
    expect(plainText(line)).not.toMatch(/1-CLICK|READ-ONLY/);
  });

  test('nothing is said where all is as usual, nor in a recording', () => {
    const fake = connected();
    const usual = text(fake, 120);
    expect(usual).toMatch(/^ PAPER {3}Desk {2}Perps /);
    fake.desk.trading.setState({ readOnly: 'This is a recording.' });
    fake.session({ mode: 'replay' });
    expect(text(fake, 120)).toMatch(/^ REPLAY {3}Desk {2}Perps /);
  });
});
