import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { anyText } from '../../test/run/any-text.ts';
import { cases } from '../../test/run/cases.ts';
import { openRecording } from './open-recording.ts';
import { RecordingError } from './recording-error.ts';
import type { RecordedEntry } from './recording-format.ts';

const header = JSON.stringify({
  format: 'swapdeck-recording',
  version: 1,
  recordedAtMs: 1_700_000_000_000,
  baseUrl: 'https://api.example.com',
  socketHost: null,
  profile: 'main',
  mode: 'live',
  streams: [],
});

const folder = mkdtempSync(join(tmpdir(), 'swapdeck-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
function fileOf(text: string | Buffer): string {
  const file = join(folder, `${count++}.jsonl`);
  writeFileSync(file, text);
  return file;
}
const recorded = (...lines: string[]) => fileOf([header, ...lines, ''].join('\n'));
const entriesIn = (file: string) => [...openRecording(file).entries()];
const text = (t: number, what = 'x') => JSON.stringify({ t, type: 'text', text: what });

const filter = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string());
const named = fc.record({ stream: fc.string({ maxLength: 40 }), filter }, { noNullPrototype: true });
const error = fc.record({
  kind: fc.constantFrom('server', 'validation', 'network'),
  code: fc.string(),
  outcome: fc.constantFrom('unknown', 'rejected'),
  status: fc.option(fc.integer()),
  message: anyText(),
});
const body = fc.oneof(
  fc.record({ type: fc.constantFrom('connect', 'open', 'hangup', 'end') }),
  fc.record({ type: fc.constant('text'), text: anyText() }),
  fc.record({ type: fc.constant('unusable'), text: fc.string(), reason: fc.string() }),
  fc.record({ type: fc.constant('close'), code: fc.option(fc.integer()), reason: fc.string() }),
  fc.record({ type: fc.constant('not-authorised'), channel: fc.string(), error }),
  fc.record({ type: fc.constant('no-session'), asked: fc.array(named), error }),
  fc.record({
    type: fc.constant('session'),
    asked: fc.array(named),
    connection: fc.record({ host: fc.string(), port: fc.integer(), tls: fc.boolean(), place: fc.nat() }),
    adviceMs: fc.array(fc.nat()),
    subscriptions: fc.array(
      fc.oneof(
        fc.record({ unreadable: fc.string() }),
        fc.record({ stream: fc.string(), channel: fc.string(), filter }),
      ),
    ),
  }),
);

test('any content that is written is read back', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ gap: fc.nat(10_000_000), body }), { minLength: 1, maxLength: 30 }), (steps) => {
      let micros = 0;
      const entries = steps.map(({ gap, body: one }) => {
        micros += gap;
        return { t: micros / 1_000, ...one };
      });
      const file = recorded(...entries.map((entry) => JSON.stringify(entry)));
      const recording = openRecording(file);
      expect(JSON.stringify([...recording.entries()])).toBe(JSON.stringify(entries));
      expect(recording.entryCount).toBe(entries.length);
    }),
    { numRuns: cases(100, 1_000) },
  );
});

test('garbage does no harm, and intact lines in between are read', () => {
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((json) => Buffer.from(json)),
    anyText().map((line) => Buffer.from(line)),
  );
  fc.assert(
    fc.property(fc.array(garbage, { maxLength: 8 }), (lines) => {
      const parts = [header, text(1, 'first'), ...lines, text(9, 'last')];
      const file = fileOf(Buffer.concat(parts.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])));
      const texts = entriesIn(file).map((entry) => (entry as RecordedEntry & { text?: string }).text);
      expect(texts[0]).toBe('first');
      expect(texts.at(-1)).toBe('last');
    }),
    { numRuns: cases(150, 1_500) },
  );
  fc.assert(
    fc.property(garbage, (bytes) => {
      expect(() => openRecording(fileOf(bytes))).toThrow(RecordingError);
    }),
    { numRuns: cases(100, 1_000) },
  );
});

const refusals: [string, () => string, RegExp][] = [
  ['a file that is not there', () => join(folder, 'none'), /There is no file .*swapdeck record/],
  ['a folder', () => folder, /is a folder; name a file/],
  ['a device', () => '/dev/null', /is a pipe or a device. Save the recording to a file first/],
  ['an empty file', () => fileOf(''), /is empty: nothing was recorded/],
  ['another JSON file', () => fileOf('{"name":"x"}\n'), /is not a recording: .*does not say swapdeck-recording/],
  ['a text', () => fileOf('hello\nworld\n'), /is not a recording: its first line is not JSON/],
  ['a picture', () => fileOf(Buffer.alloc(5_000_000, 7)), /is not a recording: its first line is too long/],
  [
    'a header without an address',
    () => fileOf(header.replace('https://api.example.com', 'ftp://x')),
    /not a valid header \(baseUrl/,
  ],
  [
    'a later version',
    () => fileOf(`${header.replace('"version":1', '"version":2')}\n${text(1)}\n`),
    /is a recording of version 2; this swapdeck reads version 1/,
  ],
  ['a header alone', () => recorded(), /contains no entries: nothing was recorded/],
  ['nothing but bad lines', () => recorded('x', 'y'), /contains no entries \(line 2: not JSON, line 3: not JSON\)/],
];
test.each(refusals)('%s is refused with a sentence', (_what, file, sentence) => {
  expect(() => openRecording(file())).toThrow(sentence);
});

test('unreadable lines are skipped and reported', () => {
  const { notices, entryCount } = openRecording(
    recorded(text(1), 'nonsense', '{"t":2,"type":"dance"}', text(-1), '', text(3), '{"t":4,"type":"end"}'),
  );
  expect(entryCount).toBe(3);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^3 lines are skipped \(line 3: not JSON, line 4: not an entry .*, line 5: not an entry/);
});

test('a truncated last line is skipped and reported', () => {
  const whole = [header, text(1), text(2)].join('\n');
  for (let cut = 1; cut < text(2).length; cut++) {
    const { notices, entryCount } = openRecording(fileOf(whole.slice(0, -cut)));
    expect([entryCount, notices]).toEqual([
      1,
      ['The last line (3) is truncated and was skipped: the recording was interrupted.'],
    ]);
  }
  expect(openRecording(fileOf(whole)).entryCount).toBe(2);
});

test('a huge line is skipped without buffering it, and the next line is read', () => {
  const file = recorded(text(1), text(2, 'x'.repeat(6_000_000)), text(3), '{"t":4,"type":"end"}');
  expect(entriesIn(file).map(({ t }) => t)).toEqual([1, 3, 4]);
  expect(openRecording(file).notices).toEqual(['1 line is skipped (line 3: longer than 4 MB).']);
});

test('the largest frame fits into a line, with any escaping', () => {
  const frame = '\u0001'.repeat(256 * 1024);
  expect(entriesIn(recorded(text(1, frame)))).toEqual([{ t: 1, type: 'text', text: frame }]);
});

test('time does not run backwards', () => {
  expect(entriesIn(recorded(text(5), text(3), text(7))).map(({ t }) => t)).toEqual([5, 5, 7]);
});

test('a text over several chunks, with multi-byte characters across their borders', () => {
  const long = 'ä€😀'.repeat(40_000);
  expect(entriesIn(recorded(text(1, long), text(2, long)))).toEqual([
    { t: 1, type: 'text', text: long },
    { t: 2, type: 'text', text: long },
  ]);
});
