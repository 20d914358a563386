import Big from 'big.js';
import { z } from 'zod';
import { exitLevel } from '../../domain/market/exit-levels.ts';
import { floorSize, minSize } from '../../domain/market/perp-rules.ts';
import { isDecimalText } from '../../domain/numbers/decimal.ts';
import type { PerpFacts } from '../plan-kind.ts';
import {
  entered,
  InputProblem,
  isBuySide,
  leastOrder,
  percentInput,
  percentText,
  price,
  size,
  slippageBps,
  whole,
} from '../read-inputs.ts';

export const bracketSpec = z.object({
  kind: z.literal('bracket'),
  coin: z.string(),
  isBuy: z.boolean(),
  sz: z.string(),
  /** Limit price of the entry, decimal text; null: at the market. */
  entryPx: z.string().nullable(),
  slippageBps: z.number().int().positive(),
  /** Trigger price of the stop for the whole position, decimal text on the market's grid. */
  stopPx: z.string(),
  /** Nearest first. Shares are per cent of what the entry has filled, and add up to 100. */
  exits: z.array(z.object({ px: z.string(), sharePct: z.number().int().positive() })).max(4),
  /** Once an exit has filled, the stop moves to the entry price and the fees. */
  breakEven: z.boolean(),
  /** Fee of the entry and of the stop as a fraction, decimal text; absent in plans of an earlier version: the base tier. */
  takerRate: z.string().optional(),
  /** Distance of a trailing stop from the mark, per cent as decimal text; null for none. */
  trailPct: z.string().nullable(),
  /** Most stops that are placed after the entry's own. */
  moves: z.number().int().min(1),
  /** Most that the smallest orders that bring those stops may add to the position, decimal text. */
  added: z.string(),
  szDecimals: z.number().int(),
});

export type BracketSpec = z.output<typeof bracketSpec>;

type Values = Readonly<Record<string, string>>;

/** Throws InputProblem. */
export function buildBracket(values: Values, facts: PerpFacts): BracketSpec {
  const { coin, szDecimals, mark } = facts;
  const isBuy = isBuySide(values);
  const total = size(values, facts);
  const at = entered(values, 'entry').toLowerCase();
  const entryPx = at === '' || at === 'market' ? null : price(values, 'entry', facts);
  const fromPx = entryPx ?? mark;
  if (!fromPx) throw new InputProblem('entry', `The mark of ${coin} is unknown: enter a limit price.`);
  leastOrder(total, fromPx, 'size');
  const stopPx = readStop(values, { isBuy, fromPx, szDecimals });
  const exits = readExits(values, { isBuy, fromPx, stopPx, szDecimals });
  for (const [index, { px, sharePct }] of exits.entries())
    if (floorSize(total.times(sharePct).div(100), szDecimals).times(px).lt(10))
      throw new InputProblem('exits', `Exit ${index + 1} would be below the venue's smallest order: give it more.`);
  const trail = percentText(values, 'trail') === '' ? null : percentInput(values, 'trail');
  if (trail && (trail.lt(leastTrailPct) || trail.gte(100)))
    throw new InputProblem('trail', `A stop trails by at least ${leastTrailPct} % and less than 100 %.`);
  const moves = whole(values, 'moves', 'how often the stop may be placed again', 1, 200);
  const lowest = [fromPx, stopPx].reduce((least, px) => (px.lt(least) ? px : least));
  return {
    kind: 'bracket',
    coin,
    isBuy,
    sz: total.toFixed(),
    entryPx: entryPx?.toFixed() ?? null,
    slippageBps: slippageBps(values),
    stopPx: stopPx.toFixed(),
    exits: exits.map(({ px, sharePct }) => ({ px: px.toFixed(), sharePct })),
    breakEven: entered(values, 'breakEven') === 'yes',
    takerRate: facts.fees.taker.toFixed(),
    trailPct: trail?.toFixed() ?? null,
    moves,
    // Cheaper coins are more coins for the same value: enough down to half the price.
    added: minSize(lowest.div(2), szDecimals).times(moves).toFixed(),
    szDecimals,
  };
}

/** A stop closer than this would move with every tick, per cent. */
const leastTrailPct = '0.3';

type Entry = { readonly isBuy: boolean; readonly fromPx: Big; readonly szDecimals: number };

function readStop(values: Values, { isBuy, fromPx, szDecimals }: Entry): Big {
  const level = exitLevel(entered(values, 'stop'), { kind: 'sl', isBuy, entryPx: fromPx, stopPx: null, szDecimals });
  if (typeof level === 'string') throw new InputProblem('stop', level);
  if (isBuy ? level.value.gte(fromPx) : level.value.lte(fromPx))
    throw new InputProblem('stop', `Enter a stop ${isBuy ? 'below' : 'above'} the entry at ${fromPx.toFixed()}.`);
  return level.value;
}

interface Exit {
  readonly px: Big;
  readonly sharePct: number;
}

/** `1R 50%, 3600 50%`: up to four, each beyond the one before. */
function readExits(values: Values, { isBuy, fromPx, szDecimals, stopPx }: Entry & { readonly stopPx: Big }): Exit[] {
  const text = entered(values, 'exits');
  if (text === '') return [];
  const exits = text.split(',').map((part): Exit => {
    const [, at = '', share = ''] = /^(.+?)[ :]+([\d.]+) ?%?$/.exec(part.trim()) ?? [];
    const level = exitLevel(at, { kind: 'tp', isBuy, entryPx: fromPx, stopPx, szDecimals });
    if (typeof level === 'string' || !isDecimalText(share) || !/^\d{1,3}$/.test(share) || Number(share) === 0)
      throw new InputProblem('exits', 'Enter exits as a price or R and a whole share, such as 1R 50%, 2R 50%.');
    return { px: level.value, sharePct: Number(share) };
  });
  const beyond = (px: Big, from: Big): boolean => (isBuy ? px.gt(from) : px.lt(from));
  const wrong = exits.findIndex(({ px }, index) => !beyond(px, exits[index - 1]?.px ?? fromPx));
  if (wrong >= 0)
    throw new InputProblem(
      'exits',
      `Exit ${wrong + 1} has to be ${isBuy ? 'above' : 'below'} ${(exits[wrong - 1]?.px ?? fromPx).toFixed()}.`,
    );
  const sum = exits.reduce((all, { sharePct }) => all + sharePct, 0);
  if (sum !== 100) throw new InputProblem('exits', `The shares add up to ${sum} %: they have to be 100 %.`);
  if (exits.length > 4) throw new InputProblem('exits', 'Enter at most four exits.');
  return exits;
}

/**
 * Sizes of the exits of what has filled: they add up to it exactly. A part that is below the venue's smallest order goes to
 * the next one; the last takes what is left.
 */
export function exitSizes({ exits, szDecimals }: BracketSpec, filled: Big): readonly Big[] {
  let [left, carried] = [filled, new Big(0)];
  return exits.map(({ px, sharePct }, index) => {
    const wanted = floorSize(filled.times(sharePct).div(100), szDecimals).plus(carried);
    const sz = index === exits.length - 1 ? left : wanted.times(px).lt(10) ? new Big(0) : wanted;
    carried = sz.eq(0) ? wanted : new Big(0);
    left = left.minus(sz);
    return sz;
  });
}
