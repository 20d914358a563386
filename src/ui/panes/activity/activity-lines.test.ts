import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { hostileTexts, isCellSafe } from '../../../stores/desk-data.fixture.ts';
import { operationRecord, taskState, unknownRecord } from '../../../stores/orders/operation-records.fixture.ts';
import type { OperationRecord } from '../../../stores/orders/operation-records.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { lineWidth } from '../../text/span.ts';
import { paneLines } from '../pane-lines.ts';

/** The activity pane with these orders, oldest first. */
function opened(records: readonly OperationRecord[] = []): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  fake.desk.records.setState({ records, isLoaded: true });
  fake.desk.ui.setState({ focus: 'activity' });
  return fake;
}

const drawn = ({ desk }: FakeDesk, width = 120, height = 38): string[] =>
  texts(paneLines(desk, 'activity', { x: 0, y: 1, width, height }));
const shown = (fake: FakeDesk, width?: number, height?: number): string => drawn(fake, width, height).join('\n');
/** Index of the first line with this text; fails when there is none. */
const at = (lines: readonly string[], text: string): number => {
  const index = lines.findIndex((line) => line.includes(text));
  expect(index, `${text} in\n${lines.join('\n')}`).toBeGreaterThanOrEqual(0);
  return index;
};

const doubt = unknownRecord({
  id: 'doubt',
  sentAtMs: readAtMs - 57_000,
  endedAtMs: readAtMs - 42_000,
  looks: [
    { atMs: readAtMs - 40_000, verdict: 'unclear', why: 'BTC is still 0.15' },
    { atMs: readAtMs - 37_000, verdict: 'unclear', why: 'BTC is still 0.15' },
  ],
});
const onTheWay = operationRecord({
  id: 'sent',
  state: 'sent',
  summary: 'close 25 % of ETH short',
  sentAtMs: readAtMs - 1_200,
  endedAtMs: null,
  tookMs: null,
  requestId: null,
});
const working = operationRecord({
  id: 'task',
  summary: 'swap 10 USDC for JUP',
  taskId: 'task_1',
  task: taskState(),
  sentAtMs: readAtMs - 12_500,
  endedAtMs: readAtMs - 12_000,
});

describe('an unknown transfer', () => {
  const transfer = { ...doubt, operation: 'transfers.send', input: { body: { correlationId: 'c1' } } };

  test('says how long it may be sent again, and asks in full', () => {
    const fake = opened([transfer]);
    expect(shown(fake)).toContain('or       S send again with the same correlationId, for 3 m more');
    const view = { kind: 'question', id: 'doubt', verdict: 'resend', shownAtMs: readAtMs, held: null } as const;
    fake.desk.ui.setState({ overlay: view });
    expect(shown(fake)).toContain('again? It has the same correlationId');
    expect(shown(fake)).toContain('y yes, send it once more');
  });

  test('no longer offers it after four and a half minutes', () => {
    const fake = opened([{ ...transfer, sentAtMs: readAtMs - 270_000 }]);
    expect(shown(fake)).not.toContain('send again');
  });
});

describe('an unknown outcome', () => {
  test('stands first, with what was asked, answered, looked for, when it looks again and what can be said', () => {
    const fake = opened([doubt, operationRecord({ id: 'newer', sentAtMs: readAtMs })]);
    fake.desk.records.setState({ nextLooks: { doubt: readAtMs + 2_100 } });
    const lines = drawn(fake);
    const top = at(lines, '▸ ! UNKNOWN  close 50 % of BTC long');
    expect(lines[top]).toContain('sent 14:02:25  unknown for 42 s');
    expect(lines[at(lines, 'response ')]).toContain('TIMEOUT: no answer in 15 s');
    expect(lines[at(lines, 'checked ')]).toContain('14:02:45 (2 times) BTC is still 0.15');
    expect(lines[at(lines, 'blocks ')]).toContain('other orders of this wallet, instrument and side');
    expect(lines[at(lines, 'next ')]).toContain('reconciles again in 3 s');
    expect(lines[at(lines, 'decide ')]).toContain('y it was done   n it was not done   a reconcile');
    expect(at(lines, 'TIME ')).toBeGreaterThan(top);
    expect(lines[0]).toContain('1 unknown');
  });

  test('says of what was found once that it has to be found again', () => {
    const fake = opened([
      { ...doubt, looks: [{ atMs: readAtMs - 2_000, verdict: 'done', why: 'BTC went from 1 to 0' }] },
    ]);
    expect(shown(fake)).toContain('BTC went from 1 to 0: needs the same finding once more');
  });

  test('says that a person decides when the desk looks no more, and that it looks when the time has come', () => {
    const fake = opened([doubt]);
    expect(shown(fake)).toContain('you decide: reconciliation found no proof and has stopped');
    fake.desk.records.setState({ nextLooks: { doubt: readAtMs - 1 } });
    expect(shown(fake)).toContain('reconciling …');
  });

  test('is there whole at 60×16, and where another row is selected as one line', () => {
    const others = Array.from({ length: 30 }, (_, index) => operationRecord({ id: `order ${index}` }));
    const fake = opened([...others, { ...doubt, message: 'long '.repeat(100) }]);
    expect(shown(fake, 60, 14)).toContain('… ⏎ shows all');
    expect(shown(fake, 60, 14)).toContain('y it was done   n it was not done');
    fake.desk.ui.setState({ overlay: { kind: 'question', id: 'doubt', verdict: 'done', shownAtMs: 0, held: null } });
    expect(shown(fake, 60, 14)).toContain('y yes, it was done   n no, leave it open');
    fake.desk.ui.setState({ overlay: null });
    fake.desk.ui.setState({ selected: { activity: 'order 3' } });
    expect(shown(fake, 60, 14)).toContain('! UNKNOWN  close 50 % of BTC long');
    expect(shown(fake, 60, 14)).not.toContain('it was done');
    expect(shown(fake, 60, 14)).toMatch(/▸ 14:00:00/);
  });

  test('of several the selected one is shown whole, whichever it is', () => {
    const doubts = Array.from({ length: 40 }, (_, index) => ({
      ...doubt,
      id: `d${index}`,
      summary: `order ${index} `,
    }));
    const fake = opened(doubts);
    for (let index = 0; index < 40; index++) {
      fake.desk.ui.setState({ selected: { activity: `d${index}` } });
      for (const height of [14, 22, 38]) {
        const lines = drawn(fake, 80, height);
        expect(lines[at(lines, '▸ ! UNKNOWN')]).toContain(`order ${index} `);
        expect(lines.filter((line) => line.includes('y it was done')).length).toBe(1);
      }
    }
  });

  test('asks once more in its own place', () => {
    const fake = opened([doubt]);
    const question = { kind: 'question', id: 'doubt', shownAtMs: readAtMs, held: null } as const;
    fake.desk.ui.setState({ overlay: { ...question, verdict: 'not-done' } });
    expect(shown(fake)).toContain('Mark “close 50 % of BTC long” as NOT done? This unblocks other orders.');
    expect(shown(fake)).toContain('asks for a typed word');
    expect(shown(fake)).toContain('y yes, it was not done   n no, leave it open');
    fake.desk.ui.setState({ overlay: { ...question, verdict: 'done' } });
    expect(shown(fake)).toContain('Mark “close 50 % of BTC long” as DONE?');
  });
});

describe('what is under way', () => {
  test('says for how long, and what the task is doing', () => {
    const lines = drawn(opened([onTheWay, working]));
    expect(lines[at(lines, 'close 25 % of ETH short')]).toMatch(/in flight +1\.2 s/);
    expect(lines[at(lines, 'swap 10 USDC for JUP')]).toMatch(/task pending +12 s/);
    expect(lines[0]).toContain('1 in flight  1 task');
    expect(lines.join('\n')).not.toContain('STALLED');
  });

  test('is STALLED after 90 s, not sooner', () => {
    const fake = opened([working]);
    fake.clock.nowMs = readAtMs - 12_000 + 90_000;
    expect(shown(fake)).not.toContain('STALLED');
    fake.clock.nowMs += 1;
    expect(shown(fake)).toMatch(/task pending +1 m +STALLED/);
    expect(drawn(fake)[0]).toContain('1 stalled');
  });
});

describe('the other orders', () => {
  test.each([
    [operationRecord(), /accepted +– +– +120 +perps +req_1/],
    [operationRecord({ state: 'rejected', code: 'NO_MARGIN' }), /rejected NO_MARGIN/],
    [operationRecord({ state: 'not-sent', code: 'OVER_LIMIT', requestId: null }), /not sent OVER_LIMIT/],
    [
      unknownRecord({ resolution: { atMs: readAtMs, verdict: 'done', by: 'evidence', why: '' } }),
      /unknown, done \(by evidence\)/,
    ],
    [
      unknownRecord({ resolution: { atMs: readAtMs, verdict: 'not-done', by: 'person', why: '' } }),
      /unknown, not done \(by a person\)/,
    ],
    [
      operationRecord({ taskId: 't', task: taskState({ status: 'failed', isOver: true, code: 'SLIPPAGE' }) }),
      /accepted, then failed SLIPPAGE +– +failed/,
    ],
  ])('say how they ended: %#', (record, ending) => {
    const wallets = [{ walletId: 'wal_perp', address: '0xabc', state: 'ACTIVE', label: 'perps' }];
    const fake = opened([record]);
    fake.answer('wallets', wallets, readAtMs);
    const lines = drawn(fake);
    expect(lines[at(lines, 'close 50 % of BTC long')]).toMatch(ending);
    expect(lines[at(lines, 'close 50 % of BTC long')]).toContain('14:00:00');
  });

  test('come newest first, with the date where it is not today’s', () => {
    const old = operationRecord({ id: 'old', summary: 'old one', sentAtMs: readAtMs - 86_400_000 });
    const lines = drawn(opened([old, operationRecord({ summary: 'new one' })]));
    expect(at(lines, 'new one')).toBeLessThan(at(lines, 'old one'));
    expect(lines[at(lines, 'old one')]).toContain('12-31 14:03:22');
  });
});

describe('in the place of orders', () => {
  test('an empty pane says how they get here', () => {
    expect(shown(opened())).toContain('Nothing has been sent yet.');
  });

  test('before the journal is read it says so, or who keeps it', () => {
    const fake = opened();
    fake.desk.records.setState({ isLoaded: false });
    expect(shown(fake)).toContain('Reading the journal of earlier runs …');
    fake.desk.trading.setState({ lock: 'Another desk (process 7) sends the orders of this account' });
    expect(shown(fake)).toContain('Another desk (process 7) sends the orders of this account');
  });

  test('a filter that nothing passes says so, and the border still tells of the unknown one', () => {
    const fake = opened([doubt]);
    fake.desk.ui.setState({ filter: { activity: 'zzz' } });
    expect(shown(fake)).toContain('No row contains “zzz”');
    expect(drawn(fake)[0]).toContain('1 unknown');
  });
});

test.each(hostileTexts)('%j never leaves its cell', (text) => {
  const over = {
    summary: text,
    walletId: text,
    code: text,
    message: text,
    requestId: text,
    operation: text,
    blocks: text,
  };
  const look = { atMs: readAtMs, verdict: 'unclear', why: text } as const;
  const fake = opened([
    unknownRecord({ ...over, id: '1', looks: [look] }),
    operationRecord({ ...over, id: '2', taskId: text, task: taskState({ status: text }) }),
    operationRecord({ ...over, id: '3', state: 'rejected' }),
  ]);
  for (const width of [38, 80, 200])
    for (const line of paneLines(fake.desk, 'activity', { x: 0, y: 1, width, height: 30 })) {
      const [words = ''] = texts([line]);
      expect(isCellSafe(words), JSON.stringify(words)).toBe(true);
      expect(lineWidth(line), words).toBe(width);
    }
});

test('has its size, and the selected row in it, whatever is listed', () => {
  const kinds = [doubt, onTheWay, working, operationRecord()];
  const record = fc.record({ kind: fc.nat(3), length: fc.integer({ min: 1, max: 90 }) });
  const view = fc.record({
    records: fc.array(record, { maxLength: 40 }),
    selected: fc.nat(39),
    width: fc.integer({ min: 38, max: 220 }),
    height: fc.integer({ min: 5, max: 70 }),
  });
  fc.assert(
    fc.property(view, ({ records, selected, width, height }) => {
      const fake = opened(
        records.map(({ kind, length }, index) => ({ ...kinds[kind]!, id: `${index}`, summary: 'x'.repeat(length) })),
      );
      fake.desk.ui.setState({ selected: { activity: `${selected}` } });
      const lines = paneLines(fake.desk, 'activity', { x: 0, y: 1, width, height });
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(lineWidth(line)).toBe(width);
      if (records.length > 0) expect(texts(lines).filter((line) => line.includes('▸ '))).toHaveLength(1);
    }),
    {
      numRuns: cases(100, 3_000),
      // Four in doubt, and the one on its way below them: it was pushed out of the pane.
      examples: [
        [{ records: [0, 0, 0, 0, 1].map((kind) => ({ kind, length: 1 })), selected: 4, width: 38, height: 18 }],
      ],
    },
  );
});
