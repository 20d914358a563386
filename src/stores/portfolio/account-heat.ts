import type Big from 'big.js';
import type { Exit } from '../../domain/market/exits.ts';
import { type Exposure, type Heat, type HeatLine, heatOf } from '../../domain/market/heat.ts';
import type { DeskData } from '../desk-data.ts';
import { exposures, newExposure } from './exposures.ts';
import { perpTotals } from './perp-totals.ts';
import { positionRows } from './position-rows.ts';

/** The heat of the account. `usd` of both is null while anything is missing. */
export interface AccountHeat {
  /** Of the open positions. */
  readonly open: Heat;
  /** With what the resting orders would open. */
  readonly all: Heat;
  /** What is unknown, in words. */
  readonly missing: readonly string[];
}

export const accountHeat = (data: DeskData): AccountHeat => data.derive(toHeat);

function toHeat(data: DeskData): AccountHeat {
  const { positions, resting, missing } = exposures(data);
  return {
    open: knownHeat(data, positions, missing),
    all: knownHeat(data, [...positions, ...resting], missing),
    missing,
  };
}

/** What the position of a coin, as the service names it, may lose; null without one. */
export function heatOfPosition(data: DeskData, coin: string): HeatLine | null {
  const index = exposures(data).positions.findIndex(({ key }) => key === coin);
  return accountHeat(data).open.lines[index] ?? null;
}

function knownHeat(data: DeskData, list: readonly Exposure[], missing: readonly string[]): Heat {
  const heat = heatOf(list, perpTotals(data)?.valueUsd ?? null);
  return missing.length === 0 ? heat : { ...heat, usd: null };
}

/** A perp order as it may be filled, completely. */
export interface RiskTrade {
  /** As the service names it. */
  readonly coin: string;
  readonly isBuy: boolean;
  readonly size: Big;
  /** Its limit or worst price, USD. */
  readonly px: Big;
  /** Its attached stop, USD; null if it has none. */
  readonly stop: Big | null;
  /** The stop closes the whole position. */
  readonly isWholePosition: boolean;
  /** The resting order that it takes the place of; null for a new order. */
  readonly replaces: number | null;
}

type Held = Exposure & { readonly key: string };

/** The heat with the resting orders and these orders filled; null if it is unknown. */
export function heatAfter(data: DeskData, trades: readonly RiskTrade[]): Big | null {
  const { positions, resting, missing } = exposures(data);
  const replaced = new Set(trades.map(({ replaces }) => replaces));
  const others = resting.filter(({ oid }) => !replaced.has(oid));
  const exitsOf = ({ replaces }: RiskTrade): readonly Exit[] =>
    resting.find(({ oid }) => oid === replaces)?.exits ?? [];
  const after = trades.reduce<readonly Held[]>(
    (held, trade) => withTrade(data, held, trade, exitsOf(trade)),
    positions,
  );
  return knownHeat(data, [...after, ...others], missing).usd;
}

/** `attached`: the exits of the order that it takes the place of, which stay. */
function withTrade(data: DeskData, all: readonly Held[], trade: RiskTrade, attached: readonly Exit[]): readonly Held[] {
  const { coin: key, isBuy, size, px, stop, isWholePosition } = trade;
  const row = positionRows(data).find((one) => one.key === key);
  const side = isBuy ? 'long' : 'short';
  const [closing] = all.filter((one) => one.key === key && one.side !== side);
  const closes = closing ? (size.lt(closing.size) ? size : closing.size) : null;
  const opens = closes ? size.minus(closes) : size;
  const exit: readonly Exit[] = stop
    ? [{ exit: 'stop', price: stop, size: isWholePosition ? null : opens, isWholePosition }]
    : attached;
  const kept = all.flatMap((one): Held[] => {
    if (one === closing && closes) return closes.lt(one.size) ? [smallerBy(one, closes)] : [];
    return [one.key === key && one.side === side && isWholePosition ? { ...one, exits: [...one.exits, ...exit] } : one];
  });
  if (opens.lte(0)) return kept;
  const held = all.filter((one) => one.key === key && one.side === side).flatMap(({ exits }) => exits);
  const whole = held.filter((one) => one.isWholePosition && !exit.includes(one));
  const opened = newExposure({ key, coin: row?.coin ?? key, isBuy, size: opens, px }, row?.position ?? null);
  return [...kept, { ...opened, exits: [...exit, ...whole] }];
}

const smallerBy = (held: Held, closes: Big): Held => {
  const size = held.size.minus(closes);
  return { ...held, size, marginUsd: held.marginUsd?.times(size).div(held.size) ?? null };
};
