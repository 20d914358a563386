import Big from 'big.js';
import { z } from 'zod';
import { childOf, type Plan } from '../plan.ts';
import { type PlanKind, type SpotFacts, send, wait } from '../plan-kind.ts';
import { built, entered, InputProblem } from '../read-inputs.ts';
import {
  amount,
  amountInput,
  baseUnitsText,
  expiryHours,
  expiryInput,
  marketFields,
  marketOf,
  optional,
  slippageInput,
  spotFacts,
  spotMarket,
  sumUnits,
  usdPrice,
  wholeTokens,
} from '../read-spot-inputs.ts';
import { isUnsent } from './scale.ts';
import { exitFacts, exitOf, hasFired, heldByLost, heldByUnfound } from './triggers.ts';

export const ladderSpec = z.object({
  kind: z.literal('ladder'),
  ...spotMarket.shape,
  /** From the lowest price up. `value`: USD for one token, decimal text. */
  levels: z
    .array(z.object({ baseUnits: baseUnitsText, value: z.string() }))
    .min(1)
    .max(20),
  expiryHours: z.number().int().positive(),
});

export type LadderSpec = z.output<typeof ladderSpec>;

const keyOf = (index: number) => `level ${index + 1}`;
const mostLevels = 20;
/** Of a price in USD: enough for tokens of any price, and short enough for the service. */
const digits = 8;

function buildLadder(values: Readonly<Record<string, string>>, facts: SpotFacts): LadderSpec {
  const base = optional(values, 'base', () => usdPrice(values, 'base')) ?? facts.inputUsd;
  if (!base)
    throw new InputProblem('base', `The price of ${facts.input.symbol} is unknown: enter the price to start from.`);
  const steps = readSteps(entered(values, 'levels'));
  const prices = steps.map(({ times }) => new Big(base.times(times).toPrecision(digits)));
  const low = prices.find((price) => facts.inputUsd?.gte(price));
  if (low)
    throw new InputProblem(
      'levels',
      `The price is ${facts.inputUsd?.toFixed()} already, not below ${low.toFixed()}: use higher levels.`,
    );
  const sizes = split(amount(values, 'amount', facts), steps);
  return {
    kind: 'ladder',
    ...marketFields(values, facts),
    levels: prices.map((price, index) => ({ baseUnits: `${sizes[index]}`, value: price.toFixed() })),
    expiryHours: expiryHours(values),
  };
}

interface Step {
  readonly times: Big;
  /** Per cent of the amount; null for an equal share. */
  readonly share: number | null;
}

const step = /^(\d{1,6}(?:\.\d{1,6})?)x(?::(\d{1,3})%?)?$/;

/** `2x:30% 3x:30% 5x:40%`, or `2x 3x 5x` for equal shares. Throws InputProblem. */
function readSteps(text: string): Step[] {
  const steps = text.split(/[\s,]+/).map((part) => {
    const [, times, share] = step.exec(part.toLowerCase()) ?? [];
    if (!times) throw new InputProblem('levels', 'Enter levels such as 2x 3x 5x, or 2x:30% 3x:30% 5x:40%.');
    return { times: new Big(times), share: share === undefined ? null : Number(share) };
  });
  if (steps.length > mostLevels) throw new InputProblem('levels', `Enter at most ${mostLevels} levels.`);
  if (steps.some(({ times }, index) => times.lte(steps[index - 1]?.times ?? 1)))
    throw new InputProblem('levels', 'Each level has to be above the one before, and the first above 1x.');
  const given = steps.filter(({ share }) => share !== null);
  if (given.length > 0 && given.length < steps.length)
    throw new InputProblem('levels', 'Give each level a share, or none of them.');
  const sum = given.reduce((all, { share }) => all + (share ?? 0), 0);
  if (given.some(({ share }) => share === 0) || sum > 100)
    throw new InputProblem('levels', `Shares are above zero and add up to at most 100 %: these are ${sum} %.`);
  return steps;
}

/** Sizes that add up to the shares of the amount exactly: what rounding leaves goes to the last. Throws InputProblem. */
function split(total: bigint, steps: readonly Step[]): bigint[] {
  const weights = steps.map(({ share }) => BigInt(share ?? 1));
  const sum = weights.reduce((all, one) => all + one, 0n);
  const sold = steps.every(({ share }) => share === null) ? total : (total * sum) / 100n;
  const sizes = weights.map((weight) => (sold * weight) / sum);
  const rest = sizes.slice(0, -1).reduce((left, size) => left - size, sold);
  const all = [...sizes.slice(0, -1), rest];
  if (all.some((size) => size <= 0n)) throw new InputProblem('levels', 'The amount is too small for so many levels.');
  return all;
}

/** Take-profits of a holding at multiples of a price, all held by the service. */
export const ladder: PlanKind<LadderSpec> = {
  kind: 'ladder',
  title: 'Ladder',
  schema: ladderSpec,
  usage: 'sell all BONK for USDC at 2x:30% 3x:30% 5x:40% expiry 720',
  trades: 'spot',
  inputs: [
    amountInput,
    {
      id: 'levels',
      label: 'Levels',
      help: '2x 3x 5x, or 2x:30% 3x:30% 5x:40%',
      word: 'at',
      standard: '2x 3x 5x',
    },
    { id: 'base', label: 'Of the price', help: 'USD; empty for the price now', word: 'of', standard: '' },
    expiryInput,
    slippageInput,
  ],
  build: (values, facts) => built(() => buildLadder(values, exitFacts(spotFacts(facts)))),
  planned: (spec) =>
    spec.levels.map(({ baseUnits, value }, index) => ({
      key: keyOf(index),
      type: 'trigger',
      isBuy: false,
      px: value,
      size: wholeTokens(spec, baseUnits),
      afterMs: null,
    })),
  market: marketOf,
  target: ({ levels, input }) => ({ size: `${sumUnits(levels)}`, unit: `base units of ${input.symbol}` }),
  gapRule: 'Orders that were not placed yet are placed when it goes on.',
  decide(plan, view) {
    const held = heldByLost(plan, view) ?? heldByUnfound(plan, view);
    if (held) return held;
    const { levels } = plan.spec;
    const next = levels.findIndex((_, index) => isUnsent(childOf(plan, keyOf(index))?.state));
    const level = levels[next];
    if (level) return send(keyOf(next), exitOf(plan.spec, 'above', level));
    const open = plan.children.filter(({ state }) => state === 'working').length;
    const sold = plan.children.filter((child) => hasFired(child, view)).length;
    return open > 0
      ? wait(`${sold} of ${levels.length} levels have sold; the service watches the others`)
      : { do: 'end', why: `${sold} of ${levels.length} levels sold${endWords(plan, sold)}` };
  },
  withoutDesk: () =>
    'Its orders stay at the service and sell without the desk until they expire; levels not placed yet are not placed.',
};

const endWords = ({ spec }: Plan<LadderSpec>, sold: number): string =>
  sold < spec.levels.length ? '; the others have ended without selling' : '';
