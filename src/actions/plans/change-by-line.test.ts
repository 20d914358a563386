import { expect, test } from 'vitest';
import { fakeContext, memoryJournal } from '../pipeline/fake-context.fixture.ts';
import { changeByLine } from './change-by-line.ts';
import { bindPlanActions } from './plan-actions.ts';

const created = {
  event: 'created',
  id: 'chosen-by-the-caller',
  walletId: 'wal_perp',
  summary: 'a scale',
  spec: { kind: 'scale', coin: 'BTC', isBuy: true, reduceOnly: false, levels: [{ px: '99', sz: '0.2' }] },
  caps: { operations: 10, usd: null },
  arrivalPx: null,
};

function rig() {
  const { context } = fakeContext(() => ({}));
  context.book.load(memoryJournal());
  const change = (line: unknown) => changeByLine(bindPlanActions(context), line);
  return { context, change, plan: () => context.plans.getState().plans[0] };
}

test('a plan is created, paused, resumed and cancelled as a person would', () => {
  const { change, plan } = rig();
  const made = change(created);
  expect(made).toEqual({ id: plan()?.id });
  expect(plan()).toMatchObject({ state: 'active', summary: 'a scale' });
  const id = plan()?.id;
  expect(id).not.toBe(created.id);
  expect(change({ event: 'paused', id, why: 'x', by: 'plan' })).toEqual({ id });
  expect(plan()).toMatchObject({ state: 'paused', pausedBy: 'person' });
  expect(change({ event: 'paused', id, why: 'x', by: 'person' })).toEqual({
    why: 'Only an active plan can be paused.',
  });
  expect(change({ event: 'resumed', id })).toEqual({ id });
  expect(change({ event: 'cancelling', id, leavesOrders: true })).toEqual({ id });
  expect(plan()).toMatchObject({ state: 'cancelling', leavesOrders: true });
});

test('what only the one that works a plan may write, and what cannot be read, does nothing', () => {
  const { change, plan } = rig();
  change(created);
  const before = plan();
  const own = [
    { event: 'ended', id: before?.id, as: 'done', why: '' },
    { event: 'over', id: before?.id, key: 'level 1', filled: '1', avgPx: null, feeUsd: null },
    { event: 'paused', id: 7 },
    'nonsense',
    null,
  ];
  for (const line of own) expect(change(line)).toEqual({ why: 'This change of a plan cannot be read.' });
  expect(change({ ...created, spec: { ...created.spec, levels: [] } })).toEqual({ why: 'The plan cannot be read.' });
  expect(plan()).toBe(before);
});

test('nothing is created or resumed while trading is halted', () => {
  const { change, context } = rig();
  context.trading.setState({ mode: 'halted' });
  expect(change(created)).toMatchObject({ why: expect.stringContaining('halted') as string });
});
