import { startInPty } from './pty.js';

const pairs = 9;
const size = { columns: 120, rows: 40 };
const hello = { args: ['test/bench/fixtures/hello-ink.js'], until: /Hello/ };
/** The coin of a position, which nothing else on the screen names. */
const desk = { args: ['tools/bin/swapdeck.js', '--ephemeral'], until: /BTC/ };

/**
 * Start to first frame with data, against Ink's hello world, in turns: what else the machine does slows both. Gives
 * {hello, desk} in ms and the ratio of each pair.
 */
export async function measureFirstFrame() {
  // The first runs fill the file cache and the compile cache, which a start in daily use finds warm.
  for (const program of [hello, desk, desk]) await timeUntil(program);
  const measured = { hello: [], desk: [], ratio: [] };
  for (let pair = 0; pair < pairs; pair++) {
    const helloMs = await timeUntil(hello);
    const deskMs = await timeUntil(desk);
    measured.hello.push(helloMs);
    measured.desk.push(deskMs);
    measured.ratio.push(deskMs / helloMs);
  }
  return measured;
}

/** Milliseconds from the start of a program until its output matches. Throws when it ends or takes 20 s before. */
async function timeUntil({ args, until }) {
  let output = '';
  let running;
  try {
    return await new Promise((resolve, reject) => {
      const startMs = performance.now();
      const failed = (why) => reject(new Error(`${args[0]} ${why}: ${JSON.stringify(output.slice(-500))}`));
      const limit = setTimeout(() => failed('drew nothing that counts in 20 s'), 20_000);
      running = startInPty(args, {
        ...size,
        onData: (chunk) => {
          output += chunk;
          if (!until.test(output)) return;
          clearTimeout(limit);
          resolve(performance.now() - startMs);
        },
      });
      running.ended.then(() => failed('ended'));
    });
  } finally {
    await running.close();
  }
}
