import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attacks, whyRefused } from './attacks.fixture.ts';

const file = new URL('../../../docs/attacks.md', import.meta.url);

/** Addresses that matter to nobody here are cut as on screen. */
const short = (text: string): string =>
  text.replaceAll(/0x[0-9a-fA-F]{20,}|[1-9A-HJ-NP-Za-km-z]{32,}/g, (long) => `${long.slice(0, 6)}…${long.slice(-4)}`);

async function table(): Promise<string> {
  const rows = await Promise.all(
    attacks.map(async (attack) => {
      const why = (await whyRefused(attack)) ?? 'NOT REFUSED';
      return `| ${attack.name} | ${attack.chain} | ${attack.does} | ${short(why).replaceAll('|', '\\|')} |`;
    }),
  );
  return [
    '| attack | chain | what it would do | why it is not signed |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

test('the attack table is what the rules say', async () => {
  const text = readFileSync(file, 'utf8');
  const start = text.indexOf('| attack |');
  const now = await table();
  if (process.env['UPDATE_DOCS']) writeFileSync(file, text.slice(0, start) + now);
  else expect(text.slice(start)).toBe(now);
});
