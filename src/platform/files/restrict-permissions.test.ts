import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolders } from '../test-folders.fixture.ts';
import { restrictPermissions } from './restrict-permissions.ts';

const newFolder = testFolders('keep-private');
const modeOf = (file: string): number => statSync(file).mode & 0o777;

test.runIf(process.platform !== 'win32')(
  'files that stood open are narrowed and named; the others are left alone',
  () => {
    const [state, elsewhere] = [newFolder(), newFolder()];
    mkdirSync(join(state, 'accounts'));
    const files = ['journal.jsonl', 'swapdeck.log', 'accounts/a.json', 'paper.db'].map((name) => join(state, name));
    for (const file of [...files, join(elsewhere, 'own')]) writeFileSync(file, 'x');
    for (const [index, mode] of [0o644, 0o600, 0o660, 0o666].entries()) chmodSync(files[index]!, mode);
    chmodSync(join(elsewhere, 'own'), 0o644);
    symlinkSync(join(elsewhere, 'own'), join(state, 'link'));
    expect(restrictPermissions(state).sort()).toEqual([files[0], files[2], files[3]].sort());
    expect(files.map(modeOf)).toEqual([0o600, 0o600, 0o600, 0o600]);
    expect(modeOf(join(elsewhere, 'own'))).toBe(0o644);
    expect(restrictPermissions(state)).toEqual([]);
  },
);

test('on Windows, where a mode says nothing of others, all are left alone', () => {
  const state = newFolder();
  writeFileSync(join(state, 'journal.jsonl'), 'x', { mode: 0o666 });
  chmodSync(join(state, 'journal.jsonl'), 0o666);
  expect(restrictPermissions(state, 'win32')).toEqual([]);
});

test('a folder that is not there has none', () => {
  expect(restrictPermissions(join(newFolder(), 'none'))).toEqual([]);
});
