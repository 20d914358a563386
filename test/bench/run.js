// npm run bench: the desk's three bounds, measured and printed. Nothing here fails by the clock: a figure above its
// bound is printed as such. docs/benchmarks.md says what is measured and how.
import { cpus, loadavg } from 'node:os';
import { measureFirstFrame } from './first-frame.js';
import { measureEmbedded, measureStorm } from './under-load.js';

if (process.platform !== 'linux') {
  console.error('The benchmark reads /proc, so it runs on Linux alone.');
  process.exit(1);
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0].toFixed(1)}`);
console.log('This takes three minutes.\n');

row('figure', 'bound', 'median', 'min – max', 'verdict');
const first = await measureFirstFrame();
report('hello world of Ink, ms', null, first.hello);
report('desk, first frame with data, ms', null, first.desk);
report('  as a multiple of hello world', 1.2, first.ratio, 2);
const storm = await measureStorm();
report(`CPU at ${storm.rate} swaps/s, % of a core`, 40, storm.cpuPct, 1);
report('  frames a second', null, storm.framesPerSecond, 1);
report('memory after that minute, MB', 200, [storm.rssMb]);
const embedded = await measureEmbedded();
report(`CPU with paper embedded, ${embedded.rate} swaps/s, %`, null, embedded.cpuPct, 1);
report('memory with paper embedded, MB', 200, [embedded.rssMb]);
console.log(`\nload at the end ${loadavg()[0].toFixed(1)}`);
process.exit();

function report(figure, bound, values, digits = 0) {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const show = (value) => value.toFixed(digits);
  const verdict = bound === null ? '' : median <= bound ? 'within' : 'ABOVE';
  const range = sorted.length > 1 ? `${show(sorted[0])} – ${show(sorted.at(-1))}` : '';
  row(figure, bound === null ? '' : `≤ ${bound}`, show(median), range, verdict);
}

function row(figure, bound, median, range, verdict) {
  console.log(
    `${figure.padEnd(48)}${bound.padStart(7)}${median.padStart(9)}   ${range.padEnd(16)}${verdict}`.trimEnd(),
  );
}
