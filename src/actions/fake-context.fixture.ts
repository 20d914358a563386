import type { ApiClient } from '../client/api-client.ts';
import { FakeClock } from '../platform/fake-clock.ts';
import type { JournalEntry } from '../platform/journal.ts';
import { seededRandom } from '../platform/random.ts';
import type { AnyEndpoint } from '../protocol/endpoint.ts';
import { fakeReads } from '../stores/desk-data.fixture.ts';
import { createNoticesStore } from '../stores/notices.ts';
import { createSessionStore } from '../stores/session.ts';
import type { ActionContext } from './action-context.ts';

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
  const context: ActionContext = {
    client,
    clock,
    random: seededRandom(1),
    data: reads.data,
    notices: createNoticesStore(),
    session: createSessionStore({ mode: 'paper', profile: 'try', baseUrl: 'https://api.example.com' }, clock.now()),
    journal: {
      append: (entry) => {
        if (++lines === journalFailsAt) throw new Error('disk full');
        happened.push({ what: 'journal', entry });
      },
      read: () => ({ entries: [], badLines: [] }),
      close: () => {},
    },
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
