import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { at } from './statistics.js';

const rounds = 3;
/** A difference within this share of either's own spread is noise. */
const noisePct = 10;

/**
 * Runs the groups with this desk and with the one of another commit, in turns, and prints what differs. The other commit is built
 * in a folder of its own; the bench itself is this one, so only what is measured on the desk as a program can be compared.
 */
export async function compareWith(ref, groups) {
  const here = resolve(import.meta.dirname, '../..');
  const folder = mkdtempSync(join(tmpdir(), 'swapdeck-against-'));
  const there = join(folder, 'desk');
  try {
    execFileSync('git', ['worktree', 'add', '--detach', there, ref], {
      cwd: here,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    symlinkSync(join(here, 'node_modules'), join(there, 'node_modules'));
    execFileSync(process.execPath, ['tools/build.js'], { cwd: there, stdio: 'inherit' });
    const values = new Map();
    for (let round = 0; round < rounds; round++)
      for (const [side, desk] of round % 2 === 0 ? sides(here, there) : sides(here, there).reverse())
        for (const { name } of groups) collect(values, side, measured(name, desk, folder));
    print(ref, values);
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', there], { cwd: here, stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  }
}

const sides = (here, there) => [
  ['here', here],
  ['there', there],
];

function measured(group, desk, folder) {
  const file = join(folder, 'results.json');
  execFileSync(process.execPath, [join(import.meta.dirname, 'run.js'), '--only', group, '--json', file], {
    env: { ...process.env, SWAPDECK_BENCH_DESK: desk },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return JSON.parse(readFileSync(file, 'utf8')).results;
}

function collect(values, side, results) {
  for (const [index, { group, name, value, digits = 0, least }] of results.entries()) {
    const key = `${group} ${index}`;
    const row = values.get(key) ?? { name, digits, isMoreBetter: least !== undefined, here: [], there: [] };
    row[side].push(value);
    values.set(key, row);
  }
}

function print(ref, values) {
  console.log(`${'figure'.padEnd(50)}${'here'.padStart(10)}${ref.slice(0, 12).padStart(14)}   here ÷ there`);
  for (const { name, digits, isMoreBetter, here, there } of values.values()) {
    const ratio = at(here, 0.5) / at(there, 0.5);
    const isApart = Math.max(...here) < Math.min(...there) || Math.min(...here) > Math.max(...there);
    const isReal = isApart && Math.abs(ratio - 1) * 100 > noisePct;
    const verdict = isReal ? (ratio > 1 === isMoreBetter ? 'better' : 'WORSE') : '';
    const shown = [here, there].map((side) => at(side, 0.5).toFixed(digits));
    console.log(
      `${name.padEnd(50)}${shown[0].padStart(10)}${shown[1].padStart(14)}   ${ratio.toFixed(2)} ${verdict}`.trimEnd(),
    );
  }
}
