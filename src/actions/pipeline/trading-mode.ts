import type { TradingMode } from '../../stores/account/trading.ts';
import { addNotice } from '../../stores/notices.ts';
import { countStillFills, isAllKnown, stillFills, stillFillsWords } from '../../stores/orders/still-fills.ts';
import { toProblem } from '../../stores/problem.ts';
import { readPerpOrders, readTriggerOrders } from '../orders/read-open-orders.ts';
import type { ActionContext } from './action-context.ts';

type Context = Pick<ActionContext, 'trading' | 'modeFile' | 'notices' | 'clock' | 'data' | 'client' | 'keyOf'>;

const words: Readonly<Record<TradingMode, string>> = {
  active: 'Trading is active again.',
  reducing: 'Reducing only.',
  halted: 'Halted.',
};

/** What may fill in spite of the mode, and the key that cancels it. The key comes first: the bottom line may cut the rest. */
function modeWords(
  { data, keyOf }: Pick<Context, 'data' | 'keyOf'>,
  mode: TradingMode,
  open = stillFills(data),
): string {
  if (mode === 'active') return words.active;
  const orders = stillFillsWords(open);
  const cancels = `${keyOf('bulk.cancelAll')} cancels what can still fill: ${orders}.`;
  return `${words[mode]} ${orders === '' ? 'No order can still fill.' : cancels}`;
}

/** If the desk has not read every order, it does now: the halt itself waits for nothing. */
async function readStillFills(context: Context, mode: TradingMode): Promise<void> {
  const { client, data, notices, clock, trading } = context;
  if (mode === 'active' || isAllKnown(stillFills(data))) return;
  const [triggers, perps] = await Promise.all([
    readTriggerOrders(client).catch(() => null),
    readPerpOrders(client).then(
      (wallets) => wallets.flatMap(({ open }) => open),
      () => null,
    ),
  ]);
  if (trading.getState().mode !== mode) return;
  const open = countStillFills(triggers, perps);
  addNotice(notices, { atMs: clock.now(), tone: 'warn', text: modeWords(context, mode, open) });
}

const isMode = (mode: string): mode is TradingMode => Object.hasOwn(words, mode);

/** Changes the trading mode, at once and across restarts. */
export function setTradingMode(context: Context, mode: TradingMode, why: string): void {
  const { trading, modeFile, notices, clock } = context;
  const atMs = clock.now();
  // After a halt, every unknown outcome must be checked again.
  trading.setState({ mode, since: mode === 'active' ? null : { atMs, why }, isOneClick: false });
  addNotice(notices, { atMs, tone: mode === 'active' ? 'info' : 'warn', text: modeWords(context, mode) });
  void readStillFills(context, mode);
  try {
    modeFile.write({ mode, atMs, why });
  } catch (error) {
    const text = `This lasts only until the desk closes: it could not be saved (${toProblem(error).message}).`;
    addNotice(notices, { atMs, tone: 'error', text });
  }
}

type OneClickContext = Pick<ActionContext, 'trading' | 'session' | 'notices' | 'clock' | 'caps' | 'keyOf'>;

/**
 * Lets orders up to the profile's cap skip their confirmation, until it is disarmed, ten minutes pass without an order, the
 * stream is lost, the machine sleeps, the mode changes or the desk ends.
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

/** Why one-click cannot be armed now, as a sentence; null if it can. */
export function whyNotArmed({ trading, session, caps, keyOf }: OneClickContext): string | null {
  const { mode, readOnly, lock } = trading.getState();
  if (caps.oneClickUsd === null)
    return 'One-click is off for this profile: set one_click_usd in the configuration to allow it up to a value.';
  if (readOnly ?? lock) return readOnly ?? lock;
  if (mode === 'halted')
    return `One-click cannot be armed while trading is halted. Press ${keyOf('trading.mode')} to resume first.`;
  return session.getState().connection.state === 'connected'
    ? null
    : 'One-click can be armed only while the stream is connected.';
}

/** How often the desk checks whether another desk of the account has changed the mode, ms. */
const watchEveryMs = 500;

/**
 * Applies the mode that another desk or a shell sets for the account, within a second. Ends with the context's timers.
 */
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
      const text = `${modeWords(context, mode)} Set outside this desk${after ? `: ${after.why}` : ''}.`;
      if (isOther) addNotice(notices, { atMs: clock.now(), tone: mode === 'active' ? 'info' : 'warn', text });
    }
    last = now;
    timers.after(watchEveryMs, look);
  };
  timers.after(watchEveryMs, look);
}

/** Loads the saved mode. An unreadable file halts trading, because it may have meant to. */
export function loadTradingMode({ trading, modeFile, clock }: Pick<Context, 'trading' | 'modeFile' | 'clock'>): void {
  try {
    const kept = modeFile.read();
    if (kept === null || kept.mode === 'active') return trading.setState({ mode: 'active', since: null });
    const { mode } = kept;
    if (!isMode(mode)) throw new Error(`the saved mode ${mode} is unknown`);
    trading.setState({ mode, since: { atMs: kept.atMs, why: kept.why }, isOneClick: false });
  } catch (error) {
    const why = `the saved trading mode cannot be read: ${toProblem(error).message}`;
    trading.setState({ mode: 'halted', since: { atMs: clock.now(), why } });
  }
}
