// node test/bench/key-latency.js: from a key that moves the selection to the bytes that show it, in a pseudo-terminal.
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { deskOnStorm } from './desk-on-storm.js';

/** The marker of the selected row: nothing else on the screen draws it, and it is sent only when it moves. */
const marker = '▸';
const longestMs = 2_000;

/** Milliseconds of `keys` keys, at random moments of the desk's frames. */
export async function measureKeys({ columns, rows, rate, keys = 300 }) {
  let hear = () => {};
  const desk = await deskOnStorm({
    columns,
    rows,
    rate,
    onData: (chunk) => chunk.includes(marker) && hear(performance.now()),
  });
  const took = [];
  try {
    for (let index = 0; index < keys; index++) {
      await pause(60 + Math.random() * 60);
      const shown = new Promise((resolve) => {
        hear = resolve;
      });
      const startMs = performance.now();
      desk.write(index % 2 === 0 ? 'j' : 'k');
      const atMs = await Promise.race([shown, pause(longestMs, null)]);
      if (atMs === null) throw new Error('a key was not shown');
      took.push(atMs - startMs);
    }
    return took;
  } finally {
    await desk.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [columns = 120, rows = 40, rate = 1_000] = process.argv.slice(2).map(Number);
  const took = (await measureKeys({ columns, rows, rate })).sort((a, b) => a - b);
  const at = (share) => took[Math.floor((took.length - 1) * share)].toFixed(1);
  console.log(
    `${columns}×${rows}, ${rate} swaps/s: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)} ms`,
  );
}
