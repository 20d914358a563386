import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolders } from '../test-folders.fixture.ts';
import { appendMarks, marksSize, readMarks, writeMarks } from './marks-file.ts';
import { marksFile, marksFolder } from './paths.ts';

const folder = testFolders('marks');
const minuteMs = 60_000;
const marks = (start: number, close: string, minutes = 1) => ({
  startMs: start * minuteMs,
  lengthMs: minutes * minuteMs,
  open: '100',
  high: '101.5',
  low: '99.000000000000000001',
  close,
});

test('marks are appended a line each and read exactly, by their owner alone', async () => {
  const file = join(folder(), 'marks', 'BTC.marks');
  await appendMarks(file, [marks(29_000_000, '100.5')]);
  await appendMarks(file, [marks(29_000_001, '101'), marks(29_000_015, '102', 15)]);
  expect(readFileSync(file, 'utf8').split('\n')[0]).toBe('29000000 1 100 101.5 99.000000000000000001 100.5');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await marksSize(file)).toBe(readFileSync(file).length);
  expect(await readMarks(file)).toEqual({
    marks: [marks(29_000_000, '100.5'), marks(29_000_001, '101'), marks(29_000_015, '102', 15)],
    badLines: 0,
  });
  writeMarks(file, [marks(29_000_002, '7')]);
  expect((await readMarks(file)).marks).toEqual([marks(29_000_002, '7')]);
});

test('a missing file has no marks; one without a place rejects', async () => {
  const place = folder();
  expect(await readMarks(join(place, 'none'))).toEqual({ marks: [], badLines: 0 });
  writeFileSync(join(place, 'blocked'), '');
  await expect(appendMarks(join(place, 'blocked', 'BTC.marks'), [marks(1, '1')])).rejects.toThrow();
  mkdirSync(join(place, 'folder'));
  await expect(readMarks(join(place, 'folder'))).rejects.toThrow();
});

test('other lines are left out and counted', async () => {
  const file = join(folder(), 'BTC.marks');
  await appendMarks(file, [marks(29_000_000, '100.5')]);
  appendFileSync(
    file,
    `29000001 1 100 101\nnonsense\n29000002 0 1 1 1 1\n29000003 1 1 1 1 -1\n${'9'.repeat(400)}\n29000`,
  );
  const { marks: read, badLines } = await readMarks(file);
  expect(read).toHaveLength(1);
  expect(badLines).toBe(6);
});

test('each market has its folder and each coin its file, whatever it is called', () => {
  const places = ['live https://a.example', 'live https://b.example', 'paper http://127.0.0.1:1', 'embedded paper'];
  expect(new Set(places.map((market) => marksFolder('/state', market))).size).toBe(places.length);
  const names = ['BTC', 'btc', 'xyz:BTC', 'xyz/BTC', '../../BTC', '..'];
  const files = names.map((coin) => marksFile('/state/marks/m', coin));
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length);
  for (const file of files) expect(file).toMatch(/^\/state\/marks\/m\/[\w.-]+\.marks$/);
});
