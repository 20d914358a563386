import Big from 'big.js';
import { groupThousands } from '../domain/numbers/format.ts';
import { type Alert, type AlertSettings, toAlert } from './alert.ts';
import type { AlertFacts, OwnOrder } from './alert-facts.ts';
import { isPauseOver } from './level-latch.ts';

export interface PositionsState {
  /** Signed sizes as last reported to the user, by coin; absent without a position. */
  readonly told: ReadonlyMap<string, Big>;
  readonly readAtMs: number;
  /** When a change of a kind was last reported, monotonic ms. */
  readonly toldAtMs: ReadonlyMap<string, number>;
}

/** After an order, the service shows the new position within this time. */
const settlesWithinMs = 5_000;

/** Positions that were opened, closed or resized without an order of this desk. */
export function watchPositions(
  before: PositionsState | null,
  { positions, ownOrders }: AlertFacts,
  settings: AlertSettings,
  nowMs: number,
): { readonly state: PositionsState | null; readonly alerts: readonly Alert[] } {
  if (!positions) return { state: before, alerts: [] };
  const { readAtMs, isPartial } = positions;
  const sizes = new Map(positions.all.map(({ coin, szi }) => [coin, szi]));
  if (!before) return { state: { told: sizes, readAtMs, toldAtMs: new Map() }, alerts: [] };
  const alerts: Alert[] = [];
  const told = new Map(before.told);
  const toldAtMs = new Map([...before.toldAtMs].filter(([, atMs]) => !isPauseOver(atMs, nowMs, settings.pauseMs)));
  for (const coin of [...new Set([...told.keys(), ...sizes.keys()])].sort()) {
    if (isPartial && !sizes.has(coin)) continue;
    const was = told.get(coin) ?? new Big(0);
    const is = sizes.get(coin) ?? new Big(0);
    const change = changeOf(was, is);
    if (!change) continue;
    const isOwn = ownOrders.some((order) => order.coin === coin && explains(order, before.readAtMs, readAtMs));
    const about = `position:${coin}:${change}`;
    if (!isOwn && toldAtMs.has(about)) continue;
    if (is.eq(0)) told.delete(coin);
    else told.set(coin, is);
    if (isOwn || !settings.positions) continue;
    toldAtMs.set(about, nowMs);
    alerts.push(positionAlert(coin, change, was, is));
  }
  return { state: { told, readAtMs, toldAtMs }, alerts };
}

type Change = 'opened' | 'closed' | 'turned' | 'grown' | 'shrunk';

function changeOf(was: Big, is: Big): Change | null {
  if (was.eq(is)) return null;
  if (was.eq(0)) return 'opened';
  if (is.eq(0)) return 'closed';
  if (was.times(is).lt(0)) return 'turned';
  return is.abs().gt(was.abs()) ? 'grown' : 'shrunk';
}

const explains = ({ sentAtMs, endedAtMs }: OwnOrder, sinceMs: number, untilMs: number): boolean =>
  sentAtMs <= untilMs && (endedAtMs === null || endedAtMs + settlesWithinMs >= sinceMs);

const words: Readonly<Record<Change, string>> = {
  opened: 'opened',
  closed: 'closed',
  turned: 'turned round',
  grown: 'grew',
  shrunk: 'shrank',
};

function positionAlert(coin: string, change: Change, was: Big, is: Big): Alert {
  const sizes =
    change === 'opened'
      ? sizeWords(is)
      : change === 'closed'
        ? sizeWords(was)
        : `${sizeWords(was)} to ${sizeWords(is)}`;
  return toAlert({
    kind: 'position',
    about: `position:${coin}:${change}`,
    tone: 'warn',
    text: `Position ${coin} ${words[change]} without this desk: ${sizes}`,
    details: { coin, change, sizeBefore: was.toFixed(), size: is.toFixed() },
  });
}

const sizeWords = (szi: Big): string => `${szi.lt(0) ? 'short' : 'long'} ${groupThousands(szi.abs().toFixed())}`;
