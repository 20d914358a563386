import { expect, test } from 'vitest';
import { tapeSwap } from '../../stores/market/tape-swap.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../desk/fake-desk.fixture.ts';
import { progressNow } from '../desk/progress.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { runExport } from './run-export.ts';

const rowCount = 3_000;

/** A desk with a long tape, on which each look at the clock costs so many milliseconds. */
function longTape(lookMs: number, over: Parameters<typeof fakeDesk>[0] = {}): FakeDesk {
  let nowMs = 0;
  const monotonic = (): number => {
    nowMs += lookMs;
    return nowMs;
  };
  const fake = fakeDesk({ monotonic, ...over });
  for (let at = 0; at < rowCount; at++)
    fake.desk.tape.push(tapeSwap({ atMs: readAtMs + at, tokenId: 'solana:x', sizeNative: String(at) }));
  fake.desk.ui.setState({ focus: 'tape', workspace: 'desk' });
  return fake;
}

/** What the footer would have said while it went on. */
function followed({ desk }: FakeDesk): string[] {
  const said: string[] = [];
  desk.ui.subscribe(() => {
    const text = progressNow(desk)?.text;
    if (text !== undefined && text !== said.at(-1)) said.push(text);
  });
  return said;
}

test('a long one says how far it is, truly, and is silent when it is over', async () => {
  const fake = longTape(40);
  const said = followed(fake);
  await runExport(fake.desk, 'tape', 'csv');
  const counts = said.map((text) => Number(/^export: ([\d,]+) of 3,000 rows/.exec(text)?.[1]?.replaceAll(',', '')));
  const read = counts.filter((_, at) => said[at]?.includes('read'));
  const written = counts.filter((_, at) => said[at]?.includes('written'));
  expect(read.length).toBeGreaterThan(5);
  expect(written.at(-1)).toBe(rowCount);
  for (const part of [read, written]) expect(part).toEqual(part.toSorted((a, b) => a - b));
  expect(said.every((text) => text.endsWith('; Esc stops it'))).toBe(true);
  expect(progressNow(fake.desk)).toBeNull();
  const [, name, format, text] = fake.done[0] as string[];
  expect([name, format, text?.split('\r\n').length]).toEqual(['tape', 'csv', rowCount + 2]);
  expect(fake.notices()).toEqual(['ok: exported 3000 rows to /exports/tape.csv']);
});

test('nothing is said of one that is over within half a second', async () => {
  const fake = longTape(1);
  const said = followed(fake);
  await runExport(fake.desk, 'tape', 'json');
  expect(said).toEqual([]);
  expect(fake.notices()).toHaveLength(1);
});

test.each(['read', 'written'])('Esc stops it while rows are %s: nothing is left, and that is said', async (phase) => {
  const fake = longTape(40);
  fake.desk.ui.subscribe(() => {
    if (new RegExp(`[1-9]\\d* of 3,000 rows ${phase}`).test(progressNow(fake.desk)?.text ?? ''))
      handleKey(fake.desk, 'Esc', { columns: 120, rows: 40 });
  });
  await runExport(fake.desk, 'tape', 'csv');
  expect(fake.done.map(([what]) => what)).not.toContain('export');
  if (phase === 'written') expect(fake.done).toContainEqual(['abandon', 'tape']);
  expect(fake.notices()).toEqual(['info: export stopped, nothing was written']);
  expect(fake.desk.ui.getState().exporting).toBeNull();
  expect(fake.desk.ui.getState().focus).toBe('tape');
});

test('what lies over the desk hears Esc first, and the footer does not say otherwise', async () => {
  const fake = longTape(40);
  fake.desk.ui.setState({ overlay: { kind: 'help', scroll: 0 } });
  const said = followed(fake);
  await runExport(fake.desk, 'tape', 'csv');
  expect(said.at(-1)).toBe('export: 3,000 of 3,000 rows written');
});

test('a second one is refused while the first goes on', async () => {
  const fake = longTape(1);
  const first = runExport(fake.desk, 'tape', 'csv');
  await runExport(fake.desk, 'tape', 'json');
  await first;
  expect(fake.notices()).toEqual([
    'warn: an export is already running: wait for it or stop it',
    'ok: exported 3000 rows to /exports/tape.csv',
  ]);
});

test('a disk that fills up half-way is said, and nothing is left', async () => {
  const ended: string[] = [];
  const openExport = async () => ({
    write: async (text: string) => {
      if (!text.startsWith('time')) throw new Error('ENOSPC: no space left on device');
    },
    end: async () => '',
    abandon: () => void ended.push('abandoned'),
  });
  const fake = longTape(1, { openExport });
  await runExport(fake.desk, 'tape', 'csv');
  expect(fake.notices()).toEqual(['error: export failed, nothing was written: ENOSPC: no space left on device']);
  expect(ended).toContain('abandoned');
});

test('keys and frames have their turn in between', async () => {
  const fake = longTape(4);
  let turns = 0;
  const turn = (): void => {
    turns++;
    if (fake.desk.ui.getState().exporting) setImmediate(turn);
  };
  const run = runExport(fake.desk, 'tape', 'csv');
  setImmediate(turn);
  await run;
  expect(turns).toBeGreaterThan(10);
});
