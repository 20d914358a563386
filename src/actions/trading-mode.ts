import { addNotice } from '../stores/notices.ts';
import { toProblem } from '../stores/problem.ts';
import type { TradingMode } from '../stores/trading.ts';
import type { ActionContext } from './action-context.ts';

type Context = Pick<ActionContext, 'trading' | 'modeFile' | 'notices' | 'clock'>;

const modes: readonly string[] = ['active', 'reducing', 'halted'] satisfies readonly TradingMode[];

/** Short enough for the foot of the narrowest useful screen: that orders at the service may fire must be read. */
const words: Readonly<Record<TradingMode, string>> = {
  active: 'Trading is active again.',
  reducing: 'Reducing only. Trigger orders stay, and may still fire.',
  halted: 'Halted. Trigger orders stay at the service and may fire.',
};

/** Changes what may be sent, at once and across restarts. */
export function setTradingMode({ trading, modeFile, notices, clock }: Context, mode: TradingMode, why: string): void {
  const atMs = clock.now();
  // Who halts wants every order looked at again afterwards.
  trading.setState({ mode, since: mode === 'active' ? null : { atMs, why }, isOneClick: false });
  addNotice(notices, { atMs, tone: mode === 'active' ? 'info' : 'warn', text: words[mode] });
  try {
    modeFile.write({ mode, atMs, why });
  } catch (error) {
    const text = `This holds until the desk ends only: it could not be written down (${toProblem(error).message}).`;
    addNotice(notices, { atMs, tone: 'error', text });
  }
}

type OneClickContext = Pick<ActionContext, 'trading' | 'session' | 'notices' | 'clock' | 'caps' | 'keyOf'>;

/**
 * Lets orders up to the profile's cap skip their confirmation, until it is taken back, the stream is lost, the machine
 * sleeps, the mode changes or the desk ends.
 */
export function setOneClick(context: OneClickContext, isArmed: boolean): void {
  const { trading, notices, clock, caps } = context;
  const refusal = isArmed ? whyNotArmed(context) : null;
  if (refusal) return addNotice(notices, { atMs: clock.now(), tone: 'warn', text: refusal });
  trading.setState({ isOneClick: isArmed });
  const text = isArmed
    ? `One-click is armed: orders up to ${caps.oneClickUsd} USD are sent without a confirmation.`
    : 'One-click is off.';
  addNotice(notices, { atMs: clock.now(), tone: isArmed ? 'warn' : 'info', text });
}

function whyNotArmed({ trading, session, caps, keyOf }: OneClickContext): string | null {
  const { mode, readOnly, lock } = trading.getState();
  if (caps.oneClickUsd === null)
    return 'One-click is off for this profile: set one_click_usd in the configuration to allow it up to a value.';
  if (readOnly ?? lock) return readOnly ?? lock;
  if (mode === 'halted')
    return `One-click cannot be armed while trading is halted: ${keyOf('trading.mode')} leads back.`;
  return session.getState().connection.state === 'connected'
    ? null
    : 'One-click can be armed only while the stream is connected.';
}

/** How often it is looked whether another desk of the account has changed the mode, ms. */
const watchEveryMs = 500;

/** What another desk, or a shell, sets for the account holds here too, within a second. Ends with the context's timers. */
export function watchTradingMode(context: Context & Pick<ActionContext, 'timers'>): void {
  const { trading, modeFile, notices, clock, timers } = context;
  const kept = (): string => {
    try {
      return JSON.stringify(modeFile.read());
    } catch (error) {
      return toProblem(error).message;
    }
  };
  let last = kept();
  const look = (): void => {
    const now = kept();
    const { mode: before, since } = trading.getState();
    if (now !== last) {
      loadTradingMode(context);
      const { mode, since: after } = trading.getState();
      const isOther = mode !== before || after?.atMs !== since?.atMs;
      const text = `${words[mode]} Set outside this desk${after ? `: ${after.why}` : ''}.`;
      if (isOther) addNotice(notices, { atMs: clock.now(), tone: mode === 'active' ? 'info' : 'warn', text });
    }
    last = now;
    timers.after(watchEveryMs, look);
  };
  timers.after(watchEveryMs, look);
}

/** What was kept from the last time. A file that cannot be understood halts: somebody may have meant it to. */
export function loadTradingMode({ trading, modeFile, clock }: Context): void {
  try {
    const kept = modeFile.read();
    if (kept === null || kept.mode === 'active') return trading.setState({ mode: 'active', since: null });
    if (!modes.includes(kept.mode)) throw new Error(`the mode ${kept.mode} is not known`);
    trading.setState({ mode: kept.mode as TradingMode, since: { atMs: kept.atMs, why: kept.why }, isOneClick: false });
  } catch (error) {
    const why = `what was kept of the trading mode cannot be read: ${toProblem(error).message}`;
    trading.setState({ mode: 'halted', since: { atMs: clock.now(), why } });
  }
}
