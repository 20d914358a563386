// node test/bench/paper-start.js: how long the paper service takes to start on a state file with a million trades, against
// a new account, and what keeping one change costs, against a bare durable write. Bounds: 300 ms, 2 ms.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { startPaperService } from '../../src/paper/service/service.ts';
import { StateStore } from '../../src/paper/service/state-store.ts';
import { Bus } from '../../src/paper/world/bus.ts';
import { World } from '../../src/paper/world/world.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { makeAccount } from './fixtures/million-trades.ts';

const launcher = `${import.meta.dirname}/../../tools/bin/swapdeck.js`;

/**
 * Milliseconds, in turns on the two accounts: until a service in a warm process answers, until a process of its own (from
 * dist/) prints where it is, and for a save after a step of the market.
 */
export async function measureStart({ trades = 1_000_000, rounds = 7, saves = 300 } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'paper-start-'));
  try {
    const [few, many] = [join(root, 'few'), join(root, 'many')];
    await makeAccount(few, 0);
    await makeAccount(many, trades);
    const figures = { service: { few: [], many: [] }, process: { few: [], many: [] } };
    for (let round = -1; round < rounds; round++)
      for (const [name, dir] of Object.entries({ few, many })) {
        const [service, own] = [await startHere(dir), await startProcess(dir)];
        // The first round warms up.
        if (round < 0) continue;
        figures.service[name].push(service);
        figures.process[name].push(own);
      }
    const megabytes = statSync(join(many, 'paper.db')).size / 1e6;
    return { ...figures, save: measureSaves(many, saves), megabytes };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function startHere(stateDir) {
  const fromMs = performance.now();
  const service = await startPaperService({ seed: 1, speed: 1, stateDir, clock: systemClock });
  const tookMs = performance.now() - fromMs;
  await service.close();
  return tookMs;
}

async function startProcess(stateDir) {
  const fromMs = performance.now();
  const child = spawn(process.execPath, [launcher, 'paper', '--json', '--seed', '1', '--state', stateDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const tookMs = performance.now() - fromMs;
  child.kill('SIGTERM');
  await ended;
  return tookMs;
}

/** Milliseconds of a save after each step of the market, and of a bare durable write of as many bytes right after it. */
function measureSaves(stateDir, count) {
  const store = new StateStore(stateDir);
  const loaded = store.load();
  const options = {
    clock: systemClock,
    random: seededRandom(1),
    bus: new Bus(),
    startMs: systemClock.now(),
    userId: 'u',
  };
  const world = new World(options);
  world.restore(loaded.world);
  const bare = bareWriter(join(stateDir, 'bare.db'));
  const [saves, writes] = [[], []];
  for (let step = -50; step < count; step++) {
    world.advance(options.startMs + 50 * (step + 50), 50);
    const save = timed(() => store.save({ ...loaded, world: world.snapshot() }, false));
    const write = timed(bare.write);
    if (step < 0) continue;
    saves.push(save);
    writes.push(write);
  }
  store.close();
  bare.close();
  return { saves, writes };
}

/** About what a save after a step of the market writes. */
const bareBytes = 25_000;

function bareWriter(file) {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec('CREATE TABLE bare (id INTEGER PRIMARY KEY, value BLOB)');
  const insert = db.prepare('INSERT OR REPLACE INTO bare VALUES (1, ?)');
  const value = Buffer.alloc(bareBytes, 7);
  return { write: () => insert.run(value), close: () => db.close() };
}

function timed(run) {
  const fromMs = performance.now();
  run();
  return performance.now() - fromMs;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { service, process: own, save, megabytes } = await measureStart();
  const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const line = (name, values) => console.log(`${name.padEnd(52)}${middle(values).toFixed(2).padStart(9)}`);
  const ratio = ({ few, many }) => many.map((value, round) => value / few[round]);
  line('service start, new account, ms', service.few);
  line('service start, 1,000,000 trades, ms (bound: ≤ 300)', service.many);
  line('  as a multiple', ratio(service));
  line('process start, new account, ms', own.few);
  line('process start, 1,000,000 trades, ms', own.many);
  line('  as a multiple', ratio(own));
  line('one save, ms (bound: ≤ 2)', save.saves);
  line('  a bare durable write of as many bytes, ms', save.writes);
  console.log(`the state file has ${megabytes.toFixed(0)} MB`);
}
