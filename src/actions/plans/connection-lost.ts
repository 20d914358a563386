import { formatAge } from '../../domain/numbers/format.ts';
import { isEnded, type Plan } from '../../plans/plan.ts';
import type { KeeperConfig } from '../../platform/config/config-keeper.ts';
import { addNotice } from '../../stores/notices.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { setTradingMode } from '../pipeline/trading-mode.ts';
import { writeOr } from './send-child.ts';

/** What a person chose for a connection that stays lost. */
export type ConnectionPolicy = Pick<KeeperConfig, 'onConnectionLost' | 'afterMs'>;

/** How soon it is tried again while this program does not hold the account, ms. */
const tryAgainMs = 1_000;

/**
 * Does once what was chosen beforehand when the stream has been down for so long: `leave` nothing; `cancel` cancels the
 * plans, whose resting orders are cancelled as soon as the service answers; `reduce` sends only what reduces risk from then
 * on. A time in which the machine slept does not count. Returns the function that stops it.
 */
export function followConnection(context: ActionContext, { onConnectionLost, afterMs }: ConnectionPolicy): () => void {
  const { session, trading, plans, timers } = context;
  if (onConnectionLost === 'leave') return () => {};
  let outage = 0;
  const act = (of: number): void => {
    if (of !== outage || isConnected()) return;
    if (trading.getState().lock !== null || !plans.getState().isLoaded) return timers.after(tryAgainMs, () => act(of));
    const why = `the connection was lost for ${formatAge(afterMs)}`;
    if (onConnectionLost === 'cancel') cancelPlans(context, why);
    else if (trading.getState().mode === 'active') setTradingMode(context, 'reducing', why);
  };
  const isConnected = (): boolean => session.getState().connection.state === 'connected';
  const begin = (): void => {
    const of = ++outage;
    timers.after(afterMs, () => act(of));
  };
  if (!isConnected()) begin();
  const stop = session.subscribe(({ connection }, { connection: before }) => {
    if (before.state === connection.state) return;
    if (before.state === 'connected') begin();
    if (connection.state === 'connected') outage++;
  });
  return () => {
    outage++;
    stop();
  };
}

function cancelPlans(context: ActionContext, why: string): void {
  const { book, plans, notices, clock } = context;
  for (const plan of plans.getState().plans) {
    if (isEnded(plan) || plan.state === 'cancelling') continue;
    const isLeft = hasExit(plan);
    if (!isLeft) writeOr(context, { event: 'cancelling', id: plan.id, leavesOrders: false });
    const words = isLeft ? 'left as it is, because it has an exit at the service' : 'being cancelled';
    if (isLeft || book.get(plan.id)?.state === 'cancelling')
      addNotice(notices, { atMs: clock.now(), tone: 'warn', text: `${plan.summary} is ${words}: ${why}` });
  }
}

/** Whether it has an order at the service without which a position or a holding would be unprotected. */
const hasExit = ({ children }: Plan): boolean =>
  children.some(
    ({ state, order }) =>
      (state === 'working' || state === 'unknown' || state === 'sending') &&
      (order.do === 'trigger' || (order.do === 'perp' && (order.reduceOnly || order.sl !== null))),
  );
