import type { AccountLock } from '../../platform/process/account-lock.ts';
import { addNotice } from '../../stores/notices.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from './action-context.ts';

/** How often a read-only desk checks whether the other desk has gone, ms. */
const askAgainMs = 2_000;

/**
 * Calls `isOurs` when this desk may send the orders of the account: at once, or after the other desk has exited. Until
 * then the trading store says why nothing can be sent. Returns the function that releases the lock.
 */
export function holdLock(
  context: Pick<ActionContext, 'trading' | 'notices' | 'clock' | 'timers'>,
  lockAccount: () => AccountLock,
  isOurs: () => void,
): () => void {
  const { trading, notices, clock, timers } = context;
  let release = (): void => {};
  let wait: 'none' | 'other desk' | 'cannot' = 'none';
  const attempt = (): void => {
    const lock = tryLock(lockAccount);
    if (lock.heldBy === null) {
      release = lock.release;
      trading.setState({ lock: null });
      if (wait !== 'none') addNotice(notices, { atMs: clock.now(), tone: 'info', text: ended[wait] });
      return isOurs();
    }
    wait = lock.heldBy === -1 ? 'cannot' : 'other desk';
    trading.setState({ lock: lock.why });
    timers.after(askAgainMs, attempt);
  };
  attempt();
  return () => release();
}

const ended = {
  'other desk': 'The other desk has closed: this one may send orders now.',
  cannot: 'This desk holds the account now and may send orders.',
} as const;

function tryLock(lockAccount: () => AccountLock) {
  try {
    const lock = lockAccount();
    const why = `Another desk (process ${lock.heldBy}) sends the orders of this account, so this one is read-only until that desk closes. If there is no such desk, delete ${lock.file}.`;
    return { ...lock, why };
  } catch (error) {
    return {
      heldBy: -1,
      release: () => {},
      why: `Nothing is sent: the account cannot be locked (${toProblem(error).message}).`,
    };
  }
}
