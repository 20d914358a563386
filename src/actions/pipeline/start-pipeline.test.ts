import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJournal, type Journal } from '../../platform/journal/journal.ts';
import { isUnresolved } from '../../stores/orders/operation-records.ts';
import { bindActions } from '../desk-actions.ts';
import { fakeAccountId, fakeContext, memoryModeFile } from './fake-context.fixture.ts';
import { orderKinds, unknownEndings } from './operation-kinds.fixture.ts';
import { startPipeline } from './start-pipeline.ts';
import { setTradingMode } from './trading-mode.ts';

let dir = '';
let seed = 0;
const open: Journal[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'start-orders-'));
});
afterEach(() => {
  for (const journal of open.splice(0)) journal.close();
  rmSync(dir, { recursive: true });
});

const file = () => join(dir, 'journal.jsonl');
const events = () => linesOf(readFileSync(file(), 'utf8')).map(({ event }) => event);

function linesOf(text: string): { readonly event: string; readonly id: string }[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** A desk on the journal file, not started yet. */
function desk(answer: (id: string) => unknown, modeFile = memoryModeFile()) {
  const journal = createJournal(file());
  open.push(journal);
  const fake = fakeContext(answer, { journal, modeFile, isUnread: true, seed: ++seed });
  return { ...fake, actions: bindActions(fake.context), records: () => fake.context.records.getState().records };
}

/** An earlier run: the order was sent and the program ended before the answer. */
async function leaveSent(kind: (typeof orderKinds)[number]) {
  const earlier = desk(() => new Promise(() => {}));
  startPipeline(earlier.context);
  void kind.send(earlier.actions);
  await earlier.clock.advance(0);
  earlier.context.timers.stop();
}

const line = (fields: object) => `${JSON.stringify({ at: '2025-12-31T00:00:00.000Z', ...fields })}\n`;
const sent = (over: object = {}) =>
  line({
    event: 'sent',
    id: 'a',
    mode: 'paper',
    profile: 'try',
    accountId: fakeAccountId,
    operation: 'perp.closePosition',
    summary: 'close it',
    walletId: 'w-main',
    blocks: 'w-main perp:BTC sell',
    evidence: { kind: 'none' },
    input: {},
    ...over,
  });

describe('operations of an earlier run', () => {
  test.each(orderKinds)('$name in flight is unknown, is reconciled and found', async (kind) => {
    await leaveSent(kind);
    const seen = (id: string) => (id === kind.read ? kind.after : kind.also[id]);
    const next = desk(seen);
    startPipeline(next.context);
    expect(next.records()).toMatchObject([{ state: 'unknown', code: 'INTERRUPTED', summary: kind.summary }]);
    expect(await kind.send(next.actions)).toMatchObject({ kind: 'not-sent', code: 'IN_DOUBT' });
    await next.clock.advance(1_999);
    expect(next.requests()).toEqual([]);
    await next.clock.advance(1);
    expect(next.requests().map(({ id }) => id)).toEqual([kind.read, ...Object.keys(kind.also)]);
    if (kind.looks === 2) {
      expect(next.notices()).toEqual([]);
      await next.clock.advance(3_000);
    }
    expect(next.notices()).toEqual([`info: ${kind.summary}: was done, ${kind.why}`]);
    const looked = Array<string>(kind.looks).fill('looked');
    expect(events()).toEqual(['sent', 'unknown', ...looked, 'resolved']);
    await next.clock.advance(20_000);
    const lines = events().length;
    const third = desk(seen);
    startPipeline(third.context);
    expect(third.clock.pending).toBe(0);
    expect(third.records()[0]?.resolution).toMatchObject({ verdict: 'done', by: 'evidence' });
    expect(events()).toHaveLength(lines);
  });

  test('an unresolved operation is checked at every start and remains the same record', async () => {
    const [close] = orderKinds as [(typeof orderKinds)[number]];
    await leaveSent(close);
    for (let start = 1; start <= 3; start++) {
      const next = desk(() => close.before);
      startPipeline(next.context);
      await next.clock.advance(60_000);
      expect(next.notices()).toEqual([
        'warn: close 50 % of BTC long: still unknown after a minute; resolve it in the activity pane (<focus.activity>)',
      ]);
      expect(next.records()).toHaveLength(1);
      expect(events()).toEqual(['sent', 'unknown', ...Array(5 * start).fill('looked')]);
    }
    const last = desk(() => close.before);
    startPipeline(last.context);
    last.actions.decide(last.records()[0]!.id, 'not-done');
    expect(desk(() => close.before).context.log.load(fakeAccountId)).toBe(0);
    expect(events().at(-1)).toBe('resolved');
  });

  test('a task that has not ended is followed, one that has is not', async () => {
    writeFileSync(file(), sent() + line({ event: 'accepted', id: 'a', taskId: 'task-a' }));
    appendFileSync(file(), sent({ id: 'b' }) + line({ event: 'accepted', id: 'b', taskId: 'task-b' }));
    appendFileSync(file(), line({ event: 'task', id: 'b', status: 'success', isOver: true }));
    const next = desk(() => ({ taskId: 'task-a', taskType: 'swap', status: 'success' }));
    startPipeline(next.context);
    await next.clock.advance(10_000);
    expect(next.requests()).toMatchObject([{ id: 'tasks.get', input: { params: { taskId: 'task-a' } } }]);
    expect(next.notices()).toEqual(['ok: close it: done']);
    expect(next.clock.pending).toBe(0);
  });

  test.each([
    ['user', { accountId: fakeAccountId.replace('u1', 'u2') }],
    ['service', { accountId: fakeAccountId.replace('api.', 'other.') }],
    ['version, which did not know whose it was', { accountId: undefined }],
  ])('of another %s are not touched: its desk may still be running', async (_what, other) => {
    writeFileSync(file(), sent(other) + sent({ ...other, id: 'b' }) + line({ event: 'unknown', id: 'b' }));
    const next = desk(() => ({}));
    startPipeline(next.context);
    expect(next.records()).toEqual([]);
    await next.clock.advance(120_000);
    expect(next.happened).toEqual([]);
    expect(events()).toEqual(['sent', 'sent', 'unknown']);
  });

  test('without evidence or block key, as other versions write them, are shown as unresolved', async () => {
    const bare = {
      event: 'sent',
      id: 'c',
      mode: 'paper',
      profile: 'try',
      accountId: fakeAccountId,
      operation: 'x',
      summary: 'swapdeck call x',
    };
    writeFileSync(file(), line(bare) + line({ ...bare, event: 'unknown' }));
    const next = desk(() => ({}));
    expect(startPipeline(next.context)).toBe(0);
    expect(next.records()).toMatchObject([{ state: 'unknown', blocks: '', evidence: null }]);
    await next.clock.advance(60_000);
    expect(next.notices()).toEqual([expect.stringMatching(/^warn: swapdeck call x: still unknown/)]);
    expect(next.requests()).toEqual([]);
  });

  test('unreadable lines are counted and do not affect the others', () => {
    writeFileSync(
      file(),
      `${sent()}{"torn\n[1]\n${line({ event: 'sent', id: 'z' })}${line({ event: 'looked', id: 'a' })}`,
    );
    appendFileSync(file(), `${line({ event: 'unknown', id: 'a', code: 'TIMEOUT' })}\u0000`);
    const next = desk(() => ({}));
    expect(startPipeline(next.context)).toBe(5);
    expect(next.records()).toMatchObject([{ state: 'unknown', code: 'TIMEOUT', looks: [] }]);
  });

  test('the trading mode saved by another desk applies', () => {
    const modeFile = memoryModeFile();
    const next = desk(() => ({}), modeFile);
    setTradingMode(desk(() => ({}), modeFile).context, 'halted', 'the other desk');
    startPipeline(next.context);
    expect(next.context.trading.getState()).toMatchObject({ mode: 'halted', since: { why: 'the other desk' } });
  });
});

test.each(orderKinds)('$name is not sent before the journal is read', async (kind) => {
  const next = desk(() => kind.accepted);
  expect(await kind.send(next.actions)).toMatchObject({ kind: 'not-sent', code: 'JOURNAL_NOT_READ' });
  expect(next.happened).toEqual([]);
  startPipeline(next.context);
  expect(await kind.send(next.actions)).toMatchObject({ kind: 'accepted' });
});

test('wherever the journal ends, each intent is loaded, and those without an outcome are unknown', async () => {
  const writer = desk((id) => {
    const kind = orderKinds.find(({ mutation }) => mutation === id);
    if (kind?.name === 'close') throw unknownEndings[0]?.[1];
    return kind ? kind.accepted : orderKinds[0]?.after;
  });
  startPipeline(writer.context);
  for (const kind of orderKinds) await kind.send(writer.actions);
  await writer.clock.advance(2_000);
  writer.context.timers.stop();
  const whole = readFileSync(file(), 'utf8');
  expect(events().filter((event) => event === 'sent')).toHaveLength(orderKinds.length);
  for (let length = 0; length <= whole.length; length += 13) {
    const prefix = whole.slice(0, length);
    rmSync(file());
    writeFileSync(file(), prefix);
    const entries = linesOf(prefix);
    const ids = entries.flatMap(({ event, id }) => (event === 'sent' ? [id] : []));
    const isOver = (id: string) => entries.some((one) => one.id === id && ['accepted', 'resolved'].includes(one.event));
    const next = desk(() => ({}));
    startPipeline(next.context);
    expect(next.records().map(({ id }) => id)).toEqual(ids);
    for (const record of next.records())
      expect(isUnresolved(record), `${length} ${record.id}`).toBe(!isOver(record.id));
    next.context.timers.stop();
    open.pop()?.close();
  }
});
