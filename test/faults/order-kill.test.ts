import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as later } from 'node:timers';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJournal } from '../../src/platform/journal/journal.ts';
import { type Random, seededRandom } from '../../src/platform/time/random.ts';
import {
  isUnresolved,
  journalLine,
  type OperationRecord,
  withLine,
} from '../../src/stores/orders/operation-records.ts';
import { cases, isSoak, seed } from '../run/cases.ts';
import { type ChildPlan, type ChildStep, lineEvents, lineSteps, nameIn } from './order-kill-plan.ts';
import { type KillService, startKillService, type WireStep, wireSteps } from './order-kill-service.ts';

const journals = cases(3, 20);
const killsPerJournal = cases(4, 10);
const atOnce = 3;
/** A child lives for a tenth of a second: memory to spare at once and no threads for its garbage make it cheaper. */
const shortLife = ['--min-semi-space-size=16', '--single-threaded-gc'];

type Aim =
  | { readonly by: 'step'; readonly step: ChildStep; readonly nth: number }
  | { readonly by: 'wire'; readonly step: WireStep; readonly nth: number }
  | { readonly by: 'time'; readonly from: 'spawn' | 'ready'; readonly ms: number };

const childSteps: readonly ChildStep[] = [
  ...lineEvents.flatMap((event) => lineSteps.map((step): ChildStep => `${event}: ${step}`)),
  'before the request',
  'answer there',
];

const aims = [
  ...childSteps.map((step) => ({ by: 'step', step }) as const),
  ...wireSteps.map((step) => ({ by: 'wire', step }) as const),
];
/** After them an order is sent and has no ending in the journal. */
const unfinishedSteps: readonly ChildStep[] = [
  'sent: after the fsync',
  'before the request',
  'answer there',
  'ending: before the write',
];
const pick = <T>(random: Random, values: readonly T[]): T => values[random.int(values.length)]!;

/**
 * A child's death. The first leaves an order unfinished, the second falls where a start takes it up, the third where it is
 * looked for: these are reached for sure. Then steps and moments that nobody chose.
 */
interface Death {
  readonly aim: Aim;
  readonly isSure: boolean;
}

function deathOf(random: Random, round: number): Death {
  const surely = (step: ChildStep, nth = 1): Death => ({ aim: { by: 'step', step, nth }, isSure: true });
  if (round === 0) return surely(pick(random, unfinishedSteps), 1 + random.int(6));
  if (round === 1) return surely(`interrupted: ${pick(random, lineSteps)}`);
  if (round === 2) return surely(`looked: ${pick(random, lineSteps)}`);
  return { aim: anyAim(random), isSure: false };
}

function anyAim(random: Random): Aim {
  const step = pick(random, aims);
  // What a start writes happens once or twice; what an order does, many times.
  const nth = /^(?:interrupted|looked|resolved)/.test(step.step) ? 1 : 1 + random.int(12);
  if (random.int(2) === 0) return { ...step, nth } as Aim;
  return random.int(4) === 0
    ? { by: 'time', from: 'spawn', ms: 60 + random.int(200) }
    : { by: 'time', from: 'ready', ms: random.int(90) };
}

let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'order-kill-'));
  program = join(folder, 'child.js');
  // In one file it starts in a third of the time.
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'order-kill-child.ts'),
    platform: 'node',
    external: [/^node:/],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  await bundle.write({ file: program, format: 'esm', minify: true, codeSplitting: false });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  /** What it said, line by line. */
  readonly said: readonly string[];
  readonly isKilled: boolean;
}

/** Runs a child until its aim is reached, or to its end where it is not. */
async function runChild(plan: Omit<ChildPlan, 'stopAt'>, aim: Aim | null, service: KillService): Promise<Run> {
  const stopAt = aim?.by === 'step' ? aim : null;
  const child = spawn(
    process.execPath,
    [...shortLife, program, JSON.stringify({ ...plan, stopAt } satisfies ChildPlan)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] },
    },
  );
  const exit = once(child, 'exit');
  const kill = (): void => void child.kill('SIGKILL');
  const timers: NodeJS.Timeout[] = [];
  if (aim?.by === 'wire') service.aim(aim.step, aim.nth, kill);
  if (aim?.by === 'time' && aim.from === 'spawn') timers.push(later(kill, aim.ms));
  const said: string[] = [];
  for await (const line of linesOf(child)) {
    said.push(line);
    if (line.startsWith('at ')) kill();
    if (line === 'ready' && aim?.by === 'time' && aim.from === 'ready') timers.push(later(kill, aim.ms));
  }
  const [, signal] = await exit;
  for (const timer of timers) clearTimeout(timer);
  service.aim('first byte', Number.POSITIVE_INFINITY, () => {});
  return { said, isKilled: signal === 'SIGKILL' };
}

const linesOf = (child: ChildProcess) => createInterface({ input: child.stdout! });

function recordsIn(journalFile: string): {
  records: readonly OperationRecord[];
  badLines: number;
  sentLines: string[];
} {
  const journal = createJournal(journalFile);
  const { entries, badLines } = journal.read();
  journal.close();
  const lines = entries.flatMap((entry) => journalLine.safeParse(entry).data ?? []);
  return {
    records: lines.reduce<readonly OperationRecord[]>(withLine, []),
    badLines,
    sentLines: lines.flatMap((line) => (line.event === 'sent' ? [nameOf(line)] : [])),
  };
}

const nameOf = ({ input }: { readonly input: unknown }): string => nameIn(JSON.stringify(input)) ?? '';

/** What a record says that the service knows better; empty where they agree. */
function liesOf(record: OperationRecord, { received, done, refused }: KillService): string[] {
  const name = nameOf(record);
  const { state, resolution, looks } = record;
  const isResolved = (verdict: string) => resolution?.verdict === verdict;
  const lies = [
    state === 'sent' && 'is still “sent” after a start',
    state === 'accepted' && !done.has(name) && 'is “accepted”, and was not done',
    state === 'rejected' && !refused.has(name) && 'is “rejected”, and was not refused',
    state === 'not-sent' && received.includes(name) && 'is “not sent”, and came',
    isResolved('done') && !done.has(name) && 'is settled as done, and was not done',
    isResolved('not-done') && done.has(name) && 'is settled as not done, and was done',
    isUnresolved(record) && looks.length === 0 && 'was not looked for',
    record.code === 'INTERRUPTED' && state !== 'unknown' && 'was interrupted, and is not unknown',
  ];
  return lies.filter((lie) => lie !== false).map((lie) => `${name} ${lie}`);
}

interface Tally {
  kills: number;
  readonly steps: Set<string>;
  taken: number;
  received: number;
  settled: number;
  badLines: number;
}

/** One journal through many deaths, and a last start that is let live. */
async function tortureJournal(journal: number, random: Random, tally: Tally): Promise<string[]> {
  const stateDir = join(folder, `j${journal}`);
  const journalFile = join(stateDir, 'journal.jsonl');
  const service = await startKillService({ journalFile, random });
  const plan = { baseUrl: service.baseUrl, journalFile, lockFile: join(stateDir, 'account.lock') };
  const problems: string[] = [];
  let halves = 0;
  for (let round = 0; round < killsPerJournal; round++) {
    const { aim, isSure } = deathOf(random, round);
    const unfinished = round === 0 ? [] : recordsIn(journalFile).records.filter(({ state }) => state === 'sent');
    // Only who sends nothing waits for the looks.
    const isLast = round === 2;
    const run = await runChild({ ...plan, run: `${journal}k${round}`, isLast }, aim, service);
    problems.push(...run.said.filter((line) => /^(?:violation|refused)/.test(line)));
    tally.kills += Number(run.isKilled);
    if (isSure && !run.isKilled) problems.push(`a child came past ${JSON.stringify(aim)}`);
    const stop =
      run.said.find((line) => line.startsWith('at ')) ?? (aim.by === 'wire' && run.isKilled ? aim.step : null);
    if (stop) tally.steps.add(stop.replace('at ', ''));
    // A kill by time may fall into a line too.
    halves += Number(run.isKilled);
    if (!run.said.includes('ready')) continue;
    const { records } = recordsIn(journalFile);
    for (const { id } of unfinished) {
      tally.taken++;
      if (records.find((record) => record.id === id)?.code !== 'INTERRUPTED') problems.push(`${id} was not taken up`);
    }
  }
  await runChild({ ...plan, run: `${journal}last`, isLast: true }, null, service);
  await service.close();
  const { records, badLines, sentLines } = recordsIn(journalFile);
  const sent = new Set(sentLines);
  tally.received += service.received.length;
  tally.settled += records.filter(({ resolution }) => resolution).length;
  tally.badLines += badLines;
  return [
    ...problems,
    ...service.problems,
    ...repeatsIn(service.received).map((name) => `${name} came twice`),
    ...repeatsIn(sentLines).map((name) => `${name} was journalled twice`),
    ...service.received.filter((name) => !sent.has(name)).map((name) => `${name} came, and its line is lost`),
    ...records.flatMap((record) => liesOf(record, service)),
    ...(badLines > halves ? [`${badLines} lines are torn by ${halves} kills`] : []),
    ...(readFileSync(journalFile, 'utf8').includes('\u0000') ? ['the journal has holes'] : []),
  ];
}

const repeatsIn = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

test('killed anywhere: no request is lost, none is sent again, and every doubt is looked into', async () => {
  const tally: Tally = { kills: 0, steps: new Set(), taken: 0, received: 0, settled: 0, badLines: 0 };
  const problems: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < journals) {
      const journal = next++;
      for (const problem of await tortureJournal(journal, seededRandom(seed + journal), tally))
        problems.push(`SWAPDECK_SEED=${seed}, journal ${journal}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (isSoak) console.log(`${journals} journals:`, { ...tally, steps: tally.steps.size });
  expect(problems).toEqual([]);
}, 600_000);
