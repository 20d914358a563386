import type { ApiClient } from '../client/api-client.ts';
import { buildRequest } from '../client/build-request.ts';
import { FakeClock } from '../platform/fake-clock.ts';
import type { Journal, JournalEntry } from '../platform/journal.ts';
import type { KeptMode, ModeFile } from '../platform/mode-file.ts';
import { seededRandom } from '../platform/random.ts';
import { Timers } from '../platform/timers.ts';
import type { AnyEndpoint } from '../protocol/endpoint.ts';
import { createBulkStore } from '../stores/bulk.ts';
import { fakeReads, wire } from '../stores/desk-data.fixture.ts';
import { createNoticesStore } from '../stores/notices.ts';
import { createOrderRecordsStore } from '../stores/order-records.ts';
import { createSessionStore } from '../stores/session.ts';
import { createTradingStore } from '../stores/trading.ts';
import type { ActionContext } from './action-context.ts';
import { OrderLog } from './order-log.ts';

interface Happening {
  readonly what: 'journal' | 'request' | 'refresh';
  readonly entry?: JournalEntry;
  readonly id?: string;
  readonly input?: unknown;
  readonly names?: readonly string[];
}

type Answer = (id: string, input: unknown) => unknown;

export interface FakeOptions {
  readonly clock?: FakeClock;
  readonly journal?: Journal;
  readonly modeFile?: ModeFile;
  /** What an earlier run has left in the journal is not read yet. */
  readonly isUnread?: boolean;
  /** Every run has its own, so that no id comes twice. */
  readonly seed?: number;
}

/** A journal without a disk. It outlives its program, as a file does; `fails` says which appends find the disk full. */
export function memoryJournal(fails: (line: number) => boolean = () => false) {
  const texts: string[] = [];
  let count = 0;
  const entries = () => texts.map((text): JournalEntry => JSON.parse(text));
  const journal: Journal = {
    append(entry) {
      if (fails(++count)) throw new Error('disk full');
      texts.push(
        JSON.stringify(entry, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
      );
    },
    read: () => ({ entries: entries(), badLines: [] }),
    close: () => {},
  };
  return { ...journal, entries };
}

export function memoryModeFile(): ModeFile {
  let kept: KeptMode | null = null;
  return {
    read: () => kept,
    write: (next) => {
      kept = next;
    },
  };
}

const readNames = [
  'positions',
  'markets',
  'orders',
  'balances',
  'holdings',
  'wallets',
  'usage',
  'perpOrders',
  'fees',
] as const;
const baseUrl = 'https://api.example.com';
export const fakeAccountId = 'https://api.example.com:443 user u1';

/** What an action works with, and everything that it did, in order. `answer` gives the envelope's data, or throws. */
export function fakeContext(answer: Answer, options: FakeOptions = {}) {
  const { clock = new FakeClock(), journal = memoryJournal(), modeFile = memoryModeFile(), seed = 1 } = options;
  const happened: Happening[] = [];
  const reads = fakeReads();
  /** All reads come anew, as they were at the start. */
  const readAll = () => {
    for (const name of readNames) reads.answer(name, wire[name], clock.now());
  };
  readAll();
  reads.data.refresh = (...names) => void happened.push({ what: 'refresh', names });
  const client: ApiClient = {
    baseUrl,
    onAnswer: () => () => {},
    async call<E extends AnyEndpoint>(endpoint: E, input: unknown) {
      buildRequest(endpoint, input, new URL(baseUrl), {});
      happened.push({ what: 'request', id: endpoint.id, input });
      const data = endpoint.response.parse(await answer(endpoint.id, input)) as never;
      return { data, requestId: 'req-1', pagination: null, latencyMs: 5, receivedAtMs: clock.now() };
    },
  };
  const session = createSessionStore({ mode: 'paper', profile: 'try', baseUrl }, clock.now());
  session.setState({ accountId: fakeAccountId });
  const records = createOrderRecordsStore();
  records.setState({ isLoaded: !options.isUnread });
  const context: ActionContext = {
    client,
    clock,
    timers: new Timers(clock),
    random: seededRandom(seed),
    data: reads.data,
    notices: createNoticesStore(),
    session,
    records,
    trading: createTradingStore(),
    bulk: createBulkStore(),
    modeFile,
    caps: { maxOrderUsd: null, wordAboveUsd: '10000', oneClickUsd: null, maxSlippageBps: 1_000, collarPct: 2 },
    account: { mode: 'paper', profile: 'try' },
    keyOf: (id) => `<${id}>`,
    log: new OrderLog(
      {
        ...journal,
        append: (entry) => {
          journal.append(entry);
          happened.push({ what: 'journal', entry });
        },
      },
      records,
      clock,
    ),
  };
  return {
    context,
    clock,
    reads,
    readAll,
    happened,
    order: () => happened.map(({ what }) => what),
    requests: () => happened.filter(({ what }) => what === 'request'),
    journal: () => happened.flatMap(({ entry }) => (entry ? [entry] : [])),
    notices: () => context.notices.getState().notices.map(({ tone, text }) => `${tone}: ${text}`),
    /** This desk ends, and another begins on what it leaves behind. */
    restart: (nextAnswer: Answer = answer) => {
      context.timers.stop();
      return fakeContext(nextAnswer, { clock, journal, modeFile, seed: seed + 1, isUnread: true });
    },
  };
}

export type FakeContext = ReturnType<typeof fakeContext>;
