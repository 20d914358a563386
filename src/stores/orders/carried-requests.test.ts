import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CarriedRequests } from './carried-requests.ts';
import { FoldedLines, isUnfinished, neededRecords } from './fold-lines.ts';
import { type JournalLine, journalLine, type OperationRecord } from './operation-records.ts';

const shown = 2;
const accounts = ['paper', 'live'] as const;

const fields = fc.oneof(
  fc.record({
    event: fc.constant('sent'),
    mode: fc.constant('paper'),
    profile: fc.constant('p'),
    accountId: fc.constantFrom(...accounts),
    operation: fc.constant('o'),
    summary: fc.constant('s'),
    plan: fc.option(fc.record({ id: fc.constant('p'), key: fc.constant('k'), attempt: fc.nat(9) })),
  }),
  fc.record({
    event: fc.constantFrom('accepted', 'rejected', 'unknown', 'not-sent'),
    taskId: fc.constantFrom('task_1', '', null),
  }),
  fc.record({ event: fc.constant('resent') }),
  fc.record({ event: fc.constant('looked'), verdict: fc.constant('unclear'), why: fc.constant('w') }),
  fc.record({
    event: fc.constant('resolved'),
    verdict: fc.constant('done'),
    by: fc.constant('person'),
    why: fc.constant('w'),
  }),
  fc.record({ event: fc.constant('task'), status: fc.constant('s'), isOver: fc.boolean() }),
  fc.record({
    event: fc.constant('fills'),
    state: fc.constant('filled'),
    verb: fc.constant('Closed'),
    unit: fc.constant('BTC'),
  }),
);

type Entry = { readonly event: string; readonly id: string; readonly at: string };

/** Lines of some requests in any order, also in orders that no program writes; each its own time. */
const anyEntries = fc
  .array(fc.tuple(fields, fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')), { maxLength: 40 })
  .map((parts) =>
    parts.map(
      ([line, id], index): Entry => ({ ...line, id, at: new Date(Date.UTC(2026, 0, 1) + index).toISOString() }),
    ),
  );

const beganOnce = (entries: readonly Entry[]): Entry[] =>
  entries.filter(
    ({ event, id }, index) =>
      event !== 'sent' || entries.findIndex((other) => other.event === 'sent' && other.id === id) === index,
  );

const fold = (entries: readonly unknown[]): OperationRecord[] => {
  const folded = new FoldedLines();
  for (const entry of entries) folded.add(journalLine.parse(entry) as JournalLine);
  return folded.records();
};

/** What a desk of the account loads. */
const visible = (records: readonly OperationRecord[], account: string): readonly OperationRecord[] =>
  neededRecords(
    records.filter(({ accountId }) => accountId === account),
    shown,
  );

const at = new Date(0).toISOString();
const sent = (id: string) => ({
  event: 'sent',
  id,
  at,
  mode: 'm',
  profile: 'p',
  accountId: 'a',
  operation: 'o',
  summary: '',
});

function carry(entries: readonly Entry[], most = shown): Entry[] {
  const carried = new CarriedRequests(most);
  entries.forEach((entry, index) => {
    carried.add(entry, index);
  });
  const { ids, from } = carried.result();
  return entries.filter(({ id }, index) => index >= from && ids.has(id));
}

test('a desk loads the same from the carried lines as from all', () => {
  fc.assert(
    fc.property(anyEntries.map(beganOnce), (entries) => {
      for (const account of accounts)
        expect(visible(fold(carry(entries)), account)).toEqual(visible(fold(entries), account));
    }),
    { numRuns: 2_000 },
  );
});

test('also after it was carried over several times', () => {
  fc.assert(
    fc.property(anyEntries.map(beganOnce), fc.array(fc.nat(40), { maxLength: 3 }), (entries, cuts) => {
      let journal: Entry[] = [];
      const all: Entry[] = [];
      for (const [index, entry] of entries.entries()) {
        if (cuts.includes(index)) journal = carry(journal);
        // The first line of a request that had ended long before is no longer there.
        const isForgotten = all.some(({ id }) => id === entry.id) && !journal.some(({ id }) => id === entry.id);
        if (isForgotten) continue;
        journal.push(entry);
        all.push(entry);
      }
      for (const account of accounts) expect(visible(fold(journal), account)).toEqual(visible(fold(all), account));
    }),
    { numRuns: 2_000 },
  );
});

test('whatever is repeated, no unfinished request is forgotten', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      const open = (records: readonly OperationRecord[]) => records.filter(isUnfinished).map(({ id }) => id);
      expect(open(fold(carry(entries)))).toEqual(expect.arrayContaining(open(fold(entries))));
    }),
    { numRuns: 2_000 },
  );
});

/** What can follow in the life of a request. */
const lifeLines = [
  { event: 'accepted' },
  { event: 'accepted', taskId: 'task_1' },
  { event: 'rejected' },
  { event: 'not-sent' },
  { event: 'unknown' },
  { event: 'resent' },
  { event: 'looked', verdict: 'unclear', why: '' },
  { event: 'resolved', verdict: 'done', by: 'person', why: '' },
  { event: 'task', status: 's', isOver: false },
  { event: 'task', status: 's', isOver: true },
  { event: 'fills', state: 'filled', verb: 'Closed', unit: 'BTC' },
];

test('after any three lines, an unfinished request is carried with all of them', () => {
  let unfinished = 0;
  for (const one of lifeLines)
    for (const two of lifeLines)
      for (const three of lifeLines) {
        const entries = [sent('a'), ...[one, two, three].map((line) => ({ ...line, id: 'a', at }))];
        if (!fold(entries).some(isUnfinished)) continue;
        unfinished++;
        expect(carry(entries, 0)).toEqual(entries);
      }
  expect(unfinished).toBeGreaterThan(200);
});

describe('of many requests', () => {
  test('only the last ones and the unfinished ones are kept, and where the first of them begins', () => {
    const carried = new CarriedRequests(10);
    for (let number = 0; number < 1_000; number++) {
      carried.add(sent(`${number}`), number * 100);
      if (number !== 300) carried.add({ event: 'accepted', id: `${number}`, at }, number * 100 + 50);
    }
    const { ids, from } = carried.result();
    expect([...ids]).toEqual(['300', ...Array.from({ length: 10 }, (_, index) => `${990 + index}`)]);
    expect(from).toBe(30_000);
  });

  test('one that ends later is forgotten then', () => {
    const carried = new CarriedRequests(1);
    carried.add(sent('old'), 0);
    carried.add(sent('new'), 1);
    expect(carried.result()).toEqual({ ids: new Set(['old', 'new']), from: 0 });
    carried.add({ event: 'rejected', id: 'old', at }, 2);
    expect(carried.result()).toEqual({ ids: new Set(['new']), from: 1 });
  });

  test('of an account that has not been used for long, only the unfinished ones are kept', () => {
    const carried = new CarriedRequests();
    const begin = (id: string, accountId: string) => carried.add({ ...sent(id), accountId }, 0);
    const end = (id: string) => carried.add({ event: 'accepted', id, at }, 0);
    for (const account of ['first', 'second', 'third']) {
      begin(`${account} open`, account);
      begin(`${account} ended`, account);
      end(`${account} ended`);
    }
    for (let number = 0; number < 6; number++) {
      begin(`${number}`, `run ${number}`);
      end(`${number}`);
      if (number === 0) begin('again', 'first');
    }
    const runs = ['0', '1', '2', '3', '4', '5'];
    const others = ['first open', 'first ended', 'second open', 'third open', 'third ended', 'again'];
    expect(carried.result().ids).toEqual(new Set([...others, ...runs]));
    end('second open');
    expect(carried.result().ids).toEqual(new Set([...others.filter((id) => id !== 'second open'), ...runs]));
  });

  test('the last one of each plan is kept until its plan has sent another', () => {
    const carried = new CarriedRequests(1);
    const begin = (id: string, accountId: string, planId?: string) => {
      const plan = planId === undefined ? null : { id: planId, key: 'slice 1', attempt: 1 };
      carried.add({ ...sent(id), accountId, plan }, 0);
      carried.add({ event: 'accepted', id, at }, 0);
    };
    begin('earlier', 'a', 'twap');
    begin('of a twap', 'a', 'twap');
    begin('of a scale', 'a', 'scale');
    const others = Array.from({ length: 8 }, (_, number) => `${number}`);
    for (const id of others) begin(id, `run ${id}`);
    expect(carried.result().ids).toEqual(new Set(['of a twap', 'of a scale', ...others]));
    begin('next', 'a', 'twap');
    expect(carried.result().ids).toEqual(new Set(['of a scale', ...others.slice(1), 'next']));
  });

  test('unreadable lines are counted', () => {
    const carried = new CarriedRequests();
    for (const entry of [null, { event: 'danced', id: 'a', at }, sent('a'), 7]) carried.add(entry, 0);
    expect([carried.badLines, carried.result().ids]).toEqual([3, new Set(['a'])]);
  });
});
