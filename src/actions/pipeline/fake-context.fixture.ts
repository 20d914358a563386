import type { ApiClient } from '../../client/http/api-client.ts';
import { buildRequest } from '../../client/http/build-request.ts';
import { noOwnerLimits } from '../../domain/market/owner-groups.ts';
import { noRiskLimits } from '../../domain/market/risk-limits.ts';
import type { ModeFile, SavedMode } from '../../platform/files/mode-file.ts';
import type { Journal, JournalEntry } from '../../platform/journal/journal.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { Timers } from '../../platform/time/timers.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { wire } from '../../stores/desk-data.fixture.ts';
import { fakeStores } from '../../stores/stores.fixture.ts';
import { PlanBook } from '../plans/plan-book.ts';
import type { ActionContext } from './action-context.ts';
import { OperationLog } from './operation-log.ts';

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
  /** The journal of earlier runs has not been read yet. */
  readonly isUnread?: boolean;
  /** Each run has its own seed, so that no id repeats. */
  readonly seed?: number;
}

/**
 * A journal in memory. It outlives its program, as a file does; `fails` selects the appends that find the disk full.
 */
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
    read: () => ({ entries: entries(), badLines: 0 }),
    close: () => {},
  };
  return { ...journal, entries };
}

export function memoryModeFile(): ModeFile {
  let kept: SavedMode | null = null;
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

/** An action context that records every call in order. `answer` returns the envelope's data, or throws. */
export function fakeContext(answer: Answer, options: FakeOptions = {}) {
  const { clock = new FakeClock(), journal = memoryJournal(), modeFile = memoryModeFile(), seed = 1 } = options;
  const happened: Happening[] = [];
  const session = { mode: 'paper', profile: 'try', baseUrl, accountId: fakeAccountId } as const;
  const { stores, ...reads } = fakeStores(() => clock.now(), { session });
  stores.records.setState({ isLoaded: !options.isUnread });
  /** All reads return the initial data with a new timestamp. */
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
  const context: ActionContext = {
    ...stores,
    book: new PlanBook(stores.plans, clock),
    client,
    clock,
    timers: new Timers(clock),
    random: seededRandom(seed),
    modeFile,
    caps: {
      maxOrderUsd: null,
      wordAboveUsd: '10000',
      closeWordAbovePct: null,
      oneClickUsd: null,
      maxSlippageBps: 1_000,
      collarPct: 2,
      owners: noOwnerLimits,
      risk: noRiskLimits,
    },
    own: null,
    account: { mode: 'paper', profile: 'try' },
    keyOf: (id) => `<${id}>`,
    log: new OperationLog(
      {
        ...journal,
        append: (entry) => {
          journal.append(entry);
          happened.push({ what: 'journal', entry });
        },
      },
      stores.records,
      clock,
    ),
  };
  return {
    context,
    stores,
    clock,
    reads,
    readAll,
    happened,
    order: () => happened.map(({ what }) => what),
    requests: () => happened.filter(({ what }) => what === 'request'),
    journal: () => happened.flatMap(({ entry }) => (entry ? [entry] : [])),
    notices: () => context.notices.getState().notices.map(({ tone, text }) => `${tone}: ${text}`),
    /** Ends this desk and starts another one on the state it leaves behind. */
    restart: (nextAnswer: Answer = answer) => {
      context.timers.stop();
      return fakeContext(nextAnswer, { clock, journal, modeFile, seed: seed + 1, isUnread: true });
    },
  };
}

export type FakeContext = ReturnType<typeof fakeContext>;
