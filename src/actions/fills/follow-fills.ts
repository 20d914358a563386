import { addNotice, type Notice } from '../../stores/notices.ts';
import { type FillReport, fillWords, unreadFills } from '../../stores/orders/fill-report.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { FillFinding } from './fill-finding.ts';
import { type FillQuery, fillQuery } from './fill-query.ts';
import { orderIds } from './order-ids.ts';
import { readPerpFills } from './read-perp-fills.ts';
import { readSwapFill } from './read-swap-fill.ts';

/** When the fills of an accepted order are read, ms after its outcome: a service may list them late. */
export const readFillsAfterMs = [200, 1_000, 3_000, 8_000, 20_000] as const;

/** From this read on, two equal reads in a row are taken for all the fills there will be. */
const settledFrom = 2;

/**
 * Reads what an accepted order executed, and adds it to the journal and the notices. The outcome never waits for it, and
 * what cannot be read is said as unknown.
 */
export function followFills(context: ActionContext, id: string): void {
  const query = fillQuery.safeParse(context.log.record(id)?.fillQuery).data;
  if (!query) return;
  const startMs = context.clock.monotonic();
  const schedule = (turn: number, before: FillReport | null): void => {
    const afterMs = readFillsAfterMs[turn] ?? 0;
    context.timers.after(Math.max(0, startMs + afterMs - context.clock.monotonic()), () => {
      void readOnce(context, id, query, before).then(({ report, isFinal }) => {
        if (context.timers.isStopped) return;
        const isLast = turn === readFillsAfterMs.length - 1;
        const isSettled = turn >= settledFrom && report.state !== 'unread' && isSame(before, report);
        if (isFinal || isSettled || isLast) settle(context, id, report);
        else schedule(turn + 1, report);
      });
    });
  };
  schedule(0, null);
}

/** Never rejects. */
async function readOnce(
  { client, data, log, records }: ActionContext,
  id: string,
  query: FillQuery,
  before: FillReport | null,
): Promise<FillFinding> {
  const record = log.record(id);
  if (!record) return { report: unreadFills('its record is gone'), isFinal: true };
  try {
    return query.kind === 'perp'
      ? await readPerpFills(client, query, {
          sentAtMs: record.sentAtMs,
          ids: orderIds(record, records.getState().records),
        })
      : await readSwapFill({ client, data }, query, record.task?.txHash ?? null);
  } catch (error) {
    const { code, message } = toProblem(error);
    // What an earlier read listed still stands.
    return { report: before && before.state !== 'unread' ? before : unreadFills(`${code} ${message}`), isFinal: false };
  }
}

const isSame = (before: FillReport | null, after: FillReport): boolean =>
  before?.state === after.state && before.filledSize === after.filledSize;

/** What rested may have filled since; everything else is final. */
const isNews = (before: FillReport | null, report: FillReport): boolean =>
  before === null || (before.state === 'open' && !isSame(before, report));

function settle(context: ActionContext, id: string, report: FillReport): void {
  const { log, notices, clock } = context;
  const record = log.record(id);
  if (!record || !isNews(record.fills, report)) return;
  const say = (tone: Notice['tone'], text: string): void => addNotice(notices, { atMs: clock.now(), tone, text });
  const line = { event: 'fills', id, ...report };
  try {
    log.write(line);
  } catch (error) {
    log.remember(line);
    say('error', `journal: ${toProblem(error).message}`);
  }
  say(tones[report.state], noticeOf(record, report));
}

const tones = { filled: 'ok', open: 'info', partial: 'warn', unread: 'warn' } as const;

/** The line names the order itself where its fills do not. */
function noticeOf({ summary, requestId }: OperationRecord, report: FillReport): string {
  const isNamed = report.filledSize !== null && report.filledSize !== '0';
  const words = isNamed ? fillWords(report) : `${summary}: ${fillWords(report)}`;
  return requestId === null ? words : `${words}, request ${requestId}`;
}
