import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/run/any-text.ts';
import { cases } from '../../../test/run/cases.ts';
import '../../../test/run/seed-properties.ts';
import { displayWidth } from '../../domain/text/text-width.ts';
import { createJournal } from '../../platform/journal/journal.ts';
import { archivesOf } from '../../platform/journal/journal-files.ts';
import { rotateJournal } from '../../platform/journal/rotate-journal.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { CarriedRequests } from '../../stores/orders/carried-requests.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import { createTestIo } from '../test-io.fixture.ts';
import { runJournal } from './journal.ts';

const nowMs = Date.UTC(2026, 0, 31, 12);
const hourMs = 3_600_000;

type Fields = Readonly<Record<string, unknown>>;

interface Order {
  readonly id: string;
  readonly hoursAgo: number;
  readonly sent?: Fields;
  /** What came after, a second apart. */
  readonly later?: readonly Fields[];
}

const linesOf = ({ id, hoursAgo, sent, later = [] }: Order): string[] =>
  [
    {
      event: 'sent',
      mode: 'paper',
      profile: 'paper',
      operation: 'perp.closePosition',
      summary: 'close 50 % of BTC',
      input: {},
      ...sent,
    },
    ...later,
  ].map((line, index) =>
    JSON.stringify({ ...line, id, at: new Date(nowMs - hoursAgo * hourMs + index * 1_000).toISOString() }),
  );

const accepted = { event: 'accepted', requestId: 'req_1', tookMs: 38 };
const unknown = { event: 'unknown', code: 'TIMEOUT', message: 'no answer', tookMs: 10_000 };

const orders: readonly Order[] = [
  { id: 'a1', hoursAgo: 200, later: [accepted] },
  {
    id: 'b2',
    hoursAgo: 30,
    sent: { mode: 'live', profile: 'main', operation: 'swap.execute', summary: 'swap 1.5 SOL for USDC' },
    later: [
      { ...accepted, requestId: 'req_2', taskId: 'task_9', tookMs: 210 },
      { event: 'task', status: 'pending', isOver: false },
      { event: 'task', status: 'success', isOver: true, txHash: '5xTx' },
    ],
  },
  {
    id: 'c3',
    hoursAgo: 20,
    later: [
      unknown,
      { event: 'looked', verdict: 'unclear', why: '-' },
      { event: 'resolved', verdict: 'not-done', by: 'evidence', why: 'still 1.5' },
    ],
  },
  { id: 'd4', hoursAgo: 3, sent: { mode: 'live', profile: 'main' }, later: [unknown] },
  {
    id: 'e5',
    hoursAgo: 2,
    later: [{ event: 'rejected', code: 'LIMIT', message: 'too large', requestId: 'req_5', tookMs: 12 }],
  },
  { id: 'f6', hoursAgo: 1, later: [{ event: 'not-sent', code: 'NETWORK', message: 'refused' }] },
  { id: 'g7', hoursAgo: 0 },
];

interface Run {
  readonly lines?: readonly string[];
  readonly columns?: number;
}

async function journal(args: readonly string[], { lines = orders.flatMap(linesOf), columns }: Run = {}) {
  const deck = createTestIo();
  const io = { ...deck.io, clock: new FakeClock(nowMs) };
  if (columns !== undefined) Object.assign(io.stdout, { isTTY: true, columns });
  mkdirSync(dirname(io.paths.journalFile), { recursive: true });
  if (lines.length > 0) writeFileSync(io.paths.journalFile, lines.map((line) => `${line}\n`).join(''));
  const code = await runJournal(args, io);
  return { code, stdout: deck.stdout(), stderr: deck.stderr(), io };
}

const idsOf = async (...args: string[]): Promise<string> => {
  const { stdout } = await journal([...args, '--json']);
  return (JSON.parse(stdout) as OperationRecord[]).map(({ id }) => id).join(' ');
};

test('the table lists everything, newest last', async () => {
  const { code, stdout, stderr } = await journal([]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')).toEqual([
    'TIME (UTC)           MODE   PROFILE  WHAT                   OUTCOME                          CODE     REQUEST  TASK            FILLS     MS',
    '2026-01-23 04:00:00  PAPER  paper    close 50 % of BTC      accepted                                  req_1                              38',
    '2026-01-30 06:00:00  LIVE   main     swap 1.5 SOL for USDC  accepted                                  req_2    task_9 success           210',
    '2026-01-30 16:00:00  PAPER  paper    close 50 % of BTC      unknown, not done (by evidence)  TIMEOUT                                  10000',
    '2026-01-31 09:00:00  LIVE   main     close 50 % of BTC      unknown, open                    TIMEOUT                                  10000',
    '2026-01-31 10:00:00  PAPER  paper    close 50 % of BTC      rejected                         LIMIT    req_5                              12',
    '2026-01-31 11:00:00  PAPER  paper    close 50 % of BTC      not sent                         NETWORK',
    '2026-01-31 12:00:00  PAPER  paper    close 50 % of BTC      no answer yet',
    '',
  ]);
});

test('resolutions of unknown outcomes and failed tasks are shown', async () => {
  const settled = { event: 'resolved', verdict: 'done', by: 'person', why: 'I looked' };
  const failed = { event: 'task', status: 'Failed', isOver: true, code: 'SLIPPAGE' };
  const { stdout } = await journal([], {
    lines: [
      ...linesOf({ id: 'k1', hoursAgo: 2, later: [unknown, settled] }),
      ...linesOf({ id: 'k2', hoursAgo: 1, later: [{ ...accepted, taskId: 'task_1' }, failed] }),
    ],
  });
  expect(stdout).toContain('  unknown, done (by a person)  TIMEOUT');
  expect(stdout).toContain('  accepted, then failed  ');
  expect(stdout).toContain('  task_1 Failed  ');
});

test('what a plan has sent is named by its plan, which can be searched for', async () => {
  const plan = { id: 'a5372ed3', key: 'slice 3', attempt: 1 };
  const lines = [
    ...linesOf({ id: 'k1', hoursAgo: 2, later: [accepted] }),
    ...linesOf({ id: 'k2', hoursAgo: 1, sent: { plan }, later: [accepted] }),
  ];
  const { stdout } = await journal([], { lines });
  const [head, one, other] = stdout.split('\n');
  expect(head).toContain('  PLAN              OUTCOME');
  expect([one, other]).toEqual([expect.not.stringContaining('slice'), expect.stringContaining('  a5372ed3 slice 3  ')]);
  const found = await journal(['--text', 'a5372', '--csv'], { lines });
  expect(found.stdout.split('\r\n').slice(1)).toEqual([expect.stringMatching(/,k2,a5372ed3,slice 3$/), '']);
});

test('on a terminal it fits the width; time, mode, operation and outcome are dropped last', async () => {
  for (let columns = 20; columns < 160; columns++) {
    const { stdout } = await journal([], { columns });
    for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  }
  const { stdout } = await journal([], { columns: 78 });
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'TIME (UTC)          MODE  WHAT                 OUTCOME',
    '2026-01-23 04:00:00 PAPER close 50 % of BTC    accepted',
    '2026-01-30 06:00:00 LIVE  swap 1.5 SOL for US… accepted',
  ]);
});

describe('filters', () => {
  test.each([
    [[], 'a1 b2 c3 d4 e5 f6 g7'],
    [['--since', '24h'], 'c3 d4 e5 f6 g7'],
    [['--since', '7d'], 'b2 c3 d4 e5 f6 g7'],
    [['--since', '2w', '--until', '7d'], 'a1'],
    [['--since', '90m'], 'f6 g7'],
    [['--since', '2026-01-31'], 'd4 e5 f6 g7'],
    [['--since', '2026-01-31T11:00'], 'f6 g7'],
    [['--since', '2026-01-31T11:00:00.001Z'], 'g7'],
    [['--since', '2026-01-31T12:30+02:00', '--until', '2026-01-31T11:00Z'], ''],
    [['--until', '2026-01-30T06:00:00'], 'a1'],
    [['--outcome', 'accepted'], 'a1 b2'],
    [['--outcome', 'rejected'], 'e5'],
    [['--outcome', 'unknown'], 'c3 d4'],
    [['--outcome', 'not-sent'], 'f6'],
    [['--outcome', 'open'], 'd4 g7'],
    [['--profile', 'main', '--outcome', 'open'], 'd4'],
    [['--mode', 'LIVE'], 'b2 d4'],
    [['--operation', 'swap.execute'], 'b2'],
    [['--operation', 'perp'], 'a1 c3 d4 e5 f6 g7'],
    [['--operation', 'per'], ''],
    [['--text', 'TASK_9'], 'b2'],
    [['--text', '5xtx'], 'b2'],
    [['--text', 'still 1.5'], 'c3'],
    [['--text', 'too large'], 'e5'],
  ])('%j', async (args, ids) => {
    expect(await idsOf(...args)).toBe(ids);
  });

  test.each([
    [['--since', 'yesterday'], /--since takes a span such as 30m, 24h.* not "yesterday"/],
    [['--until', '2026-02-30'], /--until takes a span/],
    [['--until', '2026-13-01'], /--until takes a span/],
    [['--since', '2026-01-31T25:00'], /--since takes a span/],
    [['--since', '1h', '--until', '2h'], /--since must be before --until/],
    [['--outcome', 'done'], /--outcome is one of accepted, rejected, unknown, not-sent, open, not "done"/],
    [['--mode', 'demo'], /--mode is one of paper, live/],
    [['--csv', '--json'], /--csv and --json exclude each other/],
    [['--lines', '--json'], /exclude each other/],
    [['-o', 'csv', '--json'], /--format and --json exclude each other/],
    [['-o', 'yaml'], /--format is one of table, json, ndjson, csv, lines, not "yaml"/],
    [['BTC'], /Unexpected "BTC"\. See: swapdeck journal --help/],
    [['--limit', '3'], /There is no option "--limit"/],
  ])('%j is refused', async (args, message) => {
    await expect(journal(args)).rejects.toThrow(message);
    await expect(journal(args)).rejects.toMatchObject({ exitCode: 2 });
  });

  test('without a match say so', async () => {
    const { code, stdout, stderr } = await journal(['--text', 'nowhere']);
    expect([code, stdout, stderr]).toEqual([0, '', 'None of the 7 requests matches.\n']);
  });
});

test('a missing journal is not an error, and none is created', async () => {
  const { code, stdout, stderr, io } = await journal([], { lines: [] });
  const { journalFile } = io.paths;
  expect([code, stdout, stderr]).toEqual([
    0,
    '',
    `There is no journal yet: nothing has been sent. It will be created at ${journalFile}\n`,
  ]);
  expect(existsSync(journalFile)).toBe(false);
  expect((await journal(['--json'], { lines: [] })).stdout).toBe('[]\n');
  expect((await journal(['--csv'], { lines: [] })).stdout).toMatch(/^sent_at,ended_at,.*,id,plan_id,plan_order\r\n$/);
});

test('unreadable lines are counted and listed, and do not affect the others', async () => {
  const [first, ...others] = orders.flatMap(linesOf);
  const headless = JSON.stringify({ event: 'accepted', id: 'z', at: '2026-01-01T00:00:00.000Z' });
  const { code, stdout, stderr } = await journal(['--csv'], {
    lines: [first!, '{"torn', headless, '{"event":"danced","id":"a1"}', ...others],
  });
  expect([code, stdout.trimEnd().split('\r\n').length]).toEqual([0, 8]);
  expect(stderr).toBe(
    '2 lines cannot be read and were skipped: journal.jsonl:2, journal.jsonl:4\n' +
      '1 line without the first line of the request: journal.jsonl:3\n',
  );
  const many = await journal([], { lines: Array.from({ length: 14 }, () => '[]') });
  expect(many.stderr).toMatch(/^There is no request in .*\n14 lines cannot be read .*:10 and 4 more\n$/);
});

test('archives are included, and an operation across a rotation appears once', async () => {
  const deck = createTestIo();
  const io = { ...deck.io, clock: new FakeClock(nowMs) };
  const file = io.paths.journalFile;
  createJournal(file).close();
  const [one, two] = [orders.slice(0, 4), orders.slice(4)];
  writeFileSync(
    file,
    one
      .flatMap(linesOf)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const carried = new CarriedRequests(0);
  const rotation = rotateJournal(file, { nowMs, maxBytes: statSync(file).size - 1, carried });
  for (const _share of rotation);
  const resolved = {
    event: 'resolved',
    id: 'd4',
    verdict: 'done',
    by: 'person',
    why: 'I looked',
    at: new Date(nowMs).toISOString(),
  };
  appendFileSync(file, [...two.flatMap(linesOf), JSON.stringify(resolved), 'torn'].map((line) => `${line}\n`).join(''));
  expect(await runJournal(['--json'], io)).toBe(0);
  const records = JSON.parse(deck.stdout()) as OperationRecord[];
  expect(records.map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
  expect(records.find(({ id }) => id === 'd4')).toMatchObject({
    state: 'unknown',
    resolution: { by: 'person', verdict: 'done' },
  });
  expect(records.find(({ id }) => id === 'c3')!.looks).toHaveLength(1);
  expect(deck.stderr()).toContain('journal.jsonl:');
  expect(archivesOf(file)).toEqual([join(dirname(file), 'journal-20260131T120000.000Z.jsonl')]);
});

test('-o names the form: ndjson has a record a line, and the others have their short option', async () => {
  const [all, lines] = [await journal(['--json']), await journal(['-o', 'ndjson'])];
  const records = JSON.parse(all.stdout) as unknown[];
  expect(
    lines.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(records);
  for (const form of ['json', 'csv', 'lines'])
    expect((await journal(['-o', form])).stdout).toBe((await journal([`--${form}`])).stdout);
});

test('--lines gives the original lines of the files', async () => {
  const lines = orders.flatMap(linesOf);
  expect((await journal(['--lines'])).stdout).toBe(lines.map((line) => `${line}\n`).join(''));
  expect((await journal(['--lines', '--text', '5xTx'])).stdout.trimEnd().split('\n')).toEqual(linesOf(orders[1]!));
});

const hostile = '\x1b]0;owned\x07\x1b[2J\u009b31m\u202e\u200bx\r\n=1+1';
const hostileOrder: Order = {
  id: 'h8',
  hoursAgo: 1,
  sent: { summary: hostile, profile: hostile, mode: hostile, operation: hostile },
  later: [
    { ...accepted, requestId: hostile, taskId: hostile, message: hostile, code: hostile },
    { event: 'task', status: hostile, isOver: false },
  ],
};

test.each([[[]], [['--lines']], [['--csv']], [['--json']], [['-o', 'ndjson']]])(
  'with %j no text from outside steers the terminal',
  async (args) => {
    for (const columns of [80, undefined]) {
      const { stdout } = await journal(args, { lines: linesOf(hostileOrder), ...(columns ? { columns } : {}) });
      expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]/);
      expect(stdout).toContain('=1+1');
    }
  },
);

test('JSON has the complete record', async () => {
  const { stdout } = await journal(['--json'], { lines: linesOf(hostileOrder) });
  expect(JSON.parse(stdout)).toMatchObject([{ id: 'h8', summary: hostile, tookMs: 38, sentAtMs: nowMs - hourMs }]);
});

describe('CSV', () => {
  const cellsOf = async (summary: string) => {
    const { stdout } = await journal(['--csv'], { lines: linesOf({ id: 'i9', hoursAgo: 1, sent: { summary } }) });
    const [titles, cells, ...rest] = parseCsv(stdout);
    expect(rest).toEqual([]);
    expect(cells).toHaveLength(titles!.length);
    return Object.fromEntries(titles!.map((title, index) => [title, cells![index]]));
  };

  test('has a header and one line per operation', async () => {
    const { stdout } = await journal(['--csv', '--text', '5xTx']);
    expect(stdout.split('\r\n')).toEqual([
      'sent_at,ended_at,took_ms,mode,profile,operation,summary,wallet_id,outcome,code,message,request_id,resolved,resolved_by,resolved_at,resolved_why,task_id,task_status,task_at,tx_hash,task_code,task_message,filled_size,avg_price,fee_usd,realised_pnl_usd,id,plan_id,plan_order',
      '2026-01-30T06:00:00.000Z,2026-01-30T06:00:01.000Z,210,live,main,swap.execute,swap 1.5 SOL for USDC,,accepted,,,req_2,,,,,task_9,success,2026-01-30T06:00:03.000Z,5xTx,,,,,,,b2,,',
      '',
    ]);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+41 79', "'+41 79"],
    ['-5 %', "'-5 %"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "' =1"],
    ['\uff1d1', "'\uff1d1"],
    ["'=1", "''=1"],
    ['a=1', 'a=1'],
    ['say "no", then; go', 'say "no", then; go'],
  ])('gives %j to a spreadsheet as %j', async (summary, cell) => {
    expect((await cellsOf(summary))['summary']).toBe(cell);
  });

  test('keeps any text in its cell', async () => {
    await fc.assert(
      fc.asyncProperty(anyText(40), async (summary) => {
        const cell = (await cellsOf(summary))['summary']!;
        expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
      { numRuns: cases(60, 1_000) },
    );
  });
});

/** A plain reader of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('a long journal', () => {
  const lines = Array.from({ length: 2_500 }, (_, index) =>
    linesOf({ id: `o${index}`, hoursAgo: 1, later: [accepted] }),
  ).flat();

  const readSlowly = async (isTTY: boolean, abortAfter = Number.POSITIVE_INFINITY) => {
    const deck = createTestIo();
    const controller = new AbortController();
    let looks = 0;
    class SlowClock extends FakeClock {
      override monotonic(): number {
        if (++looks > abortAfter) controller.abort();
        this.stall(300);
        return super.monotonic();
      }
    }
    const io = { ...deck.io, clock: new SlowClock(nowMs), signal: controller.signal };
    Object.assign(io.stderr, { isTTY });
    mkdirSync(dirname(io.paths.journalFile), { recursive: true });
    writeFileSync(io.paths.journalFile, lines.map((line) => `${line}\n`).join(''));
    return { code: await runJournal([], io), stderr: deck.stderr(), stdout: deck.stdout() };
  };

  test('shows progress on a terminal and removes it at the end', async () => {
    const { stderr } = await readSlowly(true);
    const drawn = stderr.split('\r\x1b[K').slice(1);
    const counts = drawn
      .slice(0, -3)
      .map((line) => /^Reading the journal: file 1 of 1, ([\d,]+) lines$/.exec(line)?.[1]);
    expect([counts[0], counts.at(-1)]).toEqual(['64', '4,992']);
    expect(drawn.slice(-3)).toEqual(['', 'Writing: 2,500 of 2,500 requests', '']);
  });

  test('says nothing elsewhere', async () => {
    expect((await readSlowly(false)).stderr).toBe('');
  });

  test.each(['--csv', '--json'])('written in pieces, %s is the same as at once', async (form) => {
    const { stdout: text } = await journal([form], { lines });
    if (form === '--csv') return expect(parseCsv(text)).toHaveLength(2_501);
    const records = JSON.parse(text) as unknown[];
    expect(records).toHaveLength(2_500);
    expect(text).toBe(`${JSON.stringify(records, null, 2)}\n`);
  });

  test('is left at Ctrl-C', async () => {
    expect(await readSlowly(true, 1)).toEqual({ code: 130, stdout: '', stderr: '' });
  });
});

test('reading changes nothing', async () => {
  const { io } = await journal([]);
  const before = readFileSync(io.paths.journalFile);
  expect(await runJournal(['--csv'], io)).toBe(0);
  expect(readFileSync(io.paths.journalFile)).toEqual(before);
});
