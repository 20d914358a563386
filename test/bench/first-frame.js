import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInPty } from './pty.js';

const pairs = 9;
const size = { columns: 120, rows: 40 };
const limitMs = 20_000;

const launcher = 'tools/bin/swapdeck.js';
/** A border of the first frame, which the desk has left for this size. */
const frame = /Positions/;
/** A position, which nothing else on the screen names. */
const data = /BTC.{1,40}0\.15000/;

const hello = { args: ['test/bench/fixtures/hello-ink.js'], until: /Hello/ };
const npmAlone = {
  command: 'npm',
  args: ['run', '--silent', '--prefix', 'test/bench/fixtures/npm-alone', 'start'],
  until: /Hello/,
};

/** Each against Ink's hello world, which runs right before it. `home` is kept: the account, its settings, and the frame. */
const measures = {
  frame: { args: [launcher], until: frame },
  kept: { args: [launcher], until: data },
  ephemeral: { args: [launcher, '--ephemeral'], until: data },
  npmStart: { command: 'npm', args: ['start', '--silent'], until: data },
  npmAlone,
};

/**
 * From the start of the process, in ms, in alternating pairs with Ink's hello world: `frame`, the first bytes of the desk's
 * own frame; `kept`, the first position of a saved account; `ephemeral`, of one that is not; `npmStart`, of the saved one
 * by `npm start`; `npmAlone`, npm running a script that prints a word. Gives {hello, ms, ratio} of each, a value a pair.
 */
export async function measureStarts() {
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-kept-'));
  const env = { HOME: home, SWAPDECK_HOME: home };
  try {
    // The first run makes the account; it and the second fill the caches, and leave the frame.
    for (const program of [hello, measures.kept, measures.kept]) await timeUntil(program, env);
    const measured = {};
    for (const [name, program] of Object.entries(measures)) measured[name] = await measurePairs(program, env);
    return measured;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function measurePairs(program, env) {
  const measured = { hello: [], ms: [], ratio: [] };
  for (let pair = 0; pair < pairs; pair++) {
    const helloMs = await timeUntil(hello, env);
    const ms = await timeUntil(program, env);
    measured.hello.push(helloMs);
    measured.ms.push(ms);
    measured.ratio.push(ms / helloMs);
  }
  return measured;
}

/** Milliseconds from the start of a program until its output matches. Throws when it ends or takes 20 s before. */
async function timeUntil({ command, args, until }, env) {
  let output = '';
  let running;
  try {
    return await new Promise((resolve, reject) => {
      const startMs = performance.now();
      const failed = (why) => reject(new Error(`${args.join(' ')} ${why}: ${JSON.stringify(output.slice(-500))}`));
      const limit = setTimeout(() => failed(`drew nothing that counts in ${limitMs} ms`), limitMs);
      running = startInPty(args, {
        ...size,
        ...(command && { command }),
        env,
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

if (import.meta.main) {
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const range = (values, digits) =>
    [Math.min(...values), Math.max(...values)].map((n) => n.toFixed(digits)).join(' – ');
  console.log('start until      hello, ms   ms                  ratio');
  for (const [name, { hello: helloMs, ms, ratio }] of Object.entries(await measureStarts()))
    console.log(
      `${name.padEnd(16)} ${median(helloMs).toFixed(0).padStart(9)}   ${median(ms).toFixed(0).padEnd(6)}${range(ms, 0).padEnd(14)}${median(ratio).toFixed(2)}  ${range(ratio, 2)}`,
    );
}
