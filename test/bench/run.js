// npm run bench [-- --only WORDS] [--json FILE] [--against REF]: figures next to their bounds. Nothing here fails by the clock: a figure
// that misses its bound is printed as such. docs/benchmarks.md says what is measured and how.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { compareWith } from './compare.js';
import { groups } from './rows.js';
import { at } from './statistics.js';

if (process.platform !== 'linux') {
  console.error('The benchmark reads /proc, so it runs on Linux alone.');
  process.exit(1);
}
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string', default: 'bench-results.json' },
    against: { type: 'string' },
  },
});
const chosen = groups.filter(({ name }) => name.includes(options.only ?? ''));
if (chosen.length === 0) {
  console.error(`--only takes part of one of these names: ${groups.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
if (options.against !== undefined)
  await compareWith(
    options.against,
    chosen.filter(({ isDesk }) => isDesk),
  );
else await measureAll();
process.exit();

async function measureAll() {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0].toFixed(1)}\n`);
  line('figure', 'bound', 'value', 'min – max', '');
  const results = [];
  for (const { name: group, measure } of chosen)
    for (const figure of await measure()) {
      results.push({ group, ...figure, value: at(figure.values, figure.of ?? 0.5), isWithin: isWithin(figure) });
      report(figure);
    }
  console.log(`\nload at the end ${loadavg()[0].toFixed(1)}`);
  writeFileSync(options.json, `${JSON.stringify(described(results), null, 2)}\n`);
  console.log(`written to ${options.json}`);
}

function described(results) {
  return {
    commit: git('rev-parse', 'HEAD'),
    isClean: git('status', '--porcelain') === '',
    date: new Date().toISOString(),
    node: process.version,
    cpu: `${cpus().length} × ${cpus()[0]?.model}`,
    results,
  };
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

function isWithin({ values, of = 0.5, most, least }) {
  const value = at(values, of);
  return (most === undefined || value <= most) && (least === undefined || value >= least);
}

function report(figure) {
  const { name, values, of = 0.5, most, least, digits = 0 } = figure;
  const show = (value) => value.toFixed(digits);
  const bound = most !== undefined ? `≤ ${show(most)}` : least !== undefined ? `≥ ${show(least)}` : '';
  const range = values.length > 1 && of === 0.5 ? `${show(Math.min(...values))} – ${show(Math.max(...values))}` : '';
  line(name, bound, show(at(values, of)), range, bound === '' ? '' : isWithin(figure) ? 'within' : 'MISSED');
}

function line(name, bound, value, range, verdict) {
  console.log(`${name.padEnd(50)}${bound.padStart(9)}${value.padStart(10)}   ${range.padEnd(18)}${verdict}`.trimEnd());
}
