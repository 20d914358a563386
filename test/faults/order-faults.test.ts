import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ActionContext } from '../../src/actions/pipeline/action-context.ts';
import { fakeContext } from '../../src/actions/pipeline/fake-context.fixture.ts';
import type { Outcome } from '../../src/actions/pipeline/outcome.ts';
import { createApiClient } from '../../src/client/http/api-client.ts';
import { createJournal, type Journal } from '../../src/platform/journal/journal.ts';
import { FakeClock } from '../../src/platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { getMe } from '../../src/protocol/endpoints/account.ts';
import { isSoak, seed } from '../run/cases.ts';
import { type FaultScript, startFaultServer } from './order-fault-server.ts';
import { bodyAnswer, type OrderFault, orderFaults } from './order-faults.ts';
import { type MutatingOperation, mutatingOperations } from './order-operations.ts';

const timeoutMs = 15_000;

let folder: string;
let file: string;
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'order-faults-'));
  file = join(folder, 'journal.jsonl');
  journal = createJournal(file);
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

type Line = Readonly<Record<string, unknown>>;

/** The lines of one request, in order: those of its operation, which no other test shares the journal with. */
function journalLines(operation: string): Line[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').filter(Boolean);
  const entries = lines.map((line): Line => JSON.parse(line));
  const ids = entries.filter((entry) => entry['operation'] === operation).map(({ id }) => id);
  return entries.filter(({ id }) => ids.includes(id));
}

/** The desk's own pipeline and client on a journal of the disk; what only it reads is made up. */
function openDesk(baseUrl: string, clock: FakeClock, seed: number) {
  const { context, notices } = fakeContext(() => {}, { clock, journal, seed });
  const client = createApiClient({ baseUrl, apiKey: 'sk_k_s', clock, random: seededRandom(seed), timeoutMs });
  return { context: { ...context, client } satisfies ActionContext, notices };
}

let deskCount = 0;

type Meeting = Pick<OrderFault, 'hangs' | 'isReused'> & { readonly isRefused?: boolean };

/** One operation meets one server. Gives everything that it left behind. */
async function meet(operation: MutatingOperation, script: FaultScript, { hangs, isReused, isRefused }: Meeting = {}) {
  const clock = new FakeClock();
  const linesAtArrival: unknown[] = [];
  const server = await startFaultServer({
    script,
    onArrival: () => linesAtArrival.push(...journalLines(operation.id)),
  });
  if (isRefused) await server.close();
  const { context, notices } = openDesk(server.baseUrl, clock, ++deskCount);
  try {
    if (isReused) await context.client.call(getMe, {}).catch(() => {});
    const sending = operation.send(context);
    if (hangs) {
      await server.arrived(1);
      await clock.advance(timeoutMs);
    }
    const outcome = await sending;
    // What would be sent again is given the time to arrive.
    for (let index = 0; index < 3; index++) await turn();
    const { requests, begun } = server;
    return { outcome, requests, begun, linesAtArrival, lines: journalLines(operation.id), notices: notices() };
  } finally {
    context.timers.stop();
    if (!isRefused) await server.close();
  }
}

type Met = Awaited<ReturnType<typeof meet>>;
type Expected = Pick<OrderFault, 'kinds' | 'code' | 'arrivals'>;

const words: Readonly<Record<Outcome['kind'], string>> = {
  accepted: 'ok: ',
  rejected: 'error: … rejected, ',
  unknown: 'warn: … outcome unknown, ',
  'not-sent': 'error: … not sent, ',
};

/** What is wrong with how it ended; empty when nothing is. */
function problemsOf(operation: MutatingOperation, expected: Expected, met: Met): string[] {
  const { outcome, requests, begun } = met;
  const { arrivals } = expected;
  const said = outcome.kind === 'accepted' ? '' : `${outcome.code} ${outcome.message}`;
  const problems = [
    !expected.kinds.includes(outcome.kind) && `ended ${outcome.kind} (${said})`,
    outcome.kind !== 'accepted' && !expected.code.test(outcome.code) && `has the code ${outcome.code}`,
    requests.length > 1 && `was sent ${requests.length} times: ${requests.map(({ line }) => line).join('; ')}`,
    begun > 1 && `was begun ${begun} times`,
    arrivals !== null && requests.length !== arrivals && `came ${requests.length} times instead of ${arrivals}`,
    outcome.kind === 'accepted' && requests.length !== 1 && `is accepted, and came ${requests.length} times`,
    outcome.kind === 'not-sent' && begun > 0 && 'is “not sent”, and bytes of it came',
    ...(operation.summary === null ? [] : journalProblems(operation.summary, met)),
  ];
  return problems.filter((problem) => problem !== false).map((problem) => `${operation.id} ${problem}`);
}

/** The intent stands on the disk when the request comes, then the ending; the notice says the same. */
function journalProblems(
  summary: string,
  { outcome, lines, linesAtArrival, requests, notices }: Met,
): (string | false)[] {
  const [sent, ending] = lines;
  const events = lines.map(({ event }) => event).join(' ');
  const notice = notices.at(-1) ?? '';
  return [
    events !== `sent ${outcome.kind}` && `left the lines “${events}”`,
    (sent?.['id'] === undefined || sent['id'] !== ending?.['id']) && 'has two ids in the journal',
    sent?.['summary'] !== summary && `is called ${sent?.['summary']} in the journal`,
    requests.length === 1 &&
      JSON.stringify(linesAtArrival) !== JSON.stringify([sent]) &&
      'came before its line was there',
    (outcome.kind === 'unknown') !== notice.startsWith(`warn: ${summary}: outcome unknown, `) &&
      `is noticed as “${notice}”`,
    !notice.startsWith(words[outcome.kind].replace('…', `${summary}:`)) && `is noticed as “${notice}”`,
  ];
}

test('the tables name every operation that changes something', () => {
  expect(mutatingOperations.length).toBeGreaterThanOrEqual(20);
  expect(mutatingOperations.filter(({ summary }) => summary !== null).length).toBeGreaterThanOrEqual(7);
});

/** Every operation in the long form. In the short form a fault has every fifth: each has its turn, other ones with each run. */
const meeting = (faultIndex: number): readonly MutatingOperation[] =>
  isSoak ? mutatingOperations : mutatingOperations.filter((_, index) => (index + faultIndex + seed) % 5 === 0);

describe('every operation that changes something is sent once, whatever answers', () => {
  test.each(orderFaults.map((fault, index) => [fault.name, fault, index] as const))(
    '%s',
    async (name, fault, index) => {
      const problems: string[] = [];
      const isRefused = name === 'connection refused';
      const work = meeting(index).map(async (operation) => {
        const met = await meet(operation, fault.script(operation.good), { ...fault, isRefused });
        const isOwn501 = operation.isRefusedBy501 === true && name === 'HTTP 501 with an envelope';
        problems.push(...problemsOf(operation, isOwn501 ? { ...fault, kinds: ['rejected'] } : fault, met));
        // A connection may fail; what nobody knows the outcome of has not.
        const said = met.outcome.kind === 'unknown' ? met.outcome.message.replace('the connection failed', '') : '';
        if (/\bfail/i.test(said)) problems.push(`${operation.id} says “${said}”`);
      });
      await Promise.all(work);
      expect(problems).toEqual([]);
    },
  );
});

describe('HTTP 200 is no success by itself', () => {
  const refusals = mutatingOperations.flatMap((operation) =>
    operation.bodyRefusals.map(
      ({ data, kind }) => [operation.id, JSON.stringify(data), kind, operation, data] as const,
    ),
  );
  test.each(refusals)('%s answered with %s is %s', async (_id, _text, kind, operation, data) => {
    const met = await meet(operation, bodyAnswer(data));
    expect(problemsOf(operation, { kinds: [kind], code: /^[A-Z_]+$/, arrivals: 1 }, met)).toEqual([]);
  });
});
