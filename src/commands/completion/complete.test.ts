import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../command-list.ts';
import { createTestIo } from '../test-io.fixture.ts';
import { complete } from './complete.ts';
import { findValues } from './find-values.ts';

const { io } = createTestIo();
mkdirSync(join(io.paths.stateDir, 'marks/paper-0123456789ab'), { recursive: true });
for (const coin of ['BTC', 'kPEPE'])
  writeFileSync(join(io.paths.stateDir, `marks/paper-0123456789ab/${coin}-0123456789ab.marks`), '');

const syntaxes = commands.map(({ syntax }) => syntax);

/** What completes a line whose words are separated by single spaces; the last one is being typed. */
async function values(line: string): Promise<readonly string[] | string> {
  const found = await complete(line.split(' '), syntaxes, findValues(io));
  return typeof found === 'string' ? found : found.map(({ value }) => value);
}

describe('completion', () => {
  test.each([
    ['pap', ['paper']],
    ['paper re', ['reset']],
    ['log', ['login', 'logout']],
    ['--pap', ['--paper']],
    ['--paper doc', []],
    ['journal --out', ['--outcome']],
    ['journal --outcome re', ['rejected']],
    ['journal --outcome=re', ['--outcome=rejected']],
    ['journal --csv --j', []],
    ['journal --csv --cs', []],
    ['record x --stream a --str', ['--stream']],
    ['paper scenario fl', ['flash-crash']],
    ['paper --market w', ['wild']],
    ['paper --state ', 'folder'],
    ['replay ', 'file'],
    ['doctor --profile pa', ['paper']],
    ['call perp.mar', ['perp.markets', 'perp.market']],
    ['call perp.market --', ['--json', '--yes', '--dry-run', '--format', '--profile', '--base-url', '--help']],
    ['call perp.market --yes --d', []],
    ['call -o n', ['ndjson']],
    ['call -o json --form', []],
    ['call -o json perp.mar', ['perp.markets', 'perp.market']],
    ['stream svm.bonding', ['svm.bondingCurve.creations', 'svm.bondingCurve.graduations']],
    ['stream evm.token.swaps ', ['chainId=', 'tokenAddress=']],
    ['call perp.market coin', ['coin=', 'coin=BTC', 'coin=kPEPE']],
    ['call perp.market coin=k', ['coin=kPEPE']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['frobnicate ', []],
  ])('of "%s"', async (line, expected) => {
    expect(await values(line)).toEqual(expected);
  });

  test('a new line offers every command, and what it does', async () => {
    const found = await complete([''], syntaxes, findValues(io));
    const names = new Set(syntaxes.map(({ name }) => name.split(' ')[0]));
    expect(found).toHaveLength(names.size);
    expect(found).toContainEqual({ value: 'paper', summary: 'Run the paper service alone, for other clients' });
  });
});
