import { z } from 'zod';
import { childOf, type Plan } from '../plan.ts';
import { type Decision, type PlanKind, type PlanView, type SpotFacts, send, wait } from '../plan-kind.ts';
import { built, InputProblem } from '../read-inputs.ts';
import {
  amount,
  amountInput,
  baseUnitsText,
  expiryHours,
  expiryInput,
  marketFields,
  marketOf,
  slippageInput,
  spotFacts,
  spotMarket,
  usdPrice,
  wholeTokens,
} from '../read-spot-inputs.ts';
import { isUnsent } from './scale.ts';
import { cancelOnce, exitFacts, exitOf, hasFired, heldByLost, heldByUnfound } from './triggers.ts';

export const ocoSpec = z.object({
  kind: z.literal('oco'),
  ...spotMarket.shape,
  baseUnits: baseUnitsText,
  /** USD for one token, decimal texts. */
  takeProfit: z.string(),
  stop: z.string(),
  expiryHours: z.number().int().positive(),
});

export type OcoSpec = z.output<typeof ocoSpec>;

/** The stop is placed first: it is what protects the holding. */
const keys = ['stop', 'take profit'] as const;
type Key = (typeof keys)[number];

const otherOf = (key: Key): Key => (key === 'stop' ? 'take profit' : 'stop');
const levelOf = (spec: OcoSpec, key: Key) => (key === 'stop' ? spec.stop : spec.takeProfit);
const orderOf = (spec: OcoSpec, key: Key) =>
  exitOf(spec, key === 'stop' ? 'below' : 'above', { baseUnits: spec.baseUnits, value: levelOf(spec, key) });

function buildOco(values: Readonly<Record<string, string>>, facts: SpotFacts): OcoSpec {
  const [takeProfit, stop] = [usdPrice(values, 'profit'), usdPrice(values, 'stop')];
  const now = facts.inputUsd;
  if (stop.gte(takeProfit)) throw new InputProblem('stop', 'The stop has to be below the take profit.');
  if (!now)
    throw new InputProblem('profit', `The price of ${facts.input.symbol} is unknown, so the exits cannot be checked.`);
  if (now.gte(takeProfit))
    throw new InputProblem('profit', `The price is ${now.toFixed()} already: enter a take profit above it.`);
  if (now.lte(stop)) throw new InputProblem('stop', `The price is ${now.toFixed()} already: enter a stop below it.`);
  return {
    kind: 'oco',
    ...marketFields(values, facts),
    baseUnits: `${amount(values, 'amount', facts)}`,
    takeProfit: takeProfit.toFixed(),
    stop: stop.toFixed(),
    expiryHours: expiryHours(values),
  };
}

/** One holding, two exits at the service: when one fires, the other is cancelled. */
export const oco: PlanKind<OcoSpec> = {
  kind: 'oco',
  title: 'OCO',
  schema: ocoSpec,
  usage: 'sell all JUP for USDC profit 1.2 stop 0.7',
  trades: 'spot',
  inputs: [
    amountInput,
    { id: 'profit', label: 'Take profit', help: 'USD, above the price', word: 'profit' },
    { id: 'stop', label: 'Stop', help: 'USD, below the price', word: 'stop' },
    expiryInput,
    slippageInput,
  ],
  build: (values, facts) => built(() => buildOco(values, exitFacts(spotFacts(facts)))),
  planned: (spec) =>
    keys.map((key) => ({
      key,
      type: 'trigger',
      isBuy: false,
      px: levelOf(spec, key),
      size: wholeTokens(spec, spec.baseUnits),
      afterMs: null,
    })),
  market: marketOf,
  target: ({ baseUnits, input }) => ({ size: baseUnits, unit: `base units of ${input.symbol}` }),
  alternatives: () => [keys],
  gapRule:
    'Both orders wait at the service; the one that is left over is cancelled when the desk or the keeper is back.',
  decide(plan, view) {
    const unfound = heldByUnfound(plan, view);
    if (unfound) return unfound;
    const fired = keys.filter((key) => hasFired(childOf(plan, key), view));
    const [one] = fired;
    if (one) return fired.length === keys.length ? bothFired(plan) : leaveNone(plan, view, one);
    const held = heldByLost(plan, view);
    if (held) return held;
    const next = keys.find((key) => isUnsent(childOf(plan, key)?.state));
    if (next && !keys.some((key) => childOf(plan, key)?.state === 'over')) return send(next, orderOf(plan.spec, next));
    const open = keys.filter((key) => childOf(plan, key)?.state === 'working');
    return open.length > 0
      ? wait(`${open.join(' and ')} wait${open.length === 1 ? 's' : ''} at the service`)
      : { do: 'end', why: 'both orders have ended without selling' };
  },
  withoutDesk: () =>
    'Both orders stay at the service. If nothing cancels the other one when one fires, both may fire: the second then fails for lack of balance, or sells what the wallet still holds.',
};

const bothFired = (plan: Plan<OcoSpec>): Decision =>
  keys.some((key) => childOf(plan, key)?.state !== 'over')
    ? wait('both have fired; what they sold is being read')
    : { do: 'end', why: 'both orders fired before one could be cancelled' };

/** One has fired: the other must not. */
function leaveNone(plan: Plan<OcoSpec>, view: PlanView, fired: Key): Decision {
  const other = otherOf(fired);
  const left = childOf(plan, other);
  const isLeft = left?.state === 'working' && view.executions.get(other)?.isOpen !== false;
  if (isLeft) return cancelOnce(plan, other);
  return childOf(plan, fired)?.state === 'over'
    ? { do: 'end', why: `${fired} sold${left ? `, and ${other} was cancelled` : ''}` }
    : wait(`${fired} has fired; what it sold is being read`);
}
