import type { ApiClient } from '../client/api-client.ts';
import { FakeClock } from '../platform/fake-clock.ts';
import type { Journal, JournalEntry } from '../platform/journal.ts';
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

/** What an action works with, and everything that it did, in order. `answer` gives the envelope's data, or throws. */
export function fakeContext(answer: (id: string, input: unknown) => unknown, journalFailsAt = 0) {
  const happened: Happening[] = [];
  const clock = new FakeClock();
  const reads = fakeReads();
  for (const name of ['positions', 'markets', 'orders', 'balances', 'holdings', 'wallets', 'usage'] as const)
    reads.answer(name, wire[name], clock.now());
  reads.data.refresh = (...names) => void happened.push({ what: 'refresh', names });
  let lines = 0;
  const client: ApiClient = {
    baseUrl: 'https://api.example.com',
    onAnswer: () => () => {},
    async call<E extends AnyEndpoint>(endpoint: E, input: unknown) {
      happened.push({ what: 'request', id: endpoint.id, input });
      const wire = await answer(endpoint.id, input);
      const data = endpoint.response.parse(wire) as never;
      return { data, requestId: 'req-1', pagination: null, latencyMs: 5, receivedAtMs: clock.now() };
    },
  };
  const journal: Journal = {
    append: (entry) => {
      if (++lines === journalFailsAt) throw new Error('disk full');
      happened.push({ what: 'journal', entry });
    },
    read: () => ({ entries: [], badLines: [] }),
    close: () => {},
  };
  const records = createOrderRecordsStore();
  records.setState({ isLoaded: true });
  const context: ActionContext = {
    client,
    clock,
    timers: new Timers(clock),
    random: seededRandom(1),
    data: reads.data,
    notices: createNoticesStore(),
    session: createSessionStore({ mode: 'paper', profile: 'try', baseUrl: 'https://api.example.com' }, clock.now()),
    records,
    trading: createTradingStore(),
    bulk: createBulkStore(),
    modeFile: { read: () => null, write: () => {} },
    caps: { maxOrderUsd: null, maxSlippageBps: 1_000, collarPct: 2 },
    account: { mode: 'paper', profile: 'try' },
    log: new OrderLog(journal, records, clock),
  };
  return {
    context,
    clock,
    happened,
    order: () => happened.map(({ what }) => what),
    requests: () => happened.filter(({ what }) => what === 'request'),
    journal: () => happened.flatMap(({ entry }) => (entry ? [entry] : [])),
    notices: () => context.notices.getState().notices.map(({ tone, text }) => `${tone}: ${text}`),
  };
}
