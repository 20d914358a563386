import { addNotice } from '../../stores/notices.ts';
import type { ActionContext } from './action-context.ts';

/**
 * Disarms one-click when the stream is lost or a full refresh is needed (after a gap or a system sleep), because events
 * may have been missed. Returns the function that stops the watch.
 */
export function disarmOneClick({
  session,
  trading,
  notices,
  clock,
  keyOf,
}: Pick<ActionContext, 'session' | 'trading' | 'notices' | 'clock' | 'keyOf'>): () => void {
  return session.subscribe(({ connection, reconcileSinceMs }, before) => {
    const isInterrupted = connection.state !== 'connected' || reconcileSinceMs !== before.reconcileSinceMs;
    if (!isInterrupted || !trading.getState().isOneClick) return;
    trading.setState({ isOneClick: false });
    const text = `One-click is off: the connection or the desk was interrupted. Press ${keyOf('trading.oneClick')} to arm it again.`;
    addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  });
}
