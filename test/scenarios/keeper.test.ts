import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type KeeperNote, listKeeperNotes } from '../../src/platform/files/keeper-note.ts';
import { processIdentity } from '../../src/platform/process/process-identity.ts';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { deskOn, hasData } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';
import { seesPlans, starts } from './start-plan.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
});
afterEach(async () => {
  for (const { pid } of keepers()) await kills(pid);
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

const size = { columns: 160, rows: 40 };
const keepers = (): readonly KeeperNote[] => listKeeperNotes(join(home, 'state'));
const waits = <T>(look: () => T): Promise<T> => vi.waitFor(look, { timeout: 60_000, interval: 20 });
const ends = (pid: number): Promise<void> => waits(() => expect(processIdentity(pid)).toBeNull());

async function kills(pid: number): Promise<void> {
  if (processIdentity(pid) !== null) process.kill(pid, 'SIGKILL');
  await ends(pid);
}

/** The keeper once it holds the account. */
const holding = (): Promise<KeeperNote> =>
  waits(() => {
    const [note] = keepers();
    expect(note).toMatchObject({ state: 'holding', plans: { active: 1, paused: 0 } });
    return note!;
  });

/** What a command says, and with which code it ends. */
const says = (...args: readonly string[]): Promise<{ code: number; stdout: string }> =>
  promisify(execFile)(process.execPath, ['tools/bin/swapdeck.js', ...args], {
    env: { PATH: process.env['PATH'], HOME: home, SWAPDECK_HOME: home },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

/** Orders of which the outcome is known; at most one is on its way. */
const answered = (desk: Desk): number => sentRequests(desk).filter(({ event }) => event === 'accepted').length;

/** Each order left once, each was accepted, and together they are the plan. */
function expectSentOnce(desk: Desk, slices: readonly string[]): void {
  const sent = sentRequests(desk).filter(({ event }) => event === 'sent');
  expect(sent.map(({ input }) => (input as { body: { sz: string } }).body.sz)).toEqual(slices);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(slices.length);
  expect(answered(desk)).toBe(slices.length);
}

async function leavesToKeeper(desk: Desk): Promise<void> {
  await desk.press('q');
  await desk.sees('Leaving the desk');
  expect(desk.screen().text()).toMatch(/k +keep .*a keeper works them/);
  expect(desk.screen().text()).toMatch(/Esc +stay .*the desk stays open/);
  desk.sendsUnheard('k');
  expect(await desk.exits()).toMatchObject({ code: 0, signal: null });
}

test('on the embedded account a keeper takes the plan over, the next desk takes it back, and it is done to the last unit', async () => {
  const desk = await openDesk({ ...size, home });
  await hasData(desk);
  await starts(desk, 'twap buy 0.03 ETH over 15s in 3 jitter 0');
  await waits(() => expect(answered(desk)).toBe(1));
  await leavesToKeeper(desk);
  await desk.close();
  const { pid } = await holding();
  expect(await says('keep', 'status')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/paper +holding +1 +0/),
  });
  await waits(() => expect(answered(desk)).toBe(2));
  await using next = await openDesk({ ...size, home });
  await next.sees('The keeper has handed the account over: this desk works its plans now.');
  await hasData(next);
  await ends(pid);
  await seesPlans(next);
  await next.sees(/done +TWAP: buy 0\.03 ETH .*100 %/);
  expectSentOnce(next, ['0.01', '0.01', '0.01']);
  expect(await says('keep', 'status')).toMatchObject({ code: 1, stdout: 'No keeper runs.\n' });
});

describe('on a service of its own', () => {
  let paper: PaperProcess;
  beforeAll(async () => {
    paper = await startPaper({ seed: 1 });
  });
  afterAll(() => paper?.stop());

  test('a keeper that is killed leaves its plan to the next desk, which sends nothing twice', async () => {
    const desk = await deskOn(paper, { ...size, home });
    await starts(desk, 'twap buy 0.03 ETH over 15s in 3 jitter 0');
    await waits(() => expect(answered(desk)).toBe(1));
    await leavesToKeeper(desk);
    await desk.close();
    const { pid } = await holding();
    if (existsSync('/proc')) {
      for (const file of ['environ', 'cmdline'])
        expect(readFileSync(`/proc/${pid}/${file}`, 'utf8')).not.toContain(paper.apiKey);
    }
    await waits(() => expect(answered(desk)).toBe(2));
    await kills(pid);
    expect(await says('keep', 'status')).toMatchObject({ code: 1, stdout: expect.stringMatching(/ stale +1 +0/) });
    await using next = await deskOn(paper, { ...size, home });
    await seesPlans(next);
    await next.sees(/done +TWAP: buy 0\.03 ETH .*100 %/);
    expectSentOnce(next, ['0.01', '0.01', '0.01']);
  });

  test('with on_hangup a terminal that goes away leaves the plan to a keeper', async () => {
    mkdirSync(join(home, 'config'));
    writeFileSync(join(home, 'config/config.toml'), '[keeper]\non_hangup = "keep"\n');
    const desk = await deskOn(paper, { ...size, home });
    await starts(desk, 'scale buy 0.02 ETH 2000..2100 in 2');
    await waits(() => expect(answered(desk)).toBe(2));
    desk.hangsUp();
    await desk.exits();
    await desk.close();
    await holding();
    expectSentOnce(desk, ['0.01', '0.01']);
  });

  test('a keeper is ended by a command; the plan stands, and goes on with the desk', async () => {
    const desk = await deskOn(paper, { ...size, home });
    await starts(desk, 'scale buy 0.02 ETH 2000..2100 in 2');
    await waits(() => expect(answered(desk)).toBe(2));
    await leavesToKeeper(desk);
    await desk.close();
    const { pid } = await holding();
    expect(await says('keep', 'stop')).toMatchObject({ code: 0, stdout: expect.stringMatching(/has ended/) });
    await ends(pid);
    expect(await says('keep', 'stop')).toMatchObject({ code: 1 });
    await using next = await deskOn(paper, { ...size, home });
    // Its two orders rest as they did, and this time they are cancelled with their plan before the desk closes.
    await next.press('q');
    await next.sees('Leaving the desk');
    expect(next.screen().text()).toMatch(/Scale: buy 0\.02 ETH/);
    await next.press('Esc');
    await next.seesNot('Leaving the desk');
    await next.press('q');
    await next.sees('Leaving the desk');
    next.sendsUnheard('c');
    expect(await next.exits()).toMatchObject({ code: 0 });
    const sent = sentRequests(next).filter(({ event }) => event === 'sent');
    expect(sent.map(({ operation }) => operation)).toEqual([
      'perp.placeOrder',
      'perp.placeOrder',
      'perp.cancelOrder',
      'perp.cancelOrder',
    ]);
    expect(keepers()).toEqual([]);
  });

  test('plans that are paused on leaving wait for a person', async () => {
    const desk = await deskOn(paper, { ...size, home });
    await starts(desk, 'scale buy 0.02 ETH 2000..2100 in 2');
    await waits(() => expect(answered(desk)).toBe(2));
    await desk.press('q');
    await desk.sees('Leaving the desk');
    desk.sendsUnheard('p');
    expect(await desk.exits()).toMatchObject({ code: 0 });
    await desk.close();
    await using next = await deskOn(paper, { ...size, home });
    await seesPlans(next);
    await next.sees(/paused +Scale: buy 0\.02 ETH .*paused by you/);
    // Nothing is worked here: the desk closes without a question.
    next.sendsUnheard('q');
    expect(await next.exits()).toMatchObject({ code: 0 });
  });
});
