import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { processIdentity } from '../process/process-identity.ts';
import { testFolders } from '../test-folders.fixture.ts';
import { createJournal } from './journal.ts';
import { archivesOf } from './journal-files.ts';
import type { JournalEntry } from './read-rows.ts';
import { readWholeJournal } from './read-whole-journal.ts';
import { type RotationOptions, type RotationStep, rotateJournal } from './rotate-journal.ts';

const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const steps: readonly RotationStep[] = ['locked', 'drafted', 'linked', 'replaced', 'durable'];

const newFolder = testFolders('rotation');
const newFile = () => join(newFolder(), 'journal.jsonl');

/** The ids with a beginning and no end. */
function unfinished(entries: readonly JournalEntry[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { id, event } of entries)
    if (event === 'sent') ids.add(String(id));
    else if (event === 'ended') ids.delete(String(id));
  return ids;
}

/** Carries the unfinished ones. */
function carrying() {
  const entries: JournalEntry[] = [];
  return {
    add: (entry: JournalEntry | null) => void (entry && entries.push(entry)),
    result: () => ({ ids: unfinished(entries), from: 0 }),
  };
}

function rotate(file: string, over: Partial<RotationOptions> = {}): string | null {
  const rotation = rotateJournal(file, { nowMs, maxBytes: 0, carried: carrying(), ...over });
  for (;;) {
    const { done, value } = rotation.next();
    if (done) return value;
  }
}

/** Small enough for what is unfinished not to be half of it. */
const rotateSmall = (file: string, over: Partial<RotationOptions> = {}) =>
  rotate(file, { maxBytes: Math.max(0, statSync(file).size - 1), ...over });

const rowsOf = (file: string) =>
  readWholeJournal(file)
    .flatMap(({ rows }) => rows)
    .toArray();

const wholeText = (file: string): string[] => rowsOf(file).map(({ bytes }) => bytes.toString());

const entriesOf = (file: string): readonly JournalEntry[] => {
  const journal = createJournal(file);
  const { entries } = journal.read();
  journal.close();
  return entries;
};

const padding = 'x'.repeat(200);

/** Ten requests that are over around one that is not. */
function fill(file: string): void {
  const journal = createJournal(file);
  for (let number = 0; number < 5; number++) journal.append({ event: 'sent', id: `before-${number}`, padding });
  journal.append({ event: 'sent', id: 'open' });
  for (let number = 0; number < 5; number++) journal.append({ event: 'ended', id: `before-${number}`, padding });
  journal.append({ event: 'looked', id: 'open' });
  journal.close();
}

const openLines = ['{"event":"sent","id":"open"}', '{"event":"looked","id":"open"}'];

test('a journal below the size limit is not rotated', () => {
  const file = newFile();
  expect(rotate(file)).toBeNull();
  fill(file);
  const { size, ino } = statSync(file);
  expect(rotate(file, { maxBytes: size })).toBeNull();
  expect([statSync(file).ino, readdirSync(dirname(file))]).toEqual([ino, ['journal.jsonl']]);
});

test('a larger one becomes an archive, and unfinished lines start the new journal byte for byte', () => {
  const file = newFile();
  fill(file);
  // Spaces and a byte that is no UTF-8, as a hand may leave them.
  appendFileSync(file, Buffer.from('{ "event":"note",  "id":"open", "text":"\xff" }\n', 'latin1'));
  const before = readFileSync(file);
  const archive = rotateSmall(file);
  expect(archive).toBe(join(dirname(file), 'journal-20260131T143000.000Z.jsonl'));
  expect(readFileSync(archive!)).toEqual(before);
  expect([statSync(archive!).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o600, 0o600]);
  const [head, ...carried] = readFileSync(file, 'latin1').trimEnd().split('\n');
  expect(carried).toEqual([...openLines, '{ "event":"note",  "id":"open", "text":"\xff" }']);
  expect(JSON.parse(head!)).toEqual({
    event: 'rotated',
    at: '2026-01-31T14:30:00.000Z',
    archive: 'journal-20260131T143000.000Z.jsonl',
    archiveBytes: before.length,
    carriedLines: 3,
  });
  expect(readdirSync(dirname(file)).sort()).toEqual(['journal-20260131T143000.000Z.jsonl', 'journal.jsonl']);
});

test('a journal full of unfinished lines is not rotated repeatedly', () => {
  const file = newFile();
  const journal = createJournal(file);
  for (let number = 0; number < 9; number++) journal.append({ event: 'sent', id: String(number) });
  journal.close();
  expect(rotateSmall(file)).toBeNull();
  expect(readdirSync(dirname(file))).toEqual(['journal.jsonl']);
});

test('archives keep their order after the clock is set back', () => {
  const file = newFile();
  const names = [nowMs, nowMs, nowMs - 86_400_000].map((ms) => {
    fill(file);
    return rotateSmall(file, { nowMs: ms });
  });
  expect(archivesOf(file)).toEqual(names);
  expect(names.map((name) => name?.slice(-17))).toEqual(
    ['T143000.000Z.jsonl', 'T143000.001Z.jsonl', 'T143000.002Z.jsonl'].map((name) => name.slice(-17)),
  );
});

test('a rotation by another running program is not disturbed; a dead one is not waited for', () => {
  const file = newFile();
  fill(file);
  writeFileSync(`${file}.lock`, `${process.ppid} ${processIdentity(process.ppid)}\n`);
  expect(rotateSmall(file)).toBeNull();
  // No process has the number 2^22: it is above what Linux and macOS give.
  writeFileSync(`${file}.lock`, '4194304\n');
  expect(rotateSmall(file)).not.toBeNull();
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test('a failed step leaves the journal unchanged', () => {
  for (const step of ['locked', 'drafted', 'linked'] as const) {
    const file = newFile();
    fill(file);
    const before = readFileSync(file);
    const onStep = (done: RotationStep) => {
      if (done === step) throw new Error('disk full');
    };
    expect(() => rotateSmall(file, { onStep })).toThrow('disk full');
    expect([readdirSync(dirname(file)), readFileSync(file)]).toEqual([['journal.jsonl'], before]);
  }
});

test.each(steps)('a program that writes while another is at step %s loses nothing', (step) => {
  const file = newFile();
  fill(file);
  const other = createJournal(file);
  other.append({ event: 'sent', id: 'theirs' });
  const onStep = (done: RotationStep) => {
    if (done !== step) return;
    other.append({ event: 'ended', id: 'theirs' });
    other.append({ event: 'sent', id: 'late' });
  };
  rotateSmall(file, { onStep });
  other.append({ event: 'looked', id: 'late' });
  const { entries, badLines } = other.read();
  expect(badLines).toBe(0);
  expect(unfinished(entries)).toEqual(new Set(['open', 'late']));
  expect(entries.filter(({ id }) => id === 'late').map(({ event }) => event)).toEqual(['sent', 'looked']);
  expect(wholeText(file)).toHaveLength(12 + 4);
  other.close();
});

test('a late line in the old file is read once, between the carried lines and the new ones', () => {
  const file = newFile();
  fill(file);
  const archive = rotateSmall(file)!;
  // A program that was stopped between asking for the file and writing to it: it notices, and writes the line again.
  appendFileSync(archive, '{"event":"resolved","id":"open"}\n{"event":"sent","id":"late"}\n{"torn');
  appendFileSync(file, '{"event":"sent","id":"late"}\n{"event":"task","id":"open"}\n');
  const journal = createJournal(file);
  expect(journal.read()).toEqual({
    entries: [
      { event: 'sent', id: 'open' },
      { event: 'looked', id: 'open' },
      { event: 'resolved', id: 'open' },
      { event: 'sent', id: 'late' },
      { event: 'task', id: 'open' },
    ],
    badLines: 1,
  });
  journal.close();
  expect(wholeText(file)).toEqual([...readFileSync(archive, 'utf8').split('\n'), '{"event":"task","id":"open"}']);
});

test('late lines count as the beginning of the journal, because they are in another file', () => {
  const file = newFile();
  fill(file);
  const archive = rotateSmall(file)!;
  appendFileSync(archive, '{"event":"sent","id":"late"}\n');
  appendFileSync(file, `{"event":"note","padding":"${padding}${padding}"}\n{"event":"looked","id":"late"}\n`);
  const seen: [unknown, number][] = [];
  const carried = {
    add: (entry: JournalEntry | null, from: number) => void seen.push([entry?.['id'], from]),
    result: () => ({ ids: new Set(seen.map(([id]) => String(id))), from: 0 }),
  };
  rotate(file, { carried });
  expect(seen.map(([id]) => id)).toEqual(['open', 'open', 'late', undefined, 'late']);
  const lines = openLines.map((line) => line.length + 1);
  const headLength = seen[0]![1];
  expect(seen.map(([, from]) => from)).toEqual([
    headLength,
    headLength + lines[0]!,
    0,
    headLength + lines[0]! + lines[1]!,
    expect.any(Number),
  ]);
});

test('a write delayed through two rotations is not lost', () => {
  const file = newFile();
  fill(file);
  const sleeper = createJournal(file);
  const sleep = () => {
    rotateSmall(file);
    fill(file);
    rotateSmall(file);
    return 'slept';
  };
  sleeper.append({ event: 'sent', id: 'sleepy', note: { toJSON: sleep } });
  expect(archivesOf(file)).toHaveLength(2);
  expect(unfinished(sleeper.read().entries)).toEqual(new Set(['open', 'sleepy']));
  sleeper.close();
});

test('a line that was incomplete at the rotation counts as written later', () => {
  const file = newFile();
  fill(file);
  appendFileSync(file, '{"event":"sent",');
  const archive = rotateSmall(file)!;
  appendFileSync(archive, '"id":"slow"}\n');
  expect(unfinished(entriesOf(file))).toEqual(new Set(['open', 'slow']));
});

test('after an archive is removed, its unfinished operations are still there', () => {
  const file = newFile();
  fill(file);
  const archive = rotateSmall(file)!;
  writeFileSync(join(dirname(file), 'journal-notes.jsonl'), 'no archive\n');
  expect(wholeText(file)).toHaveLength(12);
  spawnSync('mv', [archive, `${archive}.gz`]);
  expect(wholeText(file)).toEqual(openLines);
  expect(entriesOf(file)).toHaveLength(2);
});

test('there is no journal yet', () => {
  expect(wholeText(newFile())).toEqual([]);
  expect(wholeText(join(newFile(), 'no', 'folder.jsonl'))).toEqual([]);
});

const moduleUrl = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);

describe('a kill', () => {
  const script = (file: string, step: RotationStep) => `
    import { rotateJournal } from ${moduleUrl('rotate-journal.ts')};
    const rotation = rotateJournal(${JSON.stringify(file)}, {
      nowMs: ${nowMs},
      maxBytes: ${statSync(file).size - 1},
      carried: { add: () => {}, result: () => ({ ids: new Set(['open']), from: 0 }) },
      onStep: (done) => { if (done === '${step}') process.kill(process.pid, 'SIGKILL'); },
    });
    for (const share of rotation);`;

  test.each(steps)('after step %s loses no line, and the next start completes the rotation', (step) => {
    const file = newFile();
    fill(file);
    const before = readFileSync(file, 'utf8').trimEnd().split('\n');
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script(file, step)]);
    expect(signal).toBe('SIGKILL');
    expect(unfinished(entriesOf(file))).toEqual(new Set(['open']));
    expect(wholeText(file)).toEqual(before);
    const isReplaced = step === 'replaced' || step === 'durable';
    expect(readFileSync(file, 'utf8').startsWith('{"event":"rotated"')).toBe(isReplaced);

    const journal = createJournal(file);
    for (let number = 0; number < 20; number++) journal.append({ event: 'ended', id: `next-${number}`, padding });
    journal.close();
    const all = wholeText(file);
    expect(rotateSmall(file)).not.toBeNull();
    expect(unfinished(entriesOf(file))).toEqual(new Set(['open']));
    expect(wholeText(file)).toEqual(all);
    expect(readdirSync(dirname(file)).filter((name) => !/^journal(-\S+Z)?\.jsonl$/.test(name))).toEqual([]);
  });

  test('between two renames leaves one journal, not two', () => {
    const file = newFile();
    fill(file);
    linkSync(file, join(dirname(file), 'journal-20260101T000000.000Z.jsonl'));
    expect(wholeText(file)).toHaveLength(12);
    rotateSmall(file);
    expect(archivesOf(file)).toHaveLength(1);
    expect(wholeText(file)).toHaveLength(12);
  });
});

test('for any order of writes and rotations, each line is there once, and unfinished ones are in the journal', () => {
  const write = fc.record({
    kind: fc.constant('write' as const),
    writer: fc.nat(2),
    id: fc.nat(5),
    event: fc.constantFrom('sent', 'looked', 'ended'),
  });
  const tear = fc.record({ kind: fc.constant('tear' as const) });
  const turn = fc.record({
    kind: fc.constant('rotate' as const),
    step: fc.constantFrom(...steps),
    meanwhile: fc.array(write, { maxLength: 3 }),
  });
  const anything = fc.oneof(
    { weight: 8, arbitrary: write },
    { weight: 1, arbitrary: tear },
    { weight: 2, arbitrary: turn },
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 40 }), (happenings) => {
      const file = newFile();
      const journals = [0, 1, 2].map(() => createJournal(file));
      const written: JournalEntry[] = [];
      let torn = 0;
      const append = ({ writer, id, event }: { writer: number; id: number; event: string }) => {
        const entry = { event, id: `${writer}-${id}`, number: written.length };
        journals[writer]!.append(entry);
        written.push(entry);
      };
      for (const happening of happenings)
        if (happening.kind === 'write') append(happening);
        else if (happening.kind === 'tear') {
          appendFileSync(file, '{"torn');
          torn++;
        } else {
          const onStep = (done: RotationStep) => {
            if (done === happening.step) happening.meanwhile.forEach(append);
          };
          // A bound of its own size and more, so that it is not left alone for what is unfinished.
          const ended = {
            event: 'ended',
            id: 'padding',
            padding: 'x'.repeat(statSync(file).size + 800),
            number: written.length,
          };
          journals[0]!.append(ended);
          written.push(ended);
          expect(rotateSmall(file, { onStep })).not.toBeNull();
        }
      const all = rowsOf(file);
      expect(all.flatMap(({ entry }) => (entry ? [entry] : []))).toEqual(written);
      // Two tears with nothing between them are one.
      expect(all.filter(({ entry }) => !entry).length).toBeLessThanOrEqual(torn);
      const open = unfinished(written);
      const read = journals[2]!.read().entries;
      expect(unfinished(read)).toEqual(open);
      const ofOpen = (entries: readonly JournalEntry[]) => entries.filter(({ id }) => open.has(String(id)));
      const numbersOf = (entries: readonly JournalEntry[]) => ofOpen(entries).map(({ number }) => number);
      expect(numbersOf(written)).toEqual(expect.arrayContaining(numbersOf(read)));
      for (const journal of journals) journal.close();
    }),
    { numRuns: cases(20, 200) },
  );
});

test('two programs that write continuously while a third rotates lose nothing', async () => {
  const file = newFile();
  const enough = `${file}.enough`;
  const script = (name: string) => `
    import { existsSync } from 'node:fs';
    import { createJournal } from ${moduleUrl('journal.ts')};
    const journal = createJournal(${JSON.stringify(file)});
    let number = 0;
    while (!existsSync(${JSON.stringify(enough)})) {
      const id = '${name}-' + number;
      journal.append({ event: 'sent', id });
      if (number % 10 !== 0) journal.append({ event: 'ended', id, padding: '${padding}' });
      number++;
    }
    console.log(number);`;
  const writers = ['a', 'b'].map((name) => writing(name, script(name)));
  let running = writers.length;
  const isOver = () => void running--;
  for (const { ended } of writers) ended.then(isOver, isOver);
  let rotations = 0;
  while (running > 0) {
    if (existsSync(file) && rotate(file, { maxBytes: 8_000 })) rotations++;
    if (rotations >= cases(3, 30)) writeFileSync(enough, '');
    await new Promise((resolve) => setImmediate(resolve));
  }
  const names = (await Promise.all(writers.map(({ ended }) => ended))).flat();
  const isOpen = (id: string) => Number(id.slice(2)) % 10 === 0;
  expect(unfinished(entriesOf(file))).toEqual(new Set(names.filter(isOpen)));
  const events = wholeText(file).map((line) => JSON.parse(line) as { event: string; id: string });
  expect(events.map(({ event, id }) => `${event} ${id}`).sort()).toEqual(
    names.flatMap((id) => (isOpen(id) ? [`sent ${id}`] : [`sent ${id}`, `ended ${id}`])).sort(),
  );
});

/** A program that writes; it ends with the ids of its orders, whose number it prints. */
function writing(name: string, script: string): { readonly ended: Promise<string[]> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => {
    expect(code).toBe(0);
    return Array.from({ length: Number(printed) }, (_, number) => `${name}-${number}`);
  });
  return { ended };
}
