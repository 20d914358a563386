import { cleanText } from '../domain/clean-text.ts';
import { addNotice } from '../stores/notices.ts';
import { isInDoubt, type OrderRecord } from '../stores/order-records.ts';
import { toProblem } from '../stores/problem.ts';
import type { ActionContext } from './action-context.ts';
import { evidence, type Finding } from './evidence/evidence.ts';
import { lookForOrder } from './evidence/look-for-order.ts';

/** When the account is looked at after an outcome became unknown, ms. */
const lookAfterMs = [2_000, 5_000, 10_000, 30_000, 60_000];

/**
 * Looks at the account again and again for what became of a request. Evidence settles the doubt; without any, a person has to:
 * that nothing is seen proves nothing.
 */
export function watchDoubt(context: ActionContext, id: string): void {
  const startMs = context.clock.monotonic();
  const schedule = (turn: number): void => {
    const afterMs = lookAfterMs[turn];
    if (afterMs === undefined) {
      announce(context, id, null);
      return askPerson(context, id);
    }
    // Counted from the start: a look that takes long does not put off the others.
    const delayMs = Math.max(0, startMs + afterMs - context.clock.monotonic());
    announce(context, id, context.clock.now() + delayMs);
    context.timers.after(delayMs, () => {
      void look(context, id).then((isSettled) => (isSettled ? announce(context, id, null) : schedule(turn + 1)));
    });
  };
  schedule(0);
}

/** For the screen: when the next look is due; null for none. */
const announce = ({ records }: ActionContext, id: string, atMs: number | null): void =>
  records.setState(({ nextLooks }) => {
    const { [id]: _due, ...others } = nextLooks;
    return { nextLooks: atMs === null ? others : { ...others, [id]: atMs } };
  });

/** One look, written to the journal. Resolves to whether there is nothing left to look for. Never rejects. */
export async function look(context: ActionContext, id: string): Promise<boolean> {
  const record = context.log.record(id);
  if (!record || !isInDoubt(record)) return true;
  const finding = await findOut(context, record);
  const after = context.log.record(id);
  // A person may have decided meanwhile.
  if (!after || !isInDoubt(after)) return true;
  const { verdict, why, isProvisional = false } = finding;
  const isAgreed = !isProvisional || wasFound(after, verdict, context.clock.now());
  write(context, { event: 'looked', id, verdict, why });
  context.data.refresh();
  if (verdict === 'unclear' || !isAgreed) return false;
  return settle(context, record, { verdict, by: 'evidence', why });
}

/** Two looks agree when nothing else was found between them, and they are so far apart that they had answers of their own. */
const apartMs = 2_000;

function wasFound({ looks }: OrderRecord, verdict: Finding['verdict'], nowMs: number): boolean {
  const others = looks.findLastIndex((one) => one.verdict !== verdict);
  const first = looks[others + 1];
  return first !== undefined && nowMs - first.atMs >= apartMs;
}

async function findOut({ client }: ActionContext, record: OrderRecord): Promise<Finding> {
  const known = evidence.safeParse(record.evidence);
  try {
    const finding = await lookForOrder(client, known.success ? known.data : { kind: 'none' }, record.sentAtMs);
    return { ...finding, why: cleanText(finding.why) };
  } catch (error) {
    const { code, message } = toProblem(error);
    return { verdict: 'unclear', why: `the account cannot be read: ${code} ${message}` };
  }
}

/**
 * The doubt ends, by evidence or by a person's word, and what it blocked is free. False when that cannot be written down: it
 * then stands.
 */
export function settle(
  context: ActionContext,
  { id, summary }: OrderRecord,
  resolution: { readonly verdict: 'done' | 'not-done'; readonly by: 'evidence' | 'person'; readonly why: string },
): boolean {
  if (!write(context, { event: 'resolved', id, ...resolution })) return false;
  const words = resolution.verdict === 'done' ? 'was done' : 'was not done';
  const who = resolution.by === 'person' ? 'by your decision' : resolution.why;
  addNotice(context.notices, { atMs: context.clock.now(), tone: 'info', text: `${summary}: ${words}, ${who}` });
  return true;
}

function askPerson(context: ActionContext, id: string): void {
  const record = context.log.record(id);
  if (!record || !isInDoubt(record)) return;
  const text = `${record.summary}: still unknown after a minute; decide in the activity pane (${context.keyOf('focus.activity')})`;
  addNotice(context.notices, { atMs: context.clock.now(), tone: 'warn', text });
}

/** A journal that cannot be written is said, and leaves the doubt standing. */
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
