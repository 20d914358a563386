import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, loadConfig, type PlansCheck } from './config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-plans-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function load(toml: string, check?: PlansCheck) {
  const file = join(folder, 'config.toml');
  writeFileSync(file, toml);
  try {
    return loadConfig(file, { plans: check }).presets.plans;
  } catch (error) {
    if (error instanceof ConfigError) return error.message.replaceAll(`${file}:`, '');
    throw error;
  }
}
const plansOf = (...texts: readonly string[]): string => `[presets]\nplans = ${JSON.stringify(texts)}`;

const allowed = 'must be the text of a plan in quotes, at most 200 characters, such as "twap buy 2 ETH over 1h in 30"';
const list = 'must be a list of at most five plans, each as the command line takes it';

test('up to five plans are kept as they are written; without the key there are none', () => {
  expect(load('')).toEqual([]);
  expect(load(plansOf())).toEqual([]);
  const five = ['twap buy 2 ETH over 1h', 'b', 'c', ' d  d ', 'é'.repeat(200)];
  expect(load(plansOf(...five))).toEqual(five);
});

test.each([
  ['a sixth', plansOf('1', '2', '3', '4', '5', '6'), `2:1: presets.plans: ${list}`],
  ['a text alone', '[presets]\nplans = "twap"', `2:1: presets.plans: ${list}`],
  ['a number', '[presets]\nplans = ["twap", 2]', `2:1: presets.plans.1: ${allowed}`],
  ['an empty text', plansOf('twap', ''), `2:1: presets.plans.1: ${allowed}`],
  ['blanks alone', plansOf('  '), `2:1: presets.plans.0: ${allowed}`],
  ['a text of 201 characters', plansOf('x'.repeat(201)), `2:1: presets.plans.0: ${allowed}`],
  ['an escape sequence', plansOf('twap\u001b[2J'), `2:1: presets.plans.0: ${allowed}`],
  ['a line break', plansOf('twap\nhalt'), `2:1: presets.plans.0: ${allowed}`],
  ['a mark that turns the direction of text', plansOf('twap \u202e'), `2:1: presets.plans.0: ${allowed}`],
])('%s is refused', (_name, toml, problem) => {
  expect(load(toml)).toBe(problem);
});

const noGood: PlansCheck = (plans) => plans.map((text, index) => ({ index, message: `"${text}" is no good` }));

test('what they mean is validated by its owner, with the entry and the line', () => {
  expect(load(`theme = "dark"\n\n${plansOf('a', 'b')}`, noGood)).toBe(
    '4:1: presets.plans.0: "a" is no good\n4:1: presets.plans.1: "b" is no good',
  );
});

test('their problems are reported together with all others, also with those of the other presets', () => {
  expect(load(`theme = "pink"\n${plansOf('a')}\nbuy = []`, noGood)).toMatch(
    /^1:1: theme: .*\n3:1: presets\.plans\.0: "a" is no good\n4:1: presets\.buy: must name one to five$/,
  );
  expect(load('presets = 5', noGood)).toMatch(/^1:1: presets: /);
});
