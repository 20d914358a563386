import Big from 'big.js';
import { afterEach, describe, expect, test } from 'vitest';
import { noRiskLimits, type RiskLimits } from '../../domain/market/risk-limits.ts';
import { setClockZone, utc } from '../../domain/time/clock-zone.ts';
import type { RiskFile } from '../../platform/files/risk-file.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { wire } from '../../stores/desk-data.fixture.ts';
import { operationRecord } from '../../stores/orders/operation-records.fixture.ts';
import { equityOf, takeOpening } from '../../stores/portfolio/equity.ts';
import type { Openings } from '../../stores/portfolio/openings.ts';
import { fakeContext, memoryJournal, memoryModeFile } from './fake-context.fixture.ts';
import { loadTradingMode, setTradingMode } from './trading-mode.ts';
import { watchDayLimits } from './watch-day-limits.ts';

afterEach(() => setClockZone(utc));

const midnight = Date.UTC(2026, 0, 2);
const hourMs = 3_600_000;

function memoryRiskFile() {
  let kept: ReturnType<RiskFile['read']> = {};
  const file: RiskFile = {
    read: () => kept,
    write: (next) => {
      kept = JSON.parse(JSON.stringify(next));
    },
  };
  return { file, kept: () => kept };
}

const places = (clock = new FakeClock(midnight + 7 * hourMs)) => ({
  clock,
  journal: memoryJournal(),
  modeFile: memoryModeFile(),
  risk: memoryRiskFile(),
  openings: { kept: {} as Openings },
  account: { loss: '0' },
});

/** A desk that has just started, on what an earlier one left. `loses`: the account is worth so much less than at first, USD. */
function start(limits: Partial<RiskLimits>, left = places()) {
  const fake = fakeContext(() => ({}), { clock: left.clock, journal: left.journal, modeFile: left.modeFile });
  const context = {
    ...fake.stores,
    ...fake.context,
    caps: { ...fake.context.caps, risk: { ...noRiskLimits, ...limits } },
    riskFile: left.risk.file,
  };
  context.openings.setState(left.openings.kept);
  context.openings.subscribe((now) => {
    left.openings.kept = now;
  });
  loadTradingMode(context);
  const positions = (): void => {
    const accountValue = new Big(wire.positions.accountValue).minus(left.account.loss).toFixed();
    fake.reads.answer('positions', { ...wire.positions, accountValue }, left.clock.now());
  };
  positions();
  const stops = [context.data.subscribe(() => takeOpening(context, left.clock.now())), watchDayLimits(context)];
  const loses = (usd: string): void => {
    left.account.loss = usd;
    // The other parts first: they are fresh when the positions come.
    for (const name of ['markets', 'balances', 'holdings', 'wallets'] as const)
      fake.reads.answer(name, wire[name], left.clock.now());
    positions();
  };
  return {
    ...fake,
    context,
    left,
    loses,
    mode: () => context.trading.getState().mode,
    resume: () => setTradingMode(context, 'active', 'a person'),
    limits: () => fake.journal().filter(({ event }) => event === 'limit'),
    restart: (later: Partial<RiskLimits> = limits) => {
      for (const stop of stops) stop();
      fake.context.timers.stop();
      return start(later, left);
    },
  };
}

type Started = ReturnType<typeof start>;

const equityUsd = ({ context, left }: Started): Big =>
  equityOf(context, left.clock.now()).totalUsd ?? new Big(Number.NaN);

describe('a daily loss in USD', () => {
  test('switches at the limit, not one cent below it, and says why everywhere', () => {
    const desk = start({ dailyLossUsd: '100' });
    desk.loses('0');
    desk.loses('99.99');
    expect(desk.mode()).toBe('active');
    desk.loses('100');
    const why = 'limit reached: daily loss of 100.00 USD, limit 100 USD';
    expect(desk.context.trading.getState()).toMatchObject({ mode: 'reducing', since: { why } });
    expect(desk.left.modeFile.read()).toMatchObject({ mode: 'reducing', why });
    expect(desk.limits()).toMatchObject([{ event: 'limit', mode: 'reducing', why }]);
    expect(desk.notices().at(-1)).toBe(
      'error: Limit reached: daily loss of 100.00 USD, limit 100 USD. Only orders that reduce risk are sent; <trading.mode> resumes.',
    );
    expect(desk.context.riskDay.getState().reached).toMatchObject([{ limit: 'dailyLossUsd', lossUsd: '100' }]);
  });

  test('counts a loss in base units below a cent', () => {
    const desk = start({ dailyLossUsd: '100.000001' });
    desk.loses('0');
    desk.loses('100');
    expect(desk.mode()).toBe('active');
    desk.loses('100.000001');
    expect(desk.mode()).toBe('reducing');
  });

  test('switches once: a person who resumes is left alone until the loss has grown by the limit beyond its largest', () => {
    const desk = start({ dailyLossUsd: '100' });
    for (const loss of ['0', '130', '135']) desk.loses(loss);
    expect(desk.limits()).toHaveLength(1);
    desk.resume();
    for (const loss of ['150', '50', '131', '234.99']) desk.loses(loss);
    expect(desk.mode()).toBe('active');
    desk.loses('235');
    expect(desk.mode()).toBe('reducing');
    desk.resume();
    desk.loses('334.99');
    expect(desk.mode()).toBe('active');
    desk.loses('335');
    expect(desk.mode()).toBe('reducing');
    expect(desk.limits()).toHaveLength(3);
  });

  test('what is lost while trading is reduced is said once, and is no reason to switch back who resumes then', () => {
    const desk = start({ dailyLossUsd: '100' });
    for (const loss of ['0', '100', '250', '480', '400']) desk.loses(loss);
    expect(desk.limits()).toHaveLength(1);
    desk.resume();
    desk.loses('579.99');
    expect(desk.mode()).toBe('active');
    desk.loses('580');
    expect(desk.mode()).toBe('reducing');
  });

  test('a restart forgets neither the switch nor that a person resumed', () => {
    const first = start({ dailyLossUsd: '100' });
    first.loses('0');
    first.loses('120');
    const second = first.restart();
    expect(second.mode()).toBe('reducing');
    second.loses('121');
    expect(second.limits()).toHaveLength(0);
    second.resume();
    const third = second.restart();
    third.loses('220.99');
    expect(third.mode()).toBe('active');
    third.loses('221');
    expect(third.mode()).toBe('reducing');
  });

  test('a loss made while no desk ran counts at the next start', () => {
    const first = start({ dailyLossUsd: '100' });
    first.loses('0');
    const second = first.restart();
    second.loses('100');
    expect(second.mode()).toBe('reducing');
  });

  test('midnight begins another day, in the configured zone', () => {
    const desk = start({ dailyLossUsd: '100' });
    desk.loses('0');
    desk.loses('120');
    desk.resume();
    desk.left.clock.stall(17 * hourMs - 1);
    desk.loses('150');
    expect(desk.mode()).toBe('active');
    // The reads of the evening are too old to open the day.
    desk.left.clock.stall(40_000);
    desk.loses('180');
    desk.loses('279.99');
    expect(desk.mode()).toBe('active');
    desk.loses('280');
    expect(desk.mode()).toBe('reducing');
    expect(desk.limits()).toHaveLength(2);
  });

  test('a reducing that a limit set stays over midnight: a person ends it', () => {
    const desk = start({ dailyLossUsd: '100' });
    desk.loses('0');
    desk.loses('120');
    desk.left.clock.stall(18 * hourMs);
    desk.loses('120');
    expect(desk.mode()).toBe('reducing');
  });

  test('a halt stays a halt', () => {
    const desk = start({ dailyLossUsd: '100' });
    desk.loses('0');
    setTradingMode(desk.context, 'halted', 'a person');
    desk.loses('120');
    expect(desk.context.trading.getState()).toMatchObject({ mode: 'halted', since: { why: 'a person' } });
    expect(desk.notices().at(-1)).toMatch(/Trading stays halted\.$/);
    desk.resume();
    desk.loses('130');
    expect(desk.mode()).toBe('active');
  });

  test('a gain never switches', () => {
    const desk = start({ dailyLossUsd: '1', maxDrawdownPct: '50' });
    desk.loses('0');
    desk.loses('-5000');
    expect(desk.mode()).toBe('active');
  });
});

describe('a share', () => {
  test('of the equity at the opening, exact to a cent', () => {
    const desk = start({ dailyLossPct: '2' });
    desk.loses('0');
    const limit = equityUsd(desk).times(2).div(100);
    desk.loses(limit.minus('0.000001').toFixed());
    expect(desk.mode()).toBe('active');
    desk.loses(limit.toFixed());
    expect(desk.context.trading.getState().since?.why).toMatch(/^limit reached: daily loss of [\d,.]+ USD, limit 2 %$/);
  });

  test('a drawdown counts from the day’s high, which a restart remembers', () => {
    const first = start({ maxDrawdownPct: '5' });
    first.loses('0');
    first.loses('-10000');
    const high = equityUsd(first);
    first.loses('-9000');
    const second = first.restart();
    const limit = high.times(5).div(100);
    second.loses(limit.minus(10_000).minus('0.000001').toFixed());
    expect(second.mode()).toBe('active');
    second.loses(limit.minus(10_000).toFixed());
    expect(second.context.trading.getState().since?.why).toMatch(
      /drawdown of [\d,.]+ USD from today’s high, limit 5 %$/,
    );
  });

  test('each limit switches for itself', () => {
    const desk = start({ dailyLossUsd: '100', maxDrawdownPct: '1' });
    desk.loses('0');
    desk.loses('100');
    desk.resume();
    desk.loses('413');
    expect(desk.limits()).toHaveLength(3);
    expect(desk.context.riskDay.getState().reached.map(({ limit }) => limit)).toEqual([
      'dailyLossUsd',
      'dailyLossUsd',
      'maxDrawdownPct',
    ]);
  });
});

describe('what is unknown is no loss', () => {
  const opened = (): Started => {
    const desk = start({ dailyLossUsd: '100' });
    desk.loses('0');
    return desk;
  };
  const poor = { ...wire.positions, accountValue: '1' };

  test('an old part', () => {
    const desk = opened();
    desk.left.clock.stall(31_000);
    desk.reads.answer('positions', poor, desk.left.clock.now());
    expect(desk.mode()).toBe('active');
  });
  test('a read from before an interruption', () => {
    const desk = opened();
    desk.left.clock.stall(1_000);
    desk.context.session.setState({ reconcileSinceMs: desk.left.clock.now() });
    desk.reads.answer('positions', poor, desk.left.clock.now());
    expect(desk.mode()).toBe('active');
  });
  test('an account value that cannot be read', () => {
    const desk = opened();
    desk.reads.answer('positions', { ...wire.positions, accountValue: '?' }, desk.left.clock.now());
    expect(desk.mode()).toBe('active');
  });
  test('money that moves between wallets', () => {
    const desk = opened();
    desk.context.records.setState({ records: [operationRecord({ operation: 'swap.execute', state: 'sent' })] });
    desk.loses('5000');
    expect(desk.mode()).toBe('active');
    desk.context.records.setState({ records: [] });
    desk.loses('5000');
    expect(desk.mode()).toBe('reducing');
  });
  test('a balance that has lost its price', () => {
    const desk = start({ dailyLossUsd: '10' });
    desk.loses('0');
    const [held] = wire.holdings.positions;
    desk.reads.answer('holdings', { positions: [{ ...held, balanceUsd: null }] }, desk.left.clock.now());
    expect(desk.mode()).toBe('active');
    desk.loses('10');
    expect(desk.mode()).toBe('reducing');
  });
  test('another desk holds the account: that one switches', () => {
    const desk = opened();
    desk.context.trading.setState({ lock: 'another desk' });
    desk.loses('500');
    expect(desk.mode()).toBe('active');
    expect(desk.left.risk.kept()).not.toHaveProperty('reached');
    desk.context.trading.setState({ lock: null });
    desk.loses('500');
    expect(desk.mode()).toBe('reducing');
  });
});

test('what another desk switched at is known to the one that takes over', () => {
  const left = places();
  const first = start({ dailyLossUsd: '100' }, left);
  first.loses('0');
  const second = start({ dailyLossUsd: '100' }, left);
  second.context.trading.setState({ lock: 'another desk' });
  second.loses('0');
  first.loses('120');
  first.resume();
  second.loses('120');
  second.context.trading.setState({ lock: null });
  second.loses('130');
  expect(second.limits()).toHaveLength(0);
  second.loses('220');
  expect(second.mode()).toBe('reducing');
});

test('a file that cannot be read is said once, and the day counts from now', () => {
  const left = places();
  const broken: RiskFile = {
    read: () => {
      throw new Error('torn');
    },
    write: () => {},
  };
  const desk = start({ maxDrawdownPct: '1' }, { ...left, risk: { ...left.risk, file: broken } });
  for (const loss of ['0', '-1', '-2']) desk.loses(loss);
  expect(desk.notices().filter((text) => text.includes('torn'))).toEqual([
    'error: Today’s limits of the account cannot be read, and count from now (torn).',
  ]);
  desk.loses('1000');
  expect(desk.mode()).toBe('reducing');
});

test('a journal that is full delays its line, not the switch', () => {
  const journal = memoryJournal(() => true);
  const desk = start({ dailyLossUsd: '100' }, { ...places(), journal });
  desk.loses('0');
  desk.loses('100');
  expect(desk.mode()).toBe('reducing');
});

test('without a limit of the day nothing is watched', () => {
  const desk = start({ maxHeatPct: '5' });
  desk.loses('0');
  desk.loses('20000');
  expect(desk.mode()).toBe('active');
  expect(desk.left.risk.kept()).toEqual({});
});
