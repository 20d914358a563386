import { addNotice } from '../stores/notices.ts';
import type { ActionContext } from './action-context.ts';

/**
 * Takes one-click back when the stream is lost, and when everything has to be read again (after a gap, or after the machine
 * slept): nobody was told what happened meanwhile. Returns the function that ends the watch.
 */
export function disarmOneClick({
  session,
  trading,
  notices,
  clock,
}: Pick<ActionContext, 'session' | 'trading' | 'notices' | 'clock'>): () => void {
  return session.subscribe(({ connection, reconcileSinceMs }, before) => {
    const isInterrupted = connection.state !== 'connected' || reconcileSinceMs !== before.reconcileSinceMs;
    if (!isInterrupted || !trading.getState().isOneClick) return;
    trading.setState({ isOneClick: false });
    const text = 'One-click is off: the connection or the desk was interrupted. ! arms it again.';
    addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  });
}
