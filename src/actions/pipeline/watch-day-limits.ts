import type { RiskFile } from '../../platform/files/risk-file.ts';
import type { Stores } from '../../stores/create-stores.ts';
import { whyNotFresh } from '../../stores/freshness.ts';
import { addNotice } from '../../stores/notices.ts';
import { equityOf, equityParts, openingsKey } from '../../stores/portfolio/equity.ts';
import { dayUses, judgeDay, type LimitReached, mergedDays, nextDay } from '../../stores/portfolio/risk-day.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from './action-context.ts';
import { generalRefusal } from './guard.ts';
import { limitPrefix, reachedWords } from './limit-words.ts';
import { setTradingMode } from './trading-mode.ts';

type Context = ActionContext &
  Pick<Stores, 'openings' | 'activeWallet' | 'riskDay'> & {
    /** Null: the account is not kept between runs. */
    readonly riskFile: RiskFile | null;
  };

/** An opening of another day is of no use any more, ms. */
const keptMs = 3 * 86_400_000;

/**
 * Switches the trading mode to reducing when a limit of the day is reached, once for each time. Only an equity that is fresh and
 * complete counts: an unknown one is no loss. The day's high and what was reached are saved, so that a restart forgets neither.
 * Returns the function that stops the watch.
 */
export function watchDayLimits(context: Context): () => void {
  const { dailyLossUsd, dailyLossPct, maxDrawdownPct } = context.caps.risk;
  if (dailyLossUsd === null && dailyLossPct === null && maxDrawdownPct === null) return () => {};
  const files = savedDays(context);
  return context.data.subscribe(() => look(context, files));
}

function look(context: Context, files: SavedDays): void {
  const { data, session, records, riskDay, clock } = context;
  const key = openingsKey(context);
  if (key === null || whyNotFresh(data, session, equityParts, clock.now()) !== null) return;
  // Another desk that holds the account's lock has its journal, and does the switching.
  if (!records.getState().isLoaded && context.trading.getState().lock === null) return;
  const equity = equityOf(context, clock.now());
  if (equity.inFlight.isSettling) return;
  const isOurs = (generalRefusal(context)?.code ?? 'HALTED') === 'HALTED';
  files.load(key, isOurs);
  const before = riskDay.getState().days[key] ?? null;
  const day = nextDay(before, equity);
  if (!day) return;
  const uses = dayUses(context.caps.risk, equity, day);
  const isActive = context.trading.getState().mode === 'active';
  const judged = isOurs ? judgeDay(uses, day, isActive) : { now: [], day };
  for (const { limit, lossUsd, limitUsd } of judged.now)
    react(context, {
      limit,
      atMs: clock.now(),
      lossUsd: lossUsd.toFixed(),
      limitUsd: limitUsd.toFixed(),
      text: reachedWords(limit, lossUsd, context.caps.risk),
    });
  if (judged.day === before) return;
  // After the mode: a crash in between leaves the mode, and the limit is reported once more.
  riskDay.setState(({ days }) => ({ days: { ...days, [key]: judged.day } }));
  if (isOurs) files.save(key);
}

function react(context: Context, one: LimitReached): void {
  const { trading, notices, riskDay, log, random, session, keyOf } = context;
  const { mode } = trading.getState();
  const why = `${limitPrefix}${one.text}`;
  const line = {
    event: 'limit',
    id: random.hex(8),
    accountId: session.getState().accountId ?? '',
    mode: 'reducing',
    why,
  };
  try {
    log.write(line);
  } catch {
    log.remember(line);
  }
  // A halt is stricter: it stays.
  if (mode !== 'halted') setTradingMode(context, 'reducing', why);
  const then =
    mode === 'halted'
      ? 'Trading stays halted'
      : `Only orders that reduce risk are sent; ${keyOf('trading.mode')} resumes`;
  addNotice(notices, { atMs: one.atMs, tone: 'error', text: `Limit reached: ${one.text}. ${then}.` });
  riskDay.setState(({ reached }) => ({ reached: [...reached, one] }));
}

interface SavedDays {
  /** Merges what the file knows of the account's day: at first, and when this desk takes the account over. */
  load(key: string, isOurs: boolean): void;
  save(key: string): void;
}

function savedDays({ riskDay, riskFile, notices, clock }: Context): SavedDays {
  const loaded = new Set<string>();
  let isTold = false;
  const attempt = <T>(what: string, run: () => T): T | null => {
    try {
      return run();
    } catch (error) {
      const text = `Today’s limits of the account ${what} (${toProblem(error).message}).`;
      if (!isTold) addNotice(notices, { atMs: clock.now(), tone: 'error', text });
      isTold = true;
      return null;
    }
  };
  return {
    load(key, isOurs) {
      if (loaded.has(`${key} ${isOurs}`) || !riskFile) return;
      loaded.add(`${key} ${isOurs}`);
      const kept = attempt('cannot be read, and count from now', () => riskFile.read()) ?? {};
      const day = mergedDays(riskDay.getState().days[key] ?? null, kept[key] ?? null);
      if (day) riskDay.setState(({ days }) => ({ days: { ...days, [key]: day } }));
    },
    save(key) {
      if (!riskFile) return;
      const day = riskDay.getState().days[key];
      const others = attempt('cannot be read, and count from now', () => riskFile.read()) ?? {};
      const recent = Object.entries(others).filter(([, one]) => clock.now() - one.openedAtMs < keptMs);
      if (day)
        attempt('last until the desk closes: they cannot be saved', () =>
          riskFile.write({ ...Object.fromEntries(recent), [key]: day }),
        );
    },
  };
}
