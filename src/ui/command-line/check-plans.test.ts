import { expect, test } from 'vitest';
import { checkPlans } from './check-plans.ts';
import { planVerbs } from './verbs/plan-verbs.ts';

const problemsOf = (...plans: readonly string[]) =>
  checkPlans(plans).map(({ index, message }) => `${index}: ${message}`);

test('the example of every kind is a plan', () => {
  expect(planVerbs.length).toBeGreaterThan(8);
  expect(problemsOf(...planVerbs.map(({ examples }) => examples[0]!))).toEqual([]);
});

test('a plan may be written as freely as on the command line', () => {
  expect(problemsOf(' TWAP  buy 2 eth over 1h in 30 ', 'scale buy 2 ETH 3400..3300 in 8')).toEqual([]);
});

test('what only a desk can know is left to the form', () => {
  expect(problemsOf('twap buy 2 NOPE over 1h in 30', 'dca sell 999999 USDC for SOL every 1d for 30')).toEqual([]);
});

test.each([
  [
    'buy 1 SOL',
    /^1: "buy 1 SOL" is not a plan: write what the command line takes, such as twap buy 2 ETH over 1h in 30\. /,
  ],
  ['buy 1 SOL', /Plans: scale, twap, chase, iceberg, bracket, dca, swap-twap, oco, ladder$/],
  ['halt', /^1: "halt" is not a plan: /],
  ['zoom plans', /^1: "zoom plans" is not a plan: /],
  ['tw', /^1: "tw" is not a plan: /],
  [':twap buy 2 ETH', /^1: ":twap buy 2 ETH" is not a plan: /],
  ['   ', /^1: " {3}" is not a plan: /],
  ['twap', /^1: "twap" says nothing but its kind: write all of it, such as twap buy 2 ETH over 1h in 30 limit 3450$/],
  // Alone it focuses the pane of its name.
  ['ladder', /^1: "ladder" says nothing but its kind: write all of it, such as ladder sell all BONK /],
  ['twap buy', /^1: "twap buy" is not complete: twap buy\|sell SIZE COIN .* next: size: coins in all$/],
  ['twap buy 2 ETH ovr 1h', /^1: "twap buy 2 ETH ovr 1h" is not understood: Unexpected "ovr"\. Did you mean over\? /],
  ['twap buy 2 ETH; halt', /^1: "twap buy 2 ETH; halt" is not understood: /],
])('%s is refused, with what is allowed', (text, words) => {
  expect(problemsOf('twap buy 2 ETH over 1h in 30', text)).toEqual([expect.stringMatching(words)]);
});
