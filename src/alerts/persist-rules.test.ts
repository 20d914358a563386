import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createAlertsFile } from '../platform/files/alerts-file.ts';
import { FakeClock } from '../platform/time/fake-clock.fixture.ts';
import { createNoticesStore } from '../stores/notices.ts';
import { persistRules } from './persist-rules.ts';
import {
  addRule,
  createPriceRulesStore,
  maxRules,
  type PriceCondition,
  removeRule,
  ruleWords,
  settleRules,
} from './price-rules.ts';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'kept-')), 'accounts', 'paper-paper.alerts');
const above = (value: string, coin = 'BTC'): PriceCondition => ({
  of: { kind: 'perp', coin },
  name: `${coin} perp`,
  direction: 'above',
  value,
});
const fresh = { isOnce: false, isArmed: false };

/** A desk's start, as far as alerts go. */
function start(path: string, configured: readonly PriceCondition[] = []) {
  const clock = new FakeClock();
  const rules = createPriceRulesStore(configured);
  const notices = createNoticesStore();
  const file = createAlertsFile(path, () => clock.now());
  const stop = persistRules({ rules, file, notices, clock });
  return {
    rules,
    stop,
    words: () => rules.getState().rules.map(ruleWords),
    told: () => notices.getState().notices.map(({ tone, text }) => `${tone}: ${text}`),
    inFile: () => file.read().alerts,
  };
}

test('alerts set on one desk are there on the next, and removed ones are not', () => {
  const path = newFile();
  const first = start(path);
  addRule(first.rules, { ...above('100000'), ...fresh });
  addRule(first.rules, { ...above('0.5', 'WIF'), ...fresh, isOnce: true });
  addRule(first.rules, { ...above('7'), ...fresh });
  removeRule(first.rules, 'price-3');
  first.stop();
  const second = start(path);
  expect(second.rules.getState().rules).toEqual([
    { ...above('100000'), ...fresh, id: 'price-1', isConfigured: false },
    { ...above('0.5', 'WIF'), isArmed: false, isOnce: true, id: 'price-2', isConfigured: false },
  ]);
  expect([...first.told(), ...second.told()]).toEqual([]);
});

test('configured alerts are never saved, and one in both places is there once', () => {
  const path = newFile();
  const first = start(path, [above('1')]);
  addRule(first.rules, { ...above('2'), ...fresh });
  removeRule(first.rules, 'price-1');
  expect(first.inFile().map(({ value }) => value)).toEqual(['2']);
  first.stop();
  expect(start(path, [above('1'), above('2.0')]).words()).toEqual(['BTC perp above 1 USD', 'BTC perp above 2.0 USD']);
});

test('a one-time alert that fired leaves the file, and the armed state is kept', () => {
  const path = newFile();
  const { rules, inFile } = start(path);
  addRule(rules, { ...above('1'), ...fresh, isOnce: true });
  addRule(rules, { ...above('2'), ...fresh });
  const armed = new Map([
    ['price-1', false],
    ['price-2', true],
  ]);
  settleRules(rules, { fired: new Set(['price-1', 'price-2']), armed });
  expect(inFile()).toMatchObject([{ value: '2', armed: true }]);
});

test('a check that changes nothing writes nothing', () => {
  const { rules, inFile } = start(newFile());
  addRule(rules, { ...above('1'), ...fresh });
  const before = rules.getState();
  settleRules(rules, { fired: new Set(['price-1']), armed: new Map([['price-1', false]]) });
  expect(rules.getState()).toBe(before);
  expect(inFile()).toHaveLength(1);
});

test('two desks of one account do not lose each other’s alerts', () => {
  const path = newFile();
  const [one, other] = [start(path), start(path)];
  addRule(one.rules, { ...above('1'), ...fresh });
  addRule(other.rules, { ...above('2'), ...fresh });
  removeRule(one.rules, 'price-1');
  expect(one.inFile().map(({ value }) => value)).toEqual(['2']);
});

test('alerts beyond the limit are not loaded', () => {
  const path = newFile();
  const configured = Array.from({ length: maxRules - 1 }, (_, at) => above(String(at + 1)));
  const first = start(path);
  for (const value of ['901', '902', '903']) addRule(first.rules, { ...above(value), ...fresh });
  first.stop();
  expect(start(path, configured).words().slice(-2)).toEqual(['BTC perp above 49 USD', 'BTC perp above 901 USD']);
});

test('a bad file is reported and moved aside; alerts set afterwards are saved', () => {
  const path = newFile();
  mkdirSync(dirname(path));
  writeFileSync(path, '{"alerts":[{"of":"perp:BTC"');
  const desk = start(path);
  expect(desk.told()).toEqual([expect.stringMatching(/^error: Some price alerts .* moved to .*alerts-bad-/)]);
  addRule(desk.rules, { ...above('1'), ...fresh });
  expect(desk.inFile()).toHaveLength(1);
  expect(desk.told()).toHaveLength(1);
});

test('a file error is reported once, and the alerts of this run still work', () => {
  const path = newFile();
  mkdirSync(path, { recursive: true });
  const unreadable = start(path);
  addRule(unreadable.rules, { ...above('1'), ...fresh });
  expect(unreadable.words()).toHaveLength(1);
  expect(unreadable.told()).toEqual([
    expect.stringMatching(/^error: .* cannot be read, and new ones last only until the desk closes: EISDIR/),
  ]);

  const other = newFile();
  const unwritable = start(other);
  mkdirSync(`${other}.${process.pid}.new`, { recursive: true });
  addRule(unwritable.rules, { ...above('1'), ...fresh });
  addRule(unwritable.rules, { ...above('2'), ...fresh });
  expect(unwritable.words()).toHaveLength(2);
  expect(unwritable.told()).toEqual([
    expect.stringMatching(/^error: Price alerts last only until the desk closes: they could not be saved/),
  ]);
});
