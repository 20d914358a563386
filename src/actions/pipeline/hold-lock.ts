import type { AccountLock } from '../../platform/process/account-lock.ts';
import { addNotice } from '../../stores/notices.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from './action-context.ts';

/** How often a read-only desk checks whether the other desk has gone, ms. */
const askAgainMs = 2_000;
/** How long a keeper that did not hand the account over is left alone, ms. */
const askKeeperAgainMs = 30_000;

/** Asks the process that holds the account to hand it over; null if it is no keeper. Never rejects. */
export type AskHolder = (pid: number) => Promise<{ readonly why: string | null }> | null;

export interface LockHold {
  /** Looks now instead of at the next look. */
  attempt(): void;
  release(): void;
}

type Context = Pick<ActionContext, 'trading' | 'notices' | 'clock' | 'timers'>;

/**
 * Calls `isOurs` when this desk may send the orders of the account: at once, once a keeper has handed it over, or after the
 * other desk has exited. Until then the trading store says why nothing can be sent.
 */
export function holdLock(
  context: Context,
  lockAccount: () => AccountLock,
  isOurs: () => void,
  askHolder: AskHolder = () => null,
): LockHold {
  const { trading, notices, clock, timers } = context;
  let held: AccountLock | null = null;
  let isReleased = false;
  let wait: keyof typeof ended | 'none' = 'none';
  let asked = { pid: 0, untilMs: 0, words: '' };
  const ask = (pid: number): void => {
    if (asked.pid === pid && clock.monotonic() < asked.untilMs) return;
    const answer = askHolder(pid);
    if (!answer) return;
    const say = (words: string): void => {
      asked = { pid, untilMs: clock.monotonic() + askKeeperAgainMs, words };
    };
    say(`The keeper (process ${pid}) is handing the account over.`);
    void answer.then(({ why }) => {
      if (why === null) wait = 'keeper';
      else
        say(
          `The keeper (process ${pid}) sends the orders of this account and did not hand it over: ${why}. This desk is read-only until the keeper ends: swapdeck keep stop`,
        );
      attempt();
    });
  };
  const attempt = (): void => {
    if (held || isReleased) return;
    const lock = tryLock(lockAccount);
    if (lock.heldBy === null) {
      held = lock;
      trading.setState({ lock: null });
      if (wait !== 'none') addNotice(notices, { atMs: clock.now(), tone: 'info', text: ended[wait] });
      return isOurs();
    }
    wait = lock.heldBy === -1 ? 'cannot' : 'other desk';
    if (lock.heldBy > 0) ask(lock.heldBy);
    trading.setState({ lock: asked.pid === lock.heldBy ? asked.words : lock.why });
  };
  const look = (): void => {
    attempt();
    if (!held && !isReleased) timers.after(askAgainMs, look);
  };
  look();
  return {
    attempt,
    release: () => {
      isReleased = true;
      held?.release();
    },
  };
}

/** Said by a desk that a keeper has given the account to. */
export const keeperHandedOver = 'The keeper has handed the account over: this desk works its plans now.';

const ended = {
  'other desk': 'The other desk has closed: this one may send orders now.',
  keeper: keeperHandedOver,
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
      file: '',
      release: () => {},
      why: `Nothing is sent: the account cannot be locked (${toProblem(error).message}).`,
    };
  }
}
