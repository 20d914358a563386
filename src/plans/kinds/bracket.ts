import Big from 'big.js';
import { limitChild, marketChild } from '../perp-child.ts';
import { childOf, type Plan } from '../plan.ts';
import { type Decision, type PlanKind, type PlanView, send, wait } from '../plan-kind.ts';
import { built, perpFacts, perpMarketOf, sideInput, sizeInput } from '../read-inputs.ts';
import { type BracketSpec, bracketSpec, buildBracket, exitSizes } from './bracket-spec.ts';
import { exitsOf, heldOf, isClosed, isOwn } from './bracket-state.ts';
import { guard, protect, stopNow } from './bracket-stop.ts';
import { isUnsent } from './scale.ts';

/**
 * An entry, exits and one stop for the whole position. The service takes a stop only with an order that opens, and cannot
 * change one: the entry brings it, and each later one comes with the smallest order the venue allows, before the one that
 * it replaces is cancelled. What those orders add is closed with the last exit.
 */
export const bracket: PlanKind<BracketSpec> = {
  kind: 'bracket',
  title: 'Bracket',
  schema: bracketSpec,
  usage: 'buy 2 ETH at 3400 stop 3300 exits 1R 50%, 2R 50%',
  trades: 'perp',
  inputs: [
    sideInput,
    sizeInput,
    { id: 'entry', label: 'Entry', help: 'USD, or market', word: 'at', standard: 'market' },
    { id: 'stop', label: 'Stop', help: 'USD, 2 % or 25t from the entry', word: 'stop' },
    { id: 'exits', label: 'Exits', help: 'up to 4: 1R 50%, 3600 50%; empty for none', word: 'exits', standard: '' },
    {
      id: 'breakEven',
      label: 'Break-even',
      help: 'stop to the entry once an exit has filled',
      word: 'break-even',
      standard: 'yes',
      choices: ['yes', 'no'],
    },
    { id: 'trail', label: 'Trail', help: 'per cent of the mark; empty for none', word: 'trail', standard: '' },
    { id: 'moves', label: 'Stop moves', help: 'most, 1 to 200', word: 'moves', standard: '20' },
    { id: 'slippage', label: 'Slippage', help: 'per cent, of market orders', word: 'slippage', standard: '0.5' },
  ],
  build: (values, facts) => built(() => buildBracket(values, perpFacts(facts))),
  planned(spec) {
    const { isBuy, sz, entryPx, stopPx, exits } = spec;
    const sizes = exitSizes(spec, new Big(sz));
    return [
      { key: 'entry', type: entryPx === null ? 'market' : 'limit', isBuy, px: entryPx, size: sz, afterMs: null },
      { key: 'stop', type: 'stop', isBuy: !isBuy, px: stopPx, size: sz, afterMs: null },
      ...exits.map(({ px }, index) => {
        const size = sizes[index]?.toFixed() ?? '0';
        return { key: `exit ${index + 1}`, type: 'limit', isBuy: !isBuy, px, size, afterMs: null };
      }),
    ];
  },
  // The entry, exits, stops that are brought and taken away, the close of what they added.
  operations: ({ exits, moves }) => 2 + exits.length + 2 * moves,
  // The small orders that bring its stops are closed with the last exit.
  countsToTarget: (key) => key === 'entry',
  most: ({ sz, added }) => new Big(sz).plus(added).toFixed(),
  holdsPosition: () => true,
  opensPosition: true,
  // A stop that was refused leaves the one before it in place.
  goesOnAfter: (key) => key.startsWith('stop ') || key.startsWith('cancel '),
  gapRule: 'Its stop and exits stay at the venue meanwhile; the stop moves on when the plan goes on.',
  market: perpMarketOf,
  target: ({ coin, sz }) => ({ size: sz, unit: coin }),
  decide(plan, view) {
    const entry = childOf(plan, 'entry');
    if (!entry || isUnsent(entry.state)) return enter(plan.spec, view);
    if (entry.state !== 'over' && !view.executions.has('entry')) return wait('its entry is being read');
    if (view.szi === null || !view.stops) return wait('its position and stop are being read');
    return isClosed(plan, view) ? ended(plan) : (guard(plan, view) ?? takeProfit(plan, view));
  },
  beforeCancel(plan, view) {
    const entry = childOf(plan, 'entry');
    if (!entry) return null;
    if (plan.leavesOrders && entry.state === 'working' && !view.executions.has('entry'))
      return wait('its entry is being read');
    if (heldOf(plan, view).lte(0)) return null;
    if (view.szi === null || !view.stops) return wait('its position and stop are being read');
    if (!isOwn(plan.spec, view.szi) || view.stops.length > 0) return null;
    const step = protect(plan, view);
    // What cannot be protected is not kept from being cancelled.
    return step?.do === 'pause' ? null : step;
  },
  leaves(plan, view) {
    const isEntering = childOf(plan, 'entry')?.state === 'working';
    const entry = isEntering ? ['what its entry still fills has no stop until it has filled completely'] : [];
    return [...entry, ...positionLeft(plan, view)].join('; ') || null;
  },
  withoutDesk: ({ entryPx, exits }) =>
    [
      entryPx === null ? [] : ['Its entry rests at the venue; its stop protects it once it has filled completely.'],
      exits.length === 0 ? 'The stop' : 'The stop and the exits that were placed',
    ]
      .flat()
      .join(' ')
      .concat(' works without the desk; the stop does not move.'),
};

function positionLeft(plan: Plan<BracketSpec>, view: PlanView): readonly string[] {
  if (heldOf(plan, view).lte(0) || (view.szi !== null && !isOwn(plan.spec, view.szi))) return [];
  return view.stops?.length === 0
    ? ['its position stays open without a stop: close it']
    : [`its position stays open behind the stop at ${stopNow(plan)}: close it yourself`];
}

function enter(spec: BracketSpec, view: PlanView): Decision {
  const { entryPx, stopPx: sl, isBuy, coin } = spec;
  const { szi } = view;
  if (!szi) return wait('its position is being read', view.nowMs + 1_000);
  // The entry would reduce that position, and stop and exits would have nothing to close.
  if (!szi.eq(0) && !isOwn(spec, szi))
    return {
      do: 'pause',
      why: `the account is ${isBuy ? 'short' : 'long'} ${szi.abs().toFixed()} ${coin}: close it first`,
    };
  const terms = { ...spec, reduceOnly: false, sl };
  if (entryPx !== null) return send('entry', limitChild({ ...terms, px: entryPx }, view));
  const fromPx = isBuy ? view.ask : view.bid;
  if (!fromPx) return wait(`entry: prices of ${coin} are stale`, view.nowMs + 1_000);
  return send('entry', marketChild({ ...terms, fromPx, limitPx: null }, view));
}

function ended(plan: Plan<BracketSpec>): Decision {
  const { sz, coin } = plan.spec;
  const filled = childOf(plan, 'entry')?.filled ?? '0';
  if (new Big(filled).eq(0)) return { do: 'end', why: 'its entry executed nothing' };
  const part = new Big(filled).lt(sz) ? `; ${filled} of ${sz} ${coin} were entered` : '';
  const out = plan.children.filter(({ order, filled: one }) => order.do === 'perp' && order.reduceOnly && one !== '0');
  return {
    do: 'end',
    why: `${out.length === 0 ? 'its position was closed by the stop or by hand' : 'its position is closed'}${part}`,
  };
}

/** Exits are placed when the entry is over; what is left when all have filled is closed. */
function takeProfit(plan: Plan<BracketSpec>, view: PlanView): Decision {
  const entry = childOf(plan, 'entry');
  const { spec } = plan;
  if (entry?.state !== 'over') return wait('its entry is open');
  if (view.szi === null || !isOwn(spec, view.szi)) return wait('its position is closed: its exits are being read');
  const sizes = exitSizes(spec, new Big(entry.filled));
  for (const [index, { px }] of spec.exits.entries()) {
    const key = `exit ${index + 1}`;
    const sz = sizes[index];
    if (!sz?.gt(0) || !isUnsent(childOf(plan, key)?.state)) continue;
    return send(key, limitChild({ ...spec, isBuy: !spec.isBuy, reduceOnly: true, sz: sz.toFixed(), px }, view));
  }
  const exits = exitsOf(plan);
  const open = exits.filter(({ state }) => state === 'working').length;
  if (open > 0) return wait(`${open} of ${exits.length} exits are open, stop at ${stopNow(plan)}`);
  const left = heldOf(plan, view);
  const hasFilled = exits.every(({ order, filled }) => order.do === 'perp' && new Big(filled).gte(order.sz));
  if (exits.length === 0 || !hasFilled)
    return wait(`${left.toFixed()} ${spec.coin} behind the stop at ${stopNow(plan)}`);
  return closeRest(spec, view, left);
}

/** At the market, reduce-only: what the orders that brought stops have added. */
function closeRest(spec: BracketSpec, view: PlanView, left: Big): Decision {
  const isBuy = !spec.isBuy;
  const fromPx = isBuy ? view.ask : view.bid;
  if (!fromPx) return wait(`close: prices of ${spec.coin} are stale`, view.nowMs + 1_000);
  const size = view.szi?.abs().lt(left) === true ? view.szi.abs() : left;
  const terms = { ...spec, isBuy, reduceOnly: true, sz: size.toFixed() };
  return send('close', marketChild({ ...terms, fromPx, limitPx: null }, view));
}
