import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as later } from 'node:timers';
import type { Random } from '../../src/platform/time/random.ts';
import { jup } from '../../src/stores/desk-data.fixture.ts';
import { type FaultServer, startFaultServer, type WireRequest } from './order-fault-server.ts';
import { before, closePct, kindOf, marginAmount, nameIn, namesOf, rules } from './order-kill-plan.ts';

/** Where the service can be made to say that the child must die now. */
export const wireSteps = ['first byte', 'whole request', 'half an answer', 'answer written'] as const;
export type WireStep = (typeof wireSteps)[number];

export interface KillService {
  readonly baseUrl: string;
  /** What it was asked to do, in order, repeats included. */
  readonly received: readonly string[];
  readonly done: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  /** Rules that a request broke on its arrival. */
  readonly problems: readonly string[];
  /** `kill` is called when the step is reached for the nth time, before anything else happens. */
  aim(step: WireStep, nth: number, kill: () => void): void;
  close(): Promise<void>;
}

interface Options {
  readonly journalFile: string;
  readonly random: Random;
}

/** A service that knows what it did, answers late, badly or not at all, and looks into the journal at each request. */
export async function startKillService({ journalFile, random }: Options): Promise<KillService> {
  const truth = { received: [] as string[], done: new Set<string>(), refused: new Set<string>() };
  const problems: string[] = [];
  let aimed: { readonly step: WireStep; left: number; readonly kill: () => void } | null = null;
  const reach = (step: WireStep): boolean => {
    if (aimed?.step !== step || --aimed.left > 0) return false;
    aimed.kill();
    aimed = null;
    return true;
  };
  const server: FaultServer = await startFaultServer({
    onArrival: ({ line, body }) => {
      const name = nameIn(line + body);
      if (name === null) return problems.push(`a request without a name came: ${line}`);
      if (!hasIntent(journalFile, name)) problems.push(`${name} came before its line stood in the journal`);
      truth.received.push(name);
      const isRefused = random.int(10) === 0;
      (isRefused ? truth.refused : truth.done).add(name);
    },
    script: {
      onFirstBytes: () => void reach('first byte'),
      onRequest: (socket, request) => {
        if (!reach('whole request')) answerOrder(socket, request, truth.refused, random, reach);
      },
      onRead: (socket, { line }) => socket.write(envelope(200, { data: readOf(line, truth.done), requestId: 'r' })),
    },
  });
  return {
    ...truth,
    baseUrl: server.baseUrl,
    problems,
    aim: (step, nth, kill) => {
      aimed = { step, left: nth, kill };
    },
    close: () => server.close(),
  };
}

/** A whole line of the intent, as the next start would read it. */
const hasIntent = (journalFile: string, name: string): boolean =>
  readFileSync(journalFile, 'utf8')
    .split('\n')
    .slice(0, -1)
    .some((line) => line.startsWith('{"event":"sent"') && line.endsWith('}') && nameIn(line) === name);

function envelope(status: number, body: unknown): string {
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Mostly an answer after a moment; sometimes none, or one that cannot be read. */
function answerOrder(
  socket: Socket,
  { line, body }: WireRequest,
  refused: ReadonlySet<string>,
  random: Random,
  reach: (step: WireStep) => boolean,
): void {
  const name = nameIn(line + body) ?? '';
  const luck = random.int(20);
  if (luck === 0) return void socket.resetAndDestroy();
  if (luck === 1) return void socket.write('HTTP/1.1 502 X\r\ncontent-length: 6\r\n\r\n<html>');
  // No answer at all: the client's deadline, or its death, ends it.
  if (luck === 2) return;
  const said = refused.has(name)
    ? envelope(400, { error: { code: 'NO', message: 'no' }, requestId: 'r' })
    : envelope(200, { data: goodOf(name), requestId: 'r' });
  later(() => {
    const half = said.length >> 1;
    socket.write(said.slice(0, half));
    if (reach('half an answer')) return;
    socket.write(said.slice(half));
    reach('answer written');
  }, random.int(6));
}

const indexOf = (name: string): number => Number(/n(\d+)q$/.exec(name)?.[1]);

function goodOf(name: string): unknown {
  const kind = kindOf(indexOf(name));
  if (kind === 'close') return { results: [{ status: 'success', oid: 7 }] };
  if (kind === 'margin') return { success: true };
  if (kind === 'cancel') return { orderId: name, status: 'cancelled' };
  // Its task is not followed: a task that has ended is not asked after again.
  return kind === 'swap' ? { status: 'submitted', taskId: `task-${name}` } : triggerOrder(name);
}

const triggerOrder = (name: string) => ({
  orderId: `ord-${name}`,
  amount: '500000000',
  inputToken: name,
  outputToken: jup,
  status: 'active',
  createdAt: new Date().toISOString(),
  chain: 'solana',
});

/** What the account shows, by what was done to it. */
function readOf(line: string, done: ReadonlySet<string>): unknown {
  const [, path = ''] = line.split(' ');
  if (path.startsWith('/api/v2/trigger/orders')) {
    const orders = [...done].filter((name) => kindOf(indexOf(name)) === 'trigger').map(triggerOrder);
    return { orders, nextCursor: null };
  }
  if (path.startsWith('/api/v2/trigger/order/')) {
    const name = nameIn(path) ?? '';
    return { ...triggerOrder(name), status: done.has(name) ? 'cancelled' : 'active' };
  }
  if (path.startsWith('/api/v2/tasks/')) {
    return { taskId: path.split('/').at(-1), taskType: 'swap', status: 'success' };
  }
  if (path.startsWith('/api/v2/perp/fills')) return [...done].filter((name) => path.includes(name)).map(fillOf);
  const run = /wallet_id=w-(\w+)/.exec(path)?.[1] ?? '';
  const positions = (['close', 'margin'] as const).flatMap((kind) =>
    namesOf(run, kind).map((name) => rowOf(name, done)),
  );
  return { accountValue: '1', totalMarginUsed: '1', totalNtlPos: '1', withdrawable: '1', positions };
}

const closed = Number(before.szi) * (closePct / 100);
/** What the amount moves the liquidation price by: the maintenance margin moves with it. */
const liquidationMove = Number(marginAmount) / (Number(before.szi) * (1 - 1 / (2 * rules.maxLeverage)));

const fillOf = (coin: string) => ({
  coin,
  side: 'sell',
  px: '2000',
  sz: String(closed),
  time: Date.now(),
  oid: 7,
  startPosition: before.szi,
  direction: 'Close Long',
});

function rowOf(coin: string, done: ReadonlySet<string>) {
  const isMargin = kindOf(indexOf(coin)) === 'margin';
  const isClosed = done.has(coin) && !isMargin;
  const isAdded = done.has(coin) && isMargin;
  return {
    coin,
    szi: String(Number(before.szi) - (isClosed ? closed : 0)),
    entryPx: '1',
    leverageType: 'isolated',
    leverageValue: '5',
    positionValue: '1',
    returnOnEquity: '0',
    unrealizedPnl: '0',
    liquidationPx: String(Number(before.liquidationPx) - (isAdded ? liquidationMove : 0)),
    marginUsed: String(Number(before.marginUsed) + (isAdded ? Number(marginAmount) : 0)),
  };
}
