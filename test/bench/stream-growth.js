// node test/bench/stream-growth.js: what 10,000 dropped connections of the stream manager leave behind. Bound: no handle, no
// timer and no listener more than after 1,000, and a heap at most 1.1 times as large.
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const counts = [1_000, 10_000];

/** Heap in MB after each count, its ratio, and how many handles, timers and listeners were added in between. */
export async function measureGrowth() {
  const fixture = `${import.meta.dirname}/fixtures/stream-growth.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [fixture, ...counts.map(String)]);
  const samples = JSON.parse(stdout);
  const heapMb = samples.map(({ heapBytes }) => heapBytes / 2 ** 20);
  const [before, after] = samples.map(held);
  return { samples, heapMb, heapRatio: heapMb[1] / heapMb[0], held: [before, after], heldMore: after - before };
}

const held = ({ resources, timers, pusher, processListeners }) =>
  [...Object.values(resources), timers, ...Object.values(pusher), processListeners].reduce((sum, one) => sum + one, 0);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(JSON.stringify(await measureGrowth(), null, 2));
