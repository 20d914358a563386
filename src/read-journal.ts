import type { ActionContext } from './actions/pipeline/action-context.ts';
import { startPipeline } from './actions/pipeline/start-pipeline.ts';
import { inSlices } from './domain/time/in-slices.ts';
import { isTooLarge, rotateJournal } from './platform/journal/rotate-journal.ts';
import { limitHeap } from './platform/process/limit-heap.ts';
import { addNotice } from './stores/notices.ts';
import { CarriedRequests } from './stores/orders/carried-requests.ts';
import { toProblem } from './stores/problem.ts';

/** A larger journal is read only when the first screen is up, after so many ms. */
const quickBytes = 100_000;
const firstScreenMs = 500;
/** Up to two frames at the highest rate would be late otherwise, ms. */
const sliceMs = 16;

/** Reads the journal of earlier runs: at once if that takes no time. */
export function readJournal(journalFile: string, context: ActionContext, signal: AbortSignal, then: () => void): void {
  orLock(context, () => {
    if (!isTooLarge(journalFile, quickBytes)) {
      loadJournal(context);
      return then();
    }
    context.timers.after(firstScreenMs, () => void rotateAndLoad(journalFile, context, signal, then));
  });
}

/** If the journal cannot be read, the desk runs but sends nothing. */
function orLock({ trading }: ActionContext, read: () => void): void {
  try {
    read();
  } catch (error) {
    trading.setState({ lock: `Nothing is sent: the journal cannot be read (${toProblem(error).message}).` });
  }
}

/** `badBefore`: unreadable lines that were rotated into the archive just now. */
function loadJournal(context: ActionContext, badBefore = 0): void {
  const { notices, clock } = context;
  const badLines = Math.max(badBefore, startPipeline(context));
  const text = `${badLines} journal lines cannot be read. Run swapdeck journal to list them.`;
  if (badLines > 0) addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
}

/**
 * Rotates the journal in slices if it has grown too large, and loads what is in it then. If it cannot be rotated, it
 * stays as it is.
 */
async function rotateAndLoad(
  journalFile: string,
  context: ActionContext,
  signal: AbortSignal,
  then: () => void,
): Promise<void> {
  const { clock, notices, records } = context;
  const carried = new CarriedRequests();
  let readPct = 0;
  const see = (share: number): void => {
    readPct = Math.floor(100 * share);
  };
  const onSlice = (): void => {
    if (readPct !== records.getState().readPct) records.setState({ readPct });
  };
  try {
    await inSlices(rotateJournal(journalFile, { nowMs: clock.now(), carried }), see, {
      clock,
      signal,
      onSlice,
      sliceMs,
    });
  } catch (error) {
    const text = `The journal could not be rotated and keeps growing: ${toProblem(error).message}`;
    addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  }
  records.setState({ readPct: null });
  limitHeap(clock);
  if (signal.aborted) return;
  orLock(context, () => {
    loadJournal(context, carried.badLines);
    then();
  });
}
