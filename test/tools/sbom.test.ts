import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

interface Component {
  'bom-ref': string;
  name: string;
  scope: string;
  properties: { name: string }[];
}

test('the bill has what users run, and nothing that only builds and tests', () => {
  const bill = JSON.parse(execFileSync(process.execPath, [join(root, 'tools/sbom.js')], { encoding: 'utf8' }));
  const components: Component[] = bill.components;
  const names = components.map(({ name }) => name);
  const { optionalDependencies } = readJson('tools/runtime/package.json');
  expect(names).toEqual(expect.arrayContaining(Object.keys(optionalDependencies)));
  expect(names).toEqual(expect.arrayContaining(['@napi-rs/keyring', 'ink', 'react', 'viem', 'ws', 'zod']));
  // What the package itself names as optional is for tests; npm counts it as shipped.
  const forTests = Object.keys(readJson('package.json').optionalDependencies);
  for (const name of ['vitest', 'typescript', '@biomejs/biome', 'rolldown', ...forTests])
    expect(names).not.toContain(name);

  const ink = components.find(({ name }) => name === 'ink')!;
  expect(ink).toMatchObject({ scope: 'required', properties: [] });
  expect(bill.metadata.component.name).toBe('swapdeck');

  const refs = new Set([bill.metadata.component, ...components].map((component: Component) => component['bom-ref']));
  for (const { ref, dependsOn } of bill.dependencies)
    for (const one of [ref, ...dependsOn]) expect(refs.has(one), one).toBe(true);
});
