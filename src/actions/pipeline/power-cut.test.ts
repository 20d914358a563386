import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cases, seed } from '../../../test/run/cases.ts';
import { layoutsFile } from '../../platform/files/layouts-file.ts';
import { createModeFile } from '../../platform/files/mode-file.ts';
import { createJournal } from '../../platform/journal/journal.ts';
import { lockAccount } from '../../platform/process/account-lock.ts';
import { bindActions } from '../desk-actions.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { orderKinds, unknownEndings } from './operation-kinds.fixture.ts';
import { startPipeline } from './start-pipeline.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'power-cut-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const [, lost] = unknownEndings[0]!;

/** The journal of a desk that sent one operation of each kind, in turn accepted, lost and never answered. */
async function writtenJournal(): Promise<Buffer> {
  const file = join(dir, 'whole.jsonl');
  const journal = createJournal(file);
  for (const [index, kind] of orderKinds.entries()) {
    const ways = [() => kind.accepted, () => Promise.reject(lost), () => new Promise(() => {})];
    const answers = (id: string): unknown =>
      id === kind.mutation ? ways[index % ways.length]!() : new Promise(() => {});
    const fake = fakeContext(answers, { journal, seed: index + 1 });
    void kind.send(bindActions(fake.context));
    await fake.clock.advance(0);
    fake.context.timers.stop();
  }
  journal.close();
  return readFileSync(file);
}

/** How a desk reads a journal at its start, and what it requests from the service. */
function startOn(bytes: Buffer) {
  const file = join(dir, 'journal.jsonl');
  writeFileSync(file, bytes);
  const journal = createJournal(file);
  const { context, happened } = fakeContext(() => new Promise(() => {}), { journal, isUnread: true });
  startPipeline(context);
  context.timers.stop();
  const records = context.records.getState().records.map(({ id, state, resolution }) => ({ id, state, resolution }));
  const asked = happened.flatMap((each) => (each.what === 'request' ? [each.id] : []));
  // The next line must not be appended to a torn one.
  journal.append({ event: 'note', id: 'next' });
  const { entries } = journal.read();
  journal.close();
  return { records, asked, next: entries.at(-1) };
}

const tails: readonly [what: string, tail: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(512)],
  ['what stood there before', Buffer.from('"event":"accepted","id":"0"}\n{"ev')],
];

test('after a power cut in the last line, exactly the synced lines are read', async () => {
  const whole = await writtenJournal();
  const mutations = new Set<unknown>(orderKinds.map(({ mutation }) => mutation));
  const step = cases(61, 1);
  let cuts = 0;
  for (let cut = 1 + (seed % step); cut <= whole.length; cut += step) {
    const synced = whole.subarray(0, whole.lastIndexOf(0x0a, cut - 1) + 1);
    const expected = startOn(synced).records;
    for (const [what, tail] of tails) {
      // A line that lacks only its end may be read: all its bytes are there.
      const torn = Buffer.concat([whole.subarray(0, cut), tail]);
      if (isWholeLine(whole.subarray(synced.length, cut), tail)) continue;
      const { records, asked, next } = startOn(torn);
      expect(records, `cut at ${cut}, then ${what}`).toEqual(expected);
      expect(asked.filter((id) => mutations.has(id))).toEqual([]);
      expect(next).toEqual({ event: 'note', id: 'next' });
      cuts++;
    }
  }
  expect(cuts).toBeGreaterThan(cases(60, 5_000));
});

function isWholeLine(begun: Buffer, tail: Buffer): boolean {
  try {
    JSON.parse(Buffer.concat([begun, tail]).toString('utf8').split('\n')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

test('a torn trading mode is never read as another, and a torn layout never prevents a start', () => {
  const file = join(dir, 'mode.json');
  const kept = { mode: 'halted', atMs: 1_795_000_000_000, why: 'by hand' };
  createModeFile(file).write(kept);
  const whole = readFileSync(file);
  const layouts = readFileSync(file);
  for (let cut = 0; cut < whole.length; cut++)
    for (const [, tail] of tails) {
      writeFileSync(file, Buffer.concat([whole.subarray(0, cut), tail]));
      let read: unknown = 'not understood';
      try {
        read = createModeFile(file).read();
      } catch {
        // The desk starts halted and says why.
      }
      expect([kept, 'not understood']).toContainEqual(read);
      writeFileSync(join(dir, 'layouts.json'), Buffer.concat([layouts.subarray(0, cut), tail]));
      expect(() => layoutsFile(dir).read()).not.toThrow();
    }
});

test('a torn lock file locks nobody out; an intact one does', () => {
  const file = join(dir, 'a.lock');
  const markOf = (pid: number): string | null => (pid === 11 || pid === 12 ? `boot-${pid}` : null);
  lockAccount(file, 11, markOf);
  const whole = readFileSync(file);
  for (let cut = 0; cut < whole.length - 1; cut++) {
    writeFileSync(file, whole.subarray(0, cut));
    const lock = lockAccount(file, 12, markOf);
    expect(lock.heldBy, `cut at ${cut}`).toBeNull();
    lock.release();
  }
  writeFileSync(file, whole);
  expect(lockAccount(file, 12, markOf).heldBy).toBe(11);
});
