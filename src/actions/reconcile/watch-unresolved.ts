import { cleanText } from '../../domain/text/clean-text.ts';
import { addNotice } from '../../stores/notices.ts';
import { isUnresolved, type OperationRecord } from '../../stores/orders/operation-records.ts';
import { toProblem } from '../../stores/problem.ts';
import { followFills } from '../fills/follow-fills.ts';
import { reconcileSigned } from '../own-key/landing.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { evidence, type Finding } from './evidence.ts';
import { reconcileOperation } from './reconcile-operation.ts';

/** When the account is read after an outcome became unknown, ms. */
const reconcileAfterMs = [2_000, 5_000, 10_000, 30_000, 60_000];

/**
 * Reads the account repeatedly to resolve an unknown outcome. Evidence resolves it; otherwise a person must, because
 * absence of evidence proves nothing.
 */
export function watchUnresolved(context: ActionContext, id: string): void {
  const startMs = context.clock.monotonic();
  const schedule = (turn: number): void => {
    const afterMs = reconcileAfterMs[turn];
    if (afterMs === undefined) {
      announce(context, id, null);
      return askPerson(context, id);
    }
    // Counted from the start, so that a slow read does not delay the others.
    const delayMs = Math.max(0, startMs + afterMs - context.clock.monotonic());
    announce(context, id, context.clock.now() + delayMs);
    context.timers.after(delayMs, () => {
      void look(context, id).then((isSettled) => (isSettled ? announce(context, id, null) : schedule(turn + 1)));
    });
  };
  schedule(0);
}

/** For the screen: when the next read is due; null for none. */
const announce = ({ records }: ActionContext, id: string, atMs: number | null): void =>
  records.setState(({ nextLooks }) => {
    const { [id]: _due, ...others } = nextLooks;
    return { nextLooks: atMs === null ? others : { ...others, [id]: atMs } };
  });

/** One read, written to the journal. Resolves to whether nothing is left to resolve. Never rejects. */
export async function look(context: ActionContext, id: string): Promise<boolean> {
  const record = context.log.record(id);
  if (!record || !isUnresolved(record)) return true;
  const finding = await findOut(context, record);
  const after = context.log.record(id);
  // The user may have decided meanwhile.
  if (!after || !isUnresolved(after) || context.timers.isStopped) return true;
  const { verdict, why, isProvisional = false } = finding;
  const isAgreed = !isProvisional || wasFound(after, verdict, context.clock.now());
  write(context, { event: 'looked', id, verdict, why });
  context.data.refresh();
  if (verdict === 'unclear' || !isAgreed) return false;
  return settle(context, record, { verdict, by: 'evidence', why });
}

/**
 * Two reads agree if no other finding came between them. They must be this far apart, so that each has its own
 * response.
 */
const apartMs = 2_000;

function wasFound({ looks }: OperationRecord, verdict: Finding['verdict'], nowMs: number): boolean {
  const others = looks.findLastIndex((one) => one.verdict !== verdict);
  const first = looks[others + 1];
  return first !== undefined && nowMs - first.atMs >= apartMs;
}

async function findOut(context: ActionContext, record: OperationRecord): Promise<Finding> {
  const known = evidence.safeParse(record.evidence);
  try {
    const proof = known.success ? known.data : ({ kind: 'none' } as const);
    const finding =
      proof.kind === 'signed'
        ? await reconcileSigned(context, proof)
        : await reconcileOperation(context.client, proof, record.sentAtMs);
    return { ...finding, why: cleanText(finding.why) };
  } catch (error) {
    const { code, message } = toProblem(error);
    return { verdict: 'unclear', why: `the account cannot be read: ${code} ${message}` };
  }
}

/**
 * Resolves the outcome, by evidence or by the user's decision, and unblocks what it blocked. False if the journal
 * cannot be written: it then stays unresolved.
 */
export function settle(
  context: ActionContext,
  { id, summary }: OperationRecord,
  resolution: { readonly verdict: 'done' | 'not-done'; readonly by: 'evidence' | 'person'; readonly why: string },
): boolean {
  if (!write(context, { event: 'resolved', id, ...resolution })) return false;
  const words = resolution.verdict === 'done' ? 'was done' : 'was not done';
  const who = resolution.by === 'person' ? 'by your decision' : resolution.why;
  addNotice(context.notices, { atMs: context.clock.now(), tone: 'info', text: `${summary}: ${words}, ${who}` });
  if (resolution.verdict === 'done') followFills(context, id);
  return true;
}

function askPerson(context: ActionContext, id: string): void {
  const record = context.log.record(id);
  if (!record || !isUnresolved(record)) return;
  const text = `${record.summary}: still unknown after a minute; resolve it in the activity pane (${context.keyOf('focus.activity')})`;
  addNotice(context.notices, { atMs: context.clock.now(), tone: 'warn', text });
}

/** A journal failure is reported, and the outcome stays unresolved. */
function write(
  context: ActionContext,
  line: { readonly event: string; readonly id: string; readonly [field: string]: unknown },
): boolean {
  try {
    context.log.write(line);
    return true;
  } catch (error) {
    const text = `journal: ${toProblem(error).message}`;
    addNotice(context.notices, { atMs: context.clock.now(), tone: 'error', text });
    return false;
  }
}
