import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { defaultPerpWalletId } from '../../src/paper/account/wallets.ts';
import { type PaperService, startPaperService } from '../../src/paper/service/service.ts';
import { withPlanLine } from '../../src/plans/fold-plan.ts';
import { type Plan, planLine } from '../../src/plans/plan.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import type { ChildNews, ChildOrder, ChildStart } from './keeper-plan.ts';

/** An order as it came to the service. */
interface Arrival {
  readonly cloid: string;
  readonly sender: string;
  /** Process id in the account's lock when it came. */
  readonly holder: string;
}

/** Builds the child as one file, which starts in a third of the time. Returns its path. */
export async function buildChild(folder: string): Promise<string> {
  const program = join(folder, 'child.js');
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'keeper-child.ts'),
    platform: 'node',
    external: [/^node:/, '@napi-rs/keyring'],
    transform: { define: { 'process.env.NODE_ENV': '"production"', __SWAPDECK_VERSION__: '"test"' } },
  });
  await bundle.write({ file: program, format: 'esm', minify: true, codeSplitting: false });
  return program;
}

/** A paper service behind a proxy that knows which process sent which order, and who held the account then. */
export class KeeperRig {
  readonly home = mkdtempSync(join(tmpdir(), 'keeper-'));
  readonly arrivals: Arrival[] = [];
  readonly #orders = new EventEmitter().setMaxListeners(0);
  readonly #children = new Set<Child>();
  readonly #paper: PaperService;
  readonly #program: string;
  readonly #server = createServer();
  #baseUrl = '';

  constructor(paper: PaperService, program: string) {
    this.#paper = paper;
    this.#program = program;
  }

  static async start(program: string, seed: number): Promise<KeeperRig> {
    const paper = await startPaperService({ seed, speed: 1, stateDir: null, clock: systemClock });
    const rig = new KeeperRig(paper, program);
    await rig.#listen();
    return rig;
  }

  async child(speed = 1): Promise<Child> {
    const { apiKey } = this.#paper;
    const child = new Child(this.#program, { baseUrl: this.#baseUrl, apiKey, home: this.home, speed });
    this.#children.add(child);
    await child.hears('up');
    return child;
  }

  /** Resolves when the nth order from now has come, or its answer is there but not passed on. */
  async order(moment: 'came' | 'answered', nth = 1): Promise<void> {
    for (let left = nth; left > 0; left--) await once(this.#orders, moment);
  }

  /** The plans as their file has them. */
  plans(): readonly Plan[] {
    const folder = join(this.home, 'state/accounts');
    const file = readdirSync(folder).find((name) => name.endsWith('.plans.jsonl')) ?? '';
    const plans = new Map<string, Plan>();
    for (const text of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const line = planLine.safeParse(parsed(text)).data;
      const plan = line && withPlanLine(plans.get(line.id) ?? null, line);
      if (plan) plans.set(plan.id, plan);
    }
    return [...plans.values()];
  }

  /** Every fill of the account: client order id and size. */
  async fills(): Promise<readonly { readonly cloid?: string | null; readonly sz: string; readonly coin: string }[]> {
    const answer = await fetch(
      `${this.#paper.baseUrl}/api/v2/perp/fills?wallet_id=${defaultPerpWalletId}&start_time=0`,
      {
        headers: { authorization: `Bearer ${this.#paper.apiKey}` },
      },
    );
    return ((await answer.json()) as { data: { cloid: string; sz: string; coin: string }[] }).data;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children].map((child) => child.kill()));
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#paper.close();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 });
  }

  async #listen(): Promise<void> {
    this.#server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const isOrder = request.method === 'POST' && request.url === '/api/v2/perp/order';
      if (isOrder) this.#arrived(body, String(request.headers['x-sender']));
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const init = { method: request.method ?? 'GET', headers: headers as Record<string, string> };
      const answer = await fetch(this.#paper.baseUrl + request.url, body === '' ? init : { ...init, body });
      const text = await answer.text();
      if (isOrder) this.#orders.emit('answered');
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    });
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.#baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #arrived(body: string, sender: string): void {
    const folder = join(this.home, 'state/accounts');
    const file = readdirSync(folder).find((name) => name.endsWith('.lock'));
    const holder = file ? (readFileSync(join(folder, file), 'utf8').split(/\s/)[0] ?? '') : '';
    this.arrivals.push({ cloid: String((parsed(body) as { cloid?: string } | null)?.cloid), sender, holder });
    this.#orders.emit('came');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A process that holds the account now and then. */
export class Child {
  readonly news: ChildNews[] = [];
  readonly #process: ChildProcess;
  readonly #events = new EventEmitter();
  readonly #ended: Promise<unknown>;
  #isGone = false;

  constructor(program: string, start: ChildStart) {
    this.#process = spawn(process.execPath, [program, JSON.stringify(start)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { PATH: process.env['PATH'] },
    });
    this.#process.on('message', (news: ChildNews) => {
      this.news.push(news);
      this.#events.emit('news');
    });
    this.#ended = once(this.#process, 'exit').then(() => {
      this.#isGone = true;
      this.#events.emit('news');
    });
  }

  asks(order: ChildOrder): void {
    if (!this.#isGone) this.#process.send(order, () => {});
  }

  /** Resolves with the first such news after `since` others; undefined if the process has ended before. */
  async hears(what: ChildNews['what'], since = 0): Promise<ChildNews | undefined> {
    for (;;) {
      const found = this.news.slice(since).find((news) => news.what === what);
      if (found || this.#isGone) return found;
      await once(this.#events, 'news');
    }
  }

  /** Asks, and resolves with what follows. */
  async does(order: ChildOrder, what: ChildNews['what']): Promise<ChildNews | undefined> {
    const since = this.news.length;
    this.asks(order);
    return this.hears(what, since);
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }
}
