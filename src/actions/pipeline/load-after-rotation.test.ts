import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { createJournal, type JournalEntry } from '../../platform/journal/journal.ts';
import { archivesOf } from '../../platform/journal/journal-files.ts';
import { type RotationStep, rotateJournal } from '../../platform/journal/rotate-journal.ts';
import { testFolders } from '../../platform/test-folders.fixture.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { CarriedRequests, shownRequests } from '../../stores/orders/carried-requests.ts';
import { FoldedLines, isUnfinished, neededRecords } from '../../stores/orders/fold-lines.ts';
import {
  createOperationRecordsStore,
  journalLine,
  type OperationRecord,
} from '../../stores/orders/operation-records.ts';
import { OperationLog } from './operation-log.ts';

const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const newFolder = testFolders('load-rotated');
const accounts = ['paper', 'live'] as const;

const sent = { event: 'sent', mode: 'paper', profile: 'p', operation: 'o', summary: 's' };
const task = { event: 'task', status: 's' };
const interrupted = { event: 'unknown', code: 'INTERRUPTED' };
/** Of a plan, one child after another. */
const ofPlan = { ...sent, plan: { id: 'p', key: 'k', attempt: 1 } };
const resolved = { event: 'resolved', verdict: 'done', by: 'evidence', why: 'w' };

/** What programs write about a request, in steps; each life may stop after any of them. */
const lives: readonly (readonly (readonly object[])[])[] = [
  [[sent], [{ event: 'accepted' }], [{ event: 'fills', state: 'filled', verb: 'Closed', unit: 'BTC' }]],
  [[sent], [{ event: 'rejected' }]],
  [[ofPlan], [{ event: 'accepted' }]],
  [[sent], [{ event: 'accepted', taskId: 't' }], [{ ...task, isOver: false }], [{ ...task, isOver: true }]],
  [[sent], [{ event: 'unknown' }], [{ event: 'looked', verdict: 'unclear', why: 'w' }], [resolved]],
  [[sent], [interrupted], [{ event: 'accepted' }]],
  // The answer came while another desk started.
  [[sent], [{ event: 'accepted' }, interrupted], [resolved]],
  [[sent], [{ event: 'unknown' }], [{ event: 'resent' }], [{ event: 'accepted' }]],
];

const fold = (entries: readonly JournalEntry[]): OperationRecord[] => {
  const folded = new FoldedLines();
  for (const entry of entries) {
    const line = journalLine.safeParse(entry).data;
    if (line) folded.add(line);
  }
  return folded.records();
};

const visible = (entries: readonly JournalEntry[], account: string, shown: number): readonly OperationRecord[] =>
  neededRecords(
    fold(entries).filter(({ accountId }) => accountId === account),
    shown,
  );

const step = fc.record({ kind: fc.constant('step' as const), writer: fc.nat(1), request: fc.nat(11) });
const anything = fc.oneof(
  { weight: 12, arbitrary: step },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tear' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rotate' as const),
      at: fc.constantFrom<RotationStep>('locked', 'drafted', 'linked', 'replaced', 'durable'),
      meanwhile: fc.array(step, { maxLength: 3 }),
      /** The desk ends after so many lines; 99: it does not. */
      stopsAfter: fc.constantFrom(0, 1, 5, 99, 99, 99, 99),
    }),
  },
);

test('whatever happened to the journal, a start finds what the lines of all times say', () => {
  const shown = 2;
  let rotations = 0;
  const seenOpen = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(fc.nat(lives.length - 1), { minLength: 12, maxLength: 12 }),
      fc.array(anything, { minLength: 20, maxLength: 80, size: 'max' }),
      (lifeOf, happenings) => {
        const file = join(newFolder(), 'journal.jsonl');
        const journals = [createJournal(file), createJournal(file)];
        const written: JournalEntry[] = [];
        const done = lifeOf.map(() => 0);
        const advance = ({ writer, request }: { writer: number; request: number }): void => {
          for (const line of lives[lifeOf[request]!]![done[request]!++] ?? []) {
            const at = new Date(nowMs + written.length).toISOString();
            const entry = { ...line, id: `r${request}`, accountId: accounts[request % 2], at };
            journals[writer]!.append(entry);
            written.push(entry);
          }
        };
        for (const happening of happenings)
          if (happening.kind === 'step') advance(happening);
          else if (happening.kind === 'tear') appendFileSync(file, '{"event":"sent","id":"torn');
          else {
            // As a long time without what matters would: otherwise what is carried is half of it.
            appendFileSync(file, `\n${JSON.stringify({ event: 'note', text: 'x'.repeat(10_000) })}\n`);
            const onStep = (now: RotationStep) => void (now === happening.at && happening.meanwhile.forEach(advance));
            const options = { nowMs, maxBytes: 0, carried: new CarriedRequests(shown), onStep };
            const archives = archivesOf(file).length;
            let lines = 0;
            for (const _share of rotateJournal(file, options)) if (lines++ >= happening.stopsAfter) break;
            rotations += archivesOf(file).length - archives;
          }
        const { entries } = journals[0]!.read();
        for (const account of accounts) {
          const expected = visible(written, account, shown);
          expect(visible(entries, account, shown)).toEqual(expected);
          for (const record of expected) if (isUnfinished(record)) seenOpen.add(record.state);
        }
        expect(readdirSync(dirname(file)).filter((name) => !/^journal(-\S+Z)?\.jsonl$/.test(name))).toEqual([]);
        for (const journal of journals) journal.close();
      },
    ),
    { numRuns: cases(60, 2_000) },
  );
  expect(rotations).toBeGreaterThan(cases(60, 2_000));
  expect(seenOpen).toEqual(new Set(['sent', 'unknown', 'accepted']));
});

describe('a long history', () => {
  const requests = cases(5_000, 1_000_000);
  const file = join(newFolder(), 'journal.jsonl');
  const line = (fields: object) => `${JSON.stringify({ ...fields, at: new Date(nowMs).toISOString() })}\n`;
  const begun = (number: number) => line({ ...sent, id: `r${number}`, accountId: accounts[number % 2] });
  const ended = (number: number) => line({ event: 'accepted', id: `r${number}` });
  const open = 7;

  test('is rotated once, and a start reads the last requests and what is still open, of every account', () => {
    let text = '';
    for (let number = 0; number < requests; number++) {
      text += `${begun(number)}${number === open ? '' : ended(number)}`;
      if (text.length < 1_000_000) continue;
      appendFileSync(file, text);
      text = '';
    }
    appendFileSync(file, text);
    const [before] = [statSync(file).size];
    for (const _share of rotateJournal(file, { nowMs, maxBytes: 100_000, carried: new CarriedRequests() }));
    const [archive = ''] = archivesOf(file);
    expect(statSync(archive).size).toBe(before);
    // All that a start reads, however long the history is.
    expect(statSync(file).size).toBeLessThan(
      (2 * shownRequests + 2) * (begun(requests).length + ended(requests).length),
    );

    const journal = createJournal(file);
    for (const [index, account] of accounts.entries()) {
      const store = createOperationRecordsStore();
      expect(new OperationLog(journal, store, new FakeClock()).load(account)).toBe(0);
      const last = Array.from(
        { length: shownRequests },
        (_, place) => `r${requests - 2 * (shownRequests - place) + index}`,
      );
      expect(store.getState().records.map(({ id }) => id)).toEqual(index === open % 2 ? [`r${open}`, ...last] : last);
    }
    journal.close();
  });
});
