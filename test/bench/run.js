// npm run bench: the desk's and the paper service's bounds, measured and printed. Nothing here fails by the clock: a figure above its
// bound is printed as such. docs/benchmarks.md says what is measured and how.
import { cpus, loadavg } from 'node:os';
import { measureFirstFrame } from './first-frame.js';
import { measureOrders } from './order-latency.js';
import { measureReads } from './paper-http.js';
import { measurePerps } from './paper-perps.js';
import { measureStart } from './paper-start.js';
import { measureEvents } from './paper-streams.js';
import { measureTriggers } from './paper-triggers.js';
import { measureDispatch } from './stream-dispatch.js';
import { measureGrowth } from './stream-growth.js';
import { measureRecovery } from './stream-recovery.js';
import { measureEmbedded, measureStorm } from './under-load.js';

if (process.platform !== 'linux') {
  console.error('The benchmark reads /proc, so it runs on Linux alone.');
  process.exit(1);
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0].toFixed(1)}`);
console.log('This takes seven minutes.\n');

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
const latency = await measureOrders();
const bareMs = latency.fetches.toSorted((a, b) => a - b)[Math.floor(latency.fetches.length / 2)];
report('bare fetch, call to first byte, ms', null, latency.fetches, 2);
report('order, confirming key to first byte, ms', Number((bareMs + 5).toFixed(1)), latency.orders, 2);
const start = await measureStart();
report('paper start, new account, ms', null, start.service.few, 1);
report('paper start, 1,000,000 trades, ms', 300, start.service.many, 1);
report('paper, one save, ms', 2, start.save.saves, 2);
report('  a bare durable write of as many bytes, ms', null, start.save.writes, 2);
const reads = await measureReads();
report(`paper, reads/s (${reads.meanBytes.toFixed(0)} bytes each)`, { least: 5_000 }, reads.paper);
report('  bare node:http, the same bytes/s', null, reads.bare);
const events = await measureEvents();
report('paper, stream events/s to 50 subscribers', { least: 20_000 }, events.paper);
report('  bare ws, the same frames/s', null, events.bare);
const triggers = measureTriggers();
report('paper, trigger tick with 1,000 orders, µs', null, triggers.few.book, 1);
report('paper, trigger tick with 100,000 orders, µs', null, triggers.many.book, 1);
report('  as a multiple', 2, triggers.ratio, 2);
report('  whole spot tick with 100,000 orders, µs', null, triggers.many.market, 1);
const perps = measurePerps();
report('paper, perp step with 1,000 orders, ms', 2.5, perps.many, 2);
report('  without orders, ms', null, perps.none, 2);
const dispatch = await measureDispatch();
report('stream manager, swaps/s off a socket', null, dispatch.ours);
report('  bare pusher-js, the same', null, dispatch.bare);
report('  as a share of bare pusher-js', { least: 0.8 }, dispatch.ratio, 2);
report('  the same by processor time', null, dispatch.cpuRatio, 2);
const recovery = await measureRecovery();
report('stream manager, reset to next event, ms', 1_500, recovery.ours);
report('  in nine of ten', null, [recovery.oursP90]);
report('  bare pusher-js, the same', null, recovery.bare);
report('  in nine of ten', null, [recovery.bareP90]);
const growth = await measureGrowth();
report('heap after 10,000 connections, MB', null, [growth.heapMb[1]], 1);
report('  as a multiple of that after 1,000', 1.1, [growth.heapRatio], 2);
report('  handles, timers and listeners more', 0, [growth.heldMore]);
console.log(`\nload at the end ${loadavg()[0].toFixed(1)}`);
process.exit();

/** `bound`: the most that a figure may be, or `{ least }`; null where there is none. */
function report(figure, bound, values, digits = 0) {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const show = (value) => value.toFixed(digits);
  const isLeast = bound?.least !== undefined;
  const limit = isLeast ? bound.least : bound;
  const isWithin = isLeast ? median >= limit : median <= limit;
  const verdict = bound === null ? '' : isWithin ? 'within' : isLeast ? 'BELOW' : 'ABOVE';
  const range = sorted.length > 1 ? `${show(sorted[0])} – ${show(sorted.at(-1))}` : '';
  row(figure, bound === null ? '' : `${isLeast ? '≥' : '≤'} ${limit}`, show(median), range, verdict);
}

function row(figure, bound, median, range, verdict) {
  console.log(
    `${figure.padEnd(48)}${bound.padStart(7)}${median.padStart(9)}   ${range.padEnd(16)}${verdict}`.trimEnd(),
  );
}
