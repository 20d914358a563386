import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createJournal } from './journal.ts';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'journal-')), 'state', 'journal.jsonl');

test('appended lines are read by the next run', () => {
  const file = newFile();
  const first = createJournal(file);
  first.append({ id: 'a', text: 'line\nbreak' });
  first.close();
  const second = createJournal(file);
  second.append({ id: 'b', amount: 12_345_678_901_234_567_890n });
  expect(second.read()).toEqual({
    entries: [
      { id: 'a', text: 'line\nbreak' },
      { id: 'b', amount: '12345678901234567890' },
    ],
    badLines: 0,
  });
  second.close();
});

test('a line torn by a crash does not affect the others', () => {
  const file = newFile();
  const journal = createJournal(file);
  journal.append({ id: 'a' });
  appendFileSync(file, '{"id":"b","sta');
  journal.append({ id: 'c' });
  appendFileSync(file, '[1]\n');
  expect(journal.read()).toEqual({
    entries: [{ id: 'a' }, { id: 'c' }],
    badLines: 2,
  });
  journal.close();
});

test('only the owner can read the file, and it contains no key', () => {
  const file = newFile();
  const journal = createJournal(file);
  journal.append({ note: 'used sk_abc_def123' });
  journal.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('{"note":"used sk_***"}\n');
});

test('a journal that cannot be written throws, so that nothing is sent without it', () => {
  const journal = createJournal(newFile());
  journal.close();
  expect(() => journal.append({ id: 'a' })).toThrow('the journal is closed');
});

test('lines are appended to the file that has the name now', () => {
  const file = newFile();
  const journal = createJournal(file);
  journal.append({ id: 'a' });
  renameSync(file, `${file}.old`);
  journal.append({ id: 'b' });
  rmSync(file);
  journal.append({ id: 'c' });
  expect(readFileSync(`${file}.old`, 'utf8')).toBe('{"id":"a"}\n');
  expect(readFileSync(file, 'utf8')).toBe('{"id":"c"}\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  journal.close();
});

test('if the folder is gone, writing the journal throws', () => {
  const file = newFile();
  const journal = createJournal(file);
  rmSync(dirname(file), { recursive: true });
  writeFileSync(dirname(file), '');
  expect(() => journal.append({ id: 'a' })).toThrow(/ENOTDIR|EEXIST/);
});
