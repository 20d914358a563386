import { describe, expect, test } from 'vitest';
import { madePlan, madeSlice, spotTokens, twapOf } from '../../../plans/plan.fixture.ts';
import type { Plan } from '../../../plans/plan.ts';
import { hostileTexts, isCellSafe } from '../../../stores/desk-data.fixture.ts';
import { operationRecord } from '../../../stores/orders/operation-records.fixture.ts';
import { nothingYet } from '../../../stores/orders/plans.ts';
import { fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import { openOverlay } from '../../overlays/open-overlay.ts';
import { paneLines } from '../pane-lines.ts';
import { selectedRow } from '../pane-rows.ts';
import { plansPane } from './plans-pane.ts';

function deskWith(plans: readonly Plan[], now = {}) {
  const fake = fakeDesk();
  fake.fill();
  fake.desk.plans.setState({ plans, now, isLoaded: true });
  fake.desk.ui.setState({ focus: 'plans' });
  return fake;
}

const shown = (fake: ReturnType<typeof fakeDesk>, width = 150, height = 12): string[] =>
  texts(paneLines(fake.desk, 'plans', { x: 0, y: 0, width, height }));

const half = madePlan({
  spec: twapOf(4),
  arrivalPx: '100',
  children: [1, 2].map((number) => madeSlice(number, { state: 'over', filled: '0.1', avgPx: '101', feeUsd: '0.05' })),
  createdAtMs: readAtMs - 120_000,
});

test('a plan with its gauge, its countdown and its average against the arrival price', () => {
  const now = { 'plan-1': { ...nothingYet, what: 'slice 3', untilMs: readAtMs + 61_000, isDue: true } };
  const line = shown(deskWith([half], now))[2]!;
  expect(line).toMatch(/active +TWAP: buy 0\.4 BTC over 4m in 4 +▕████ {4}▏ +50 % +0\.2 of 0\.4 BTC +slice 3 in 1m01s/);
  expect(line).toMatch(/101\.00 +−100\.0 bps +−0\.20 +0\.10 +0\.2 BTC +2 m/);
});

test('what only waits for a better moment has no countdown', () => {
  const now = { 'plan-1': { ...nothingYet, what: 'slice 3: there is no quote', untilMs: readAtMs + 5_000 } };
  expect(shown(deskWith([half], now))[2]).toMatch(/slice 3: there is no quote +1?\d/);
});

test('what is paused says why, and the groups are counted', () => {
  const paused = madePlan({ id: 'b', state: 'paused', pausedBy: 'plan', why: 'slice 3 was rejected: no margin' });
  const lines = shown(deskWith([half, paused, madePlan({ id: 'c', state: 'done', why: 'every slice was sent' })]), 200);
  expect(lines[0]).toMatch(/1 active {2}1 paused {2}1 ended/);
  expect(lines[3]).toMatch(/paused .*slice 3 was rejected: no margin/);
});

test('details list each order with its price, its fee and its request', () => {
  const fake = deskWith([half]);
  fake.desk.records.setState({ records: [operationRecord({ id: 'record-2', requestId: 'req_2' })] });
  const rows = plansPane
    .details(selectedRow(fake.desk, 'plans')!, fake.desk)
    .map(({ label, value }) => `${label}: ${value}`);
  expect(rows).toContain('executed: 0.2 of 0.4 BTC, 0.2 left');
  expect(rows).toContain('wallet: main (w-main)');
  expect(rows).toContain('slippage: −0.20 USD, −100.0 bps against the arrival price (below zero is worse)');
  expect(rows.slice(-2).map((row) => row.replace(/\d\d:\d\d:\d\d/, 'TIME'))).toEqual([
    'its orders: TIME  slice 2  buy 0.1 BTC market: over, filled 0.1 at 101.00, fee 0.05 USD, request req_2',
    ': TIME  slice 1  buy 0.1 BTC market: over, filled 0.1 at 101.00, fee 0.05 USD',
  ]);
});

test('details of swaps and trigger orders are in whole tokens', () => {
  const { sol: input, usdc: output } = spotTokens;
  const terms = { chain: 'solana', slippageBps: 100, baseUnits: '10000000000' } as const;
  const tokens = { inputToken: input.address, outputToken: output.address };
  const spec = { kind: 'oco', ...terms, input, output, takeProfit: '300', stop: '100', expiryHours: 168 };
  const condition = { metric: 'price_usd', direction: 'below', value: '1000', expiryHours: 168 } as const;
  const stop = { ...madeSlice(1), key: 'stop', order: { do: 'trigger', ...terms, ...tokens, ...condition } as const };
  const swap = { ...madeSlice(2), key: 'slice 1', order: { do: 'swap', ...terms, ...tokens } as const };
  const sold = { ...swap, state: 'over', filled: '10000000000', avgPx: '139.5' } as const;
  const fake = deskWith([madePlan({ spec, arrivalPx: '140', children: [stop, sold] })]);
  const rows = plansPane
    .details(selectedRow(fake.desk, 'plans')!, fake.desk)
    .map(({ label, value }) => `${label}: ${value.replace(/\d\d:\d\d:\d\d/, 'TIME')}`);
  expect(rows.slice(-2)).toEqual([
    'its orders: TIME  slice 1  swap 10 SOL: over, filled 10 SOL at 139.50',
    ': TIME  stop  sell 10 SOL when the price is below 1,000 USD: working',
  ]);
  expect(rows).toContain('arrival: 140, USD for one SOL when it was started');
  expect(rows).toContain('slippage: −5.00 USD, −35.7 bps against the arrival price (below zero is worse)');
});

test('texts from outside are clean in every cell and detail', () => {
  for (const text of hostileTexts) {
    const fake = deskWith([
      madePlan({
        summary: text,
        state: 'paused',
        why: text,
        children: [madeSlice(1, { state: 'rejected', message: text })],
      }),
    ]);
    for (const line of shown(fake)) expect(isCellSafe(line), JSON.stringify(line)).toBe(true);
    for (const { value } of plansPane.details(selectedRow(fake.desk, 'plans')!, fake.desk))
      expect(isCellSafe(value), JSON.stringify(value)).toBe(true);
  }
});

test('the journal names the order of a plan by its place in it', () => {
  const fake = deskWith([half]);
  const plan = { id: 'plan-1', key: 'slice 2', attempt: 1 };
  fake.desk.records.setState({ isLoaded: true, records: [operationRecord({ id: 'r', summary: 'buy 0.1 BTC', plan })] });
  const lines = texts(paneLines(fake.desk, 'activity', { x: 0, y: 0, width: 120, height: 8 }));
  expect(lines.join('\n')).toContain('TWAP slice 2/4: buy 0.1 BTC');
});

describe('keys', () => {
  const press = (plan: Partial<Plan>, ...keys: string[]) => {
    const fake = deskWith([madePlan({ ...plan })]);
    for (const key of keys) handleKey(fake.desk, key, { columns: 120, rows: 40 });
    return { ...fake, form: openOverlay(fake.desk, 'form')?.form };
  };

  test('p pauses at once, since it only stops something', () => {
    const { done, notices } = press({}, 'g', 'p');
    expect(done).toContainEqual(['pausePlan', 'plan-1']);
    expect(notices().join()).toContain('what rests at the service stays there');
  });

  test('a asks with the reason before a plan goes on', () => {
    const { form, done } = press({ state: 'paused', why: 'trading was halted' }, 'g', 'a');
    expect(form?.state.phase).toBe('confirm');
    expect(done).not.toContainEqual(['resumePlan', 'plan-1']);
  });

  test('an ended plan is left alone', () => {
    for (const key of ['p', 'a', 'e', 'x']) {
      const { done, form, notices } = press({ state: 'done' }, 'g', key);
      expect([form, done.filter(([what]) => String(what).endsWith('Plan'))]).toEqual([undefined, []]);
      expect(notices().join()).toContain('has ended');
    }
  });

  test('x says which orders stay', () => {
    const resting = madeSlice(1, { order: { ...(madeSlice(1).order as object), type: 'limit' } as never });
    const { form } = press({ children: [resting] }, 'g', 'x');
    const rows = (values: Record<string, string>) => JSON.stringify(form?.spec.evaluate(values).preview);
    expect(rows({ orders: 'cancel' })).toContain('slice 1: cancelled');
    expect(rows({ orders: 'leave' })).toContain('slice 1: they stay at the service');
  });

  test('e changes caps and limits, never below what was used', () => {
    const { form } = press({ operations: 3, children: [madeSlice(1)] }, 'g', 'e');
    const evaluate = (values: object) => form!.spec.evaluate({ ...form!.state.values, ...values });
    expect(evaluate({}).problems).toEqual({ form: 'Nothing has changed.' });
    expect(evaluate({ operations: '2' }).problems['operations']).toContain('It has sent 3 already');
    expect(evaluate({ usd: '5' }).problems['usd']).toContain('10.10 USD');
    expect(evaluate({ limitPx: '99', slippageBps: '1' }).draft).toMatchObject({
      spec: { limitPx: '99', slippageBps: 100 },
    });
    expect(evaluate({ slippageBps: '' }).problems['slippageBps']).toMatch(/per cent/);
  });
});
