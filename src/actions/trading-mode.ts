import { addNotice } from '../stores/notices.ts';
import { toProblem } from '../stores/problem.ts';
import type { TradingMode } from '../stores/trading.ts';
import type { ActionContext } from './action-context.ts';

type Context = Pick<ActionContext, 'trading' | 'modeFile' | 'notices' | 'clock'>;

const modes: readonly string[] = ['active', 'reducing', 'halted'] satisfies readonly TradingMode[];

const words: Readonly<Record<TradingMode, string>> = {
  active: 'Trading is active again.',
  reducing: 'Only what reduces risk is sent now. Trigger orders stay at the service and may still fire.',
  halted: 'Trading is halted: this desk sends nothing. Trigger orders stay at the service and may still fire.',
};

/** Changes what may be sent, at once and across restarts. */
export function setTradingMode({ trading, modeFile, notices, clock }: Context, mode: TradingMode, why: string): void {
  const atMs = clock.now();
  trading.setState({ mode, since: mode === 'active' ? null : { atMs, why } });
  addNotice(notices, { atMs, tone: mode === 'active' ? 'info' : 'warn', text: words[mode] });
  try {
    modeFile.write({ mode, atMs, why });
  } catch (error) {
    const text = `This holds until the desk ends only: it could not be written down (${toProblem(error).message}).`;
    addNotice(notices, { atMs, tone: 'error', text });
  }
}

/** What was kept from the last time. A file that cannot be understood halts: somebody may have meant it to. */
export function loadTradingMode({ trading, modeFile, clock }: Context): void {
  try {
    const kept = modeFile.read();
    if (kept === null || kept.mode === 'active') return;
    if (!modes.includes(kept.mode)) throw new Error(`the mode ${kept.mode} is not known`);
    trading.setState({ mode: kept.mode as TradingMode, since: { atMs: kept.atMs, why: kept.why } });
  } catch (error) {
    const why = `what was kept of the trading mode cannot be read: ${toProblem(error).message}`;
    trading.setState({ mode: 'halted', since: { atMs: clock.now(), why } });
  }
}
