// node test/bench/journal-start.js [requests]: the start of the desk with a large journal, against an empty one. Bounds:
// 1.1 times as long, 20 MB more.
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { writeLargeJournal } from './fixtures/large-journal.js';
import { startInPty } from './pty.js';

/** Of the embedded paper service. */
const accountId = 'embedded paper';
/** Of a first frame with data: the coin of a position, which nothing else on the screen names. */
const dataOnScreen = /BTC/;

/**
 * Starts in turns, each in a folder of its own: with an empty journal, with one that no start has seen (`big`), which is
 * rotated once the screen is up, and with the same one after that (`later`). Gives {empty, big, later}, in ms until data
 * is on the screen, the ratios and the extra MB of each pair once the journal is read, and `readMs`, from the start to
 * the end of the rotation.
 */
export async function measureJournalStart({ requests = 66_667, pairs = 7 } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'journal-start-'));
  try {
    const [empty, big, later] = ['empty', 'big', 'later'].map((name) => join(root, name, 'state'));
    mkdirSync(empty, { recursive: true });
    writeFileSync(journalIn(empty), '');
    const lines = writeLargeJournal(journalIn(big), requests, accountId);
    cpSync(big, later, { recursive: true });
    // Also fills the file cache and the compile cache, which a start in daily use finds warm.
    const rotated = await startOn(later, { isRotating: true });
    const figures = {
      empty: [],
      big: [],
      later: [],
      ratio: [],
      laterRatio: [],
      extraMb: [],
      laterExtraMb: [],
      readMs: [],
    };
    for (let pair = 0; pair < pairs; pair++) {
      const afterMs = rotated.readMs + 1_000;
      const base = await startOnCopy(root, empty, { afterMs });
      const first = await startOnCopy(root, big, { afterMs, isRotating: true });
      const next = await startOnCopy(root, later, { afterMs });
      figures.empty.push(base.ms);
      figures.big.push(first.ms);
      figures.later.push(next.ms);
      figures.ratio.push(first.ms / base.ms);
      figures.laterRatio.push(next.ms / base.ms);
      figures.extraMb.push(first.rssMb - base.rssMb);
      figures.laterExtraMb.push(next.rssMb - base.rssMb);
      figures.readMs.push(first.readMs);
    }
    return { ...figures, lines, megabytes: statSync(journalIn(big)).size / 1e6 };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const journalIn = (stateDir) => join(stateDir, 'journal.jsonl');

async function startOnCopy(root, stateDir, options) {
  const home = mkdtempSync(join(root, 'home-'));
  try {
    mkdirSync(join(home, 'state'));
    // Without the paper account, which one of them has already. Large ones as links: they are only read and renamed, and
    // a start after a large copy waits for the disk.
    for (const name of readdirSync(stateDir).filter((name) => name.endsWith('.jsonl'))) {
      const [from, to] = [join(stateDir, name), join(home, 'state', name)];
      if (statSync(from).size > 10_000_000) linkSync(from, to);
      else copyFileSync(from, to);
    }
    return await startOn(join(home, 'state'), options);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Measures the memory `afterMs` after the start, so that each kind of start has done as much else. */
async function startOn(stateDir, { isRotating = false, afterMs = 0 }) {
  const fromMs = performance.now();
  let output = '';
  let ms = 0;
  const desk = startInPty(['tools/bin/swapdeck.js'], {
    columns: 120,
    rows: 40,
    env: { SWAPDECK_HOME: join(stateDir, '..') },
    onData: (chunk) => {
      if (ms > 0) return;
      output += chunk;
      if (dataOnScreen.test(output)) ms = performance.now() - fromMs;
    },
  });
  try {
    const until = async (isDone) => {
      while (!isDone()) {
        if (performance.now() - fromMs > 120_000)
          throw new Error(`nothing came: ${JSON.stringify(output.slice(-500))}`);
        await pause(5);
      }
      return performance.now() - fromMs;
    };
    await until(() => ms > 0);
    const readMs = isRotating
      ? await until(() => readdirSync(stateDir).some((name) => name.startsWith('journal-')))
      : ms;
    await until(() => performance.now() - fromMs > afterMs);
    const [, rssKb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${desk.pid}/status`, 'utf8'));
    return { ms, readMs, rssMb: Number(rssKb) / 1024 };
  } finally {
    await desk.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const requests = Number(process.argv[2] ?? 66_667);
  const figures = await measureJournalStart({ requests });
  const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const line = (name, values, digits = 0) =>
    console.log(`${name.padEnd(60)}${middle(values).toFixed(digits).padStart(8)}`);
  console.log(`${requests} requests, ${figures.lines} lines, ${figures.megabytes.toFixed(0)} MB`);
  line('start with an empty journal, ms', figures.empty);
  line('first start with the large one, ms', figures.big);
  line('  as a multiple (bound: ≤ 1.1)', figures.ratio, 2);
  line('  more memory once it is read, MB (bound: ≤ 20)', figures.extraMb, 1);
  line('  until it is read and orders can be sent, ms', figures.readMs);
  line('later starts, ms', figures.later);
  line('  as a multiple (bound: ≤ 1.1)', figures.laterRatio, 2);
  line('  more memory, MB (bound: ≤ 20)', figures.laterExtraMb, 1);
}
