// node test/bench/keeper.js: `swapdeck keep` against a paper service of another process: what it takes without a plan and with
// twenty, and how long a desk that opens waits for the account.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { cpuMeter, residentMb } from './desk-on-storm.js';
import { root, startInPty } from './pty.js';
import { startFixture } from './start-fixture.js';

const program = 'tools/bin/swapdeck.js';
/** Half of the plans have two orders that rest; the others have a slice an hour. */
const plans = 20;
/** The start and the first orders are not the load. */
const settleMs = 15_000;
const windowMs = 10_000;
const limitMs = 20_000;

/** Resident MB and per cent of a core, without and with plans, and ms of each handover. */
export async function measureKeeper({ windows = 3, handovers = 7 } = {}) {
  const service = await startFixture('paper-service.ts');
  const place = new Place(service.ready);
  try {
    let keeper = await place.keeper('holding');
    const idle = await load(keeper, windows);
    place.createPlans();
    const busy = await load(keeper, windows);
    const times = [];
    for (let round = 0; round < handovers; round++) {
      const desk = place.desk();
      times.push(await place.handover(desk));
      await keeper.ended;
      keeper = await place.keeper('waiting');
      await desk.close();
      await place.state('holding');
    }
    keeper.kill();
    await keeper.ended;
    return { idle, busy, handovers: times };
  } finally {
    await service.stop();
    place.remove();
  }
}

async function load({ pid }, windows) {
  await pause(settleMs);
  const cpuPct = [];
  for (let window = 0; window < windows; window++) {
    const cpu = cpuMeter(pid);
    await pause(windowMs);
    cpuPct.push(cpu());
  }
  return { cpuPct, rssMb: residentMb(pid) };
}

/** One account of one service, at a home of its own. */
class Place {
  #home = mkdtempSync(join(tmpdir(), 'swapdeck-bench-'));
  #env;
  #target;

  constructor({ baseUrl, apiKey }) {
    this.#target = ['--base-url', baseUrl];
    this.#env = { PATH: process.env.PATH, HOME: this.#home, SWAPDECK_HOME: this.#home, SWAPDECK_API_KEY: apiKey };
  }

  async keeper(state) {
    const child = spawn(process.execPath, [program, 'keep', ...this.#target], {
      cwd: root,
      stdio: 'ignore',
      env: this.#env,
    });
    await this.state(state);
    return { pid: child.pid, ended: once(child, 'exit'), kill: () => child.kill() };
  }

  desk() {
    return startInPty([program, ...this.#target], { columns: 120, rows: 40, env: this.#env, home: this.#home });
  }

  createPlans() {
    for (let index = 0; index < plans; index++) {
      const words =
        index % 2 === 0
          ? ['scale', 'buy', '0.02', 'ETH', `${2000 + index}..${1900 + index}`, 'in', '2']
          : ['twap', 'buy', '0.24', 'ETH', 'over', '24h', 'in', '24'];
      const create = [program, 'plan', 'create', ...words, '--yes', ...this.#target];
      execFileSync(process.execPath, create, { cwd: root, env: this.#env, stdio: ['ignore', 'ignore', 'inherit'] });
    }
  }

  /** From the moment that the keeper has been asked until the account's lock names the desk. The desk's plans go on some milliseconds later. */
  async handover({ pid }) {
    await this.state('handing over');
    const startMs = performance.now();
    await until(() => this.#read('.lock').split(/\s/)[0] === String(pid));
    return performance.now() - startMs;
  }

  state(wanted) {
    return until(() => this.#read('.keeper.json').includes(`"state":"${wanted}"`));
  }

  #read(ending) {
    try {
      const folder = join(this.#home, 'state/accounts');
      const file = readdirSync(folder).find((name) => name.endsWith(ending));
      return file ? readFileSync(join(folder, file), 'utf8') : '';
    } catch {
      return '';
    }
  }

  remove() {
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The files are looked at every millisecond. */
async function until(isSo) {
  const limit = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > limit) throw new Error('the keeper did not do it in time');
    await pause(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(
    JSON.stringify(
      await measureKeeper({ windows: Number(process.argv[2] ?? 3), handovers: Number(process.argv[3] ?? 7) }),
    ),
  );
