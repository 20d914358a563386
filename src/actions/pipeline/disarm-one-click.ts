import { addNotice } from '../../stores/notices.ts';
import type { ActionContext } from './action-context.ts';

type Context = Pick<ActionContext, 'session' | 'trading' | 'notices' | 'clock' | 'keyOf' | 'records' | 'timers'>;

/** Who comes back to the desk after a while must not find it armed, ms. */
export const oneClickIdleMs = 600_000;

/**
 * Disarms one-click after ten minutes without an order, and when the stream is lost or a full refresh is needed (after a
 * gap or a system sleep), because events may have been missed. Returns the function that stops the watch.
 */
export function disarmOneClick(context: Context): () => void {
  const { session, trading, records, clock, timers } = context;
  let lastUseMs = 0;
  const use = () => {
    lastUseMs = clock.monotonic();
  };
  const look = (): void => {
    if (!trading.getState().isOneClick) return;
    const leftMs = lastUseMs + oneClickIdleMs - clock.monotonic();
    if (leftMs > 0) timers.after(leftMs, look);
    else disarm(context, 'ten minutes passed without an order');
  };
  const stops = [
    session.subscribe(({ connection, reconcileSinceMs }, before) => {
      const isInterrupted = connection.state !== 'connected' || reconcileSinceMs !== before.reconcileSinceMs;
      if (isInterrupted) disarm(context, 'the connection or the desk was interrupted');
    }),
    trading.subscribe(({ isOneClick }, before) => {
      if (!isOneClick || before.isOneClick) return;
      use();
      timers.after(oneClickIdleMs, look);
    }),
    records.subscribe((now, before) => {
      if (now.records.length > before.records.length) use();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function disarm({ trading, notices, clock, keyOf }: Context, why: string): void {
  if (!trading.getState().isOneClick) return;
  trading.setState({ isOneClick: false });
  const text = `One-click is off: ${why}. Press ${keyOf('trading.oneClick')} to arm it again.`;
  addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
}
