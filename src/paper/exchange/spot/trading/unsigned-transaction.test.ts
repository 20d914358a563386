import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { blockhashAt, chainOfId, readSignedTransaction } from './unsigned-transaction.ts';

/** Packages that a file needs before it can run: its own static imports and those of what it imports, types aside. */
function packagesOf(file: string, seen = new Set<string>(), packages = new Set<string>()): Set<string> {
  if (seen.has(file)) return packages;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, target] of source.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';$/gm)) {
    if (target!.startsWith('.')) packagesOf(join(dirname(file), target!), seen, packages);
    else packages.add(target!);
  }
  return packages;
}

test('the service starts without the signing libraries', () => {
  const packages = [...packagesOf(join(import.meta.dirname, '../../../service/service.ts'))];
  expect(packages).toContain('zod');
  expect(packages.filter((name) => /^(viem|@solana)\b/.test(name))).toEqual([]);
  const signing = ['svm', 'evm'].flatMap((family) => [
    ...packagesOf(join(import.meta.dirname, `../signing/${family}-transaction.ts`)),
  ]);
  expect(signing).toEqual(expect.arrayContaining(['viem', '@solana/kit']));
});

test('a blockhash lasts a slot', () => {
  const startMs = Date.UTC(2026, 5, 1);
  const hashes = [0, 399, 400, 799, 800].map((ms) => blockhashAt(startMs + ms));
  expect(new Set(hashes).size).toBe(3);
  expect([hashes[0], hashes[2]]).toEqual([hashes[1], hashes[3]]);
});

test('chains are found by their ids', () => {
  expect([8453, 56, 143, 1].map(chainOfId)).toEqual(['base', 'bsc', 'monad', null]);
});

test('what one family signs is unreadable to the other', async () => {
  expect(await readSignedTransaction('solana', `0x02${'c0'.repeat(80)}`)).toBeNull();
  expect(await readSignedTransaction('base', 'AQAB')).toBeNull();
});
