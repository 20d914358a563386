import type { AccountLock } from '../platform/account-lock.ts';
import { addNotice } from '../stores/notices.ts';
import { toProblem } from '../stores/problem.ts';
import type { ActionContext } from './action-context.ts';

/** How often a desk that only looks asks whether the other one has gone, ms. */
const askAgainMs = 2_000;

/**
 * Calls `isOurs` when this desk is the one that sends orders of the account: at once, or when the other desk has left. Until
 * then the trading store says why nothing can be sent. Returns the function that gives the lock back.
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
  'other desk': 'The other desk has left: this one may send orders now.',
  cannot: 'The account is locked for this desk now: it may send orders.',
} as const;

function tryLock(lockAccount: () => AccountLock) {
  try {
    const lock = lockAccount();
    const why = `Another desk (process ${lock.heldBy}) sends the orders of this account: this one only looks until it has left. If there is no such desk, remove ${lock.file}.`;
    return { ...lock, why };
  } catch (error) {
    return {
      heldBy: -1,
      release: () => {},
      why: `Nothing is sent: the account cannot be locked (${toProblem(error).message}).`,
    };
  }
}
