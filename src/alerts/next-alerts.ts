import type { LimitReached } from '../stores/portfolio/risk-day.ts';
import { type Alert, type AlertSettings, toAlert } from './alert.ts';
import type { AlertFacts } from './alert-facts.ts';
import { limitItems, liquidationItems, priceItems } from './level-items.ts';
import { type Latches, type LevelItem, watchLevels } from './level-latch.ts';
import { type OrdersState, type PerpOrdersState, watchOrders, watchPerpOrders } from './watch-orders.ts';
import { type PlansState, watchPlans } from './watch-plans.ts';
import { type PositionsState, watchPositions } from './watch-positions.ts';
import { type StreamState, startStream, watchStream } from './watch-stream.ts';

/** The alerts' memory of earlier facts; null: not seen yet. */
export interface AlertState {
  readonly doubts: ReadonlySet<string> | null;
  /** How many reached limits have been reported. */
  readonly reached: number;
  readonly liquidation: Latches;
  readonly positions: PositionsState | null;
  readonly orders: OrdersState | null;
  readonly perpOrders: PerpOrdersState | null;
  readonly plans: PlansState | null;
  readonly prices: Latches;
  readonly stream: StreamState;
  readonly limits: Latches;
}

export const startAlertState: AlertState = {
  doubts: null,
  reached: 0,
  liquidation: new Map(),
  positions: null,
  orders: null,
  perpOrders: null,
  plans: null,
  prices: new Map(),
  stream: startStream,
  limits: new Map(),
};

/**
 * The alerts after a check of the facts, most severe first. Pure: `nowMs` is monotonic. What was already true at the
 * first check is not reported, except unknown outcomes and limits reached in this run.
 */
export function nextAlerts(
  before: AlertState,
  facts: AlertFacts,
  settings: AlertSettings,
  nowMs: number,
): { readonly state: AlertState; readonly alerts: readonly Alert[] } {
  const watch = (latches: Latches, items: readonly LevelItem[]) => watchLevels(latches, items, nowMs, settings.pauseMs);
  const doubts = watchUnresolvedOrders(before.doubts, facts);
  const liquidation = watch(before.liquidation, liquidationItems(facts, settings, before.positions === null));
  const positions = watchPositions(before.positions, facts, settings, nowMs);
  const orders = watchOrders(before.orders, facts);
  const perpOrders = watchPerpOrders(before.perpOrders, facts, nowMs);
  const plans = watchPlans(before.plans, facts);
  const prices = watch(before.prices, priceItems(facts));
  const stream = watchStream(before.stream, facts, settings, nowMs);
  const limits = watch(before.limits, limitItems(facts, settings));
  return {
    state: {
      doubts: doubts.state,
      reached: facts.reached.length,
      liquidation: liquidation.latches,
      positions: positions.state,
      orders: orders.state,
      perpOrders: perpOrders.state,
      plans: plans.state,
      prices: prices.latches,
      stream: stream.state,
      limits: limits.latches,
    },
    alerts: [
      ...doubts.alerts,
      ...facts.reached.slice(before.reached).map(limitAlert),
      ...liquidation.alerts,
      ...positions.alerts,
      ...(settings.orders ? [...orders.alerts, ...perpOrders.alerts] : []),
      ...(settings.plans ? plans.alerts : []),
      ...prices.alerts,
      ...stream.alerts,
      ...limits.alerts,
    ],
  };
}

function watchUnresolvedOrders(before: ReadonlySet<string> | null, { doubts }: AlertFacts) {
  if (!doubts) return { state: before, alerts: [] };
  const fresh = doubts.filter(({ id }) => !before?.has(id));
  return {
    state: new Set([...(before ?? []), ...fresh.map(({ id }) => id)]),
    // Unknown outcomes of an earlier run have not been reported in this one.
    alerts: fresh.map(({ id, summary }) => unresolvedAlert(id, summary, before !== null)),
  };
}

/** The desk has said it with the change of the mode. */
const limitAlert = ({ limit, lossUsd, limitUsd, text }: LimitReached): Alert =>
  toAlert({
    kind: 'risk',
    about: `risk:${limitNames[limit]}`,
    tone: 'error',
    text: `A limit of the account is reached: ${text}`,
    details: { limit: limitNames[limit], lossUsd, limitUsd },
    isSaid: true,
  });

/** As the configuration names them. */
const limitNames: Readonly<Record<LimitReached['limit'], string>> = {
  dailyLossUsd: 'daily_loss_usd',
  dailyLossPct: 'daily_loss_pct',
  maxDrawdownPct: 'max_drawdown_pct',
};

const unresolvedAlert = (id: string, summary: string, isSaid: boolean): Alert =>
  toAlert({
    kind: 'unknown',
    about: `unknown:${id}`,
    tone: 'error',
    text: `The outcome of an order is unknown: ${summary}. See the activity pane`,
    details: { id, order: summary },
    isSaid,
  });
