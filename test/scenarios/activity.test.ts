import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { backToDesk, hasData, seesArmed, seesArmedConfirmation } from './desk-on-paper.ts';
import { addFault } from './paper-levers.ts';
import { sentRequests } from './sent-requests.ts';
import { fillsSwap } from './swap-form.ts';

const closes = 'POST /api/v2/perp/position/close';
const home = mkdtempSync(join(tmpdir(), 'swapdeck-activity-'));

let paper: PaperProcess;
let desk: Desk;
const open = (): Promise<Desk> =>
  openDesk({
    args: ['--base-url', paper.baseUrl],
    env: { SWAPDECK_API_KEY: paper.apiKey },
    columns: 120,
    rows: 40,
    home,
  });
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await open();
  await hasData(desk);
});
afterEach(() => backToDesk(desk));
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

const coins = ['BTC', 'ETH', 'SOL'];

async function opensCloseForm(coin: string): Promise<void> {
  await desk.press('1', 'g', ...Array<string>(coins.indexOf(coin)).fill('j'));
  await desk.sees(new RegExp(`▸ ${coin} `));
  await desk.press('c');
  await desk.sees(new RegExp(`${coin} (long|short) `));
  await desk.press('h');
  await desk.sees('‹50›');
}

async function closesHalf(coin: string): Promise<void> {
  await opensCloseForm(coin);
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
}

/** The looks for what became of an order find nothing until the returned function is called: on a slow machine too. */
const hidesEvidence = () => addFault(paper, { kind: 'serverError', route: 'GET /api/v2/perp/positions', times: null });

/** The activity pane with the request of unknown outcome on top of it. */
async function seesUnknown(summary: string): Promise<void> {
  await desk.sees('Unknown outcome');
  await desk.press('Enter');
  await desk.sees('! 1 unknown (6)');
  await desk.press('6');
  await desk.sees(new RegExp(`▸ ! UNKNOWN +${summary} +perps +sent \\d\\d:\\d\\d:\\d\\d`));
}

test('before anything was sent, the pane says how orders get here', async () => {
  await desk.press('6');
  await desk.sees('Nothing has been sent yet.');
  expect(desk.screen().shows('unknown (6)')).toBe(false);
  await desk.press('Backspace');
  await desk.sees('1 Positions');
});

test('an answer lost after the order was executed: the desk looks, finds it done, and the block ends', async () => {
  await addFault(paper, { kind: 'dropAnswer', route: closes });
  await opensCloseForm('BTC');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  const showEvidence = await hidesEvidence();
  await desk.press('y');
  await seesUnknown('close 50 % of BTC long');
  await desk.sees(/next +reconciles again in \d+ s/);
  await showEvidence();
  await desk.sees(/close 50 % of BTC long +unknown, done \(by evidence\)/);
  await desk.seesNot('unknown (6)');
  await desk.press('Enter');
  await desk.sees(/reconciled +\d\d:\d\d:\d\d BTC went from 0\.15 to 0\.075, filled as order \d+: done/);
  expect(desk.screen().text()).toMatch(/resolved +done by evidence/);
  expect(desk.screen().text()).toMatch(/"percentage": 50/);
  await desk.press('Esc');
  await desk.seesNot('Activity: details');
  // The next order of the same kind is let through, by one key.
  await opensCloseForm('BTC');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('Esc');
});

test('a request lost before it was executed: nothing is found, a person decides, and sending it again asks for a word', async () => {
  const before = sentRequests(desk).length;
  await addFault(paper, { kind: 'dropRequest', route: closes });
  await closesHalf('ETH');
  await seesUnknown('close 50 % of ETH short');

  // While nobody knows, the form of the same kind says why it is blocked, and where to settle it.
  await opensCloseForm('ETH');
  await desk.sees('The outcome of “close 50 % of ETH short”');
  await desk.press('Enter');
  await desk.sees('resolve it in the activity');
  expect(desk.screen().shows('Send (y)')).toBe(false);
  await backToDesk(desk);

  await desk.press('6');
  await desk.sees(/checked +\d\d:\d\d:\d\d ETH is still -4\.2/);
  // The question's own key held down, or keys that come in a bunch, decide nothing; nor does a paste.
  await desk.sends('nnnyyyy');
  await desk.pastes('y');
  await seesArmed(desk, 'Mark “close 50 % of ETH short” as NOT done?');
  await desk.press('y');
  await desk.sees(/close 50 % of ETH short +unknown, not done \(by a person\)/);
  await desk.seesNot('unknown (6)');

  await opensCloseForm('ETH');
  await desk.press('Enter');
  await seesArmed(desk, 'Type AGAIN');
  expect(
    desk
      .screen()
      .text()
      .replace(/[┃│\s]+/g, ' '),
  ).toContain('If it was done, this repeats it.');
  await desk.types('AGAIN');
  await desk.press('Enter');
  await desk.sees('✓ Close accepted: 50 % of ETH short');
  const lines = sentRequests(desk).slice(before);
  expect(lines).toContainEqual(expect.objectContaining({ event: 'looked', verdict: 'unclear' }));
  expect(lines.filter(({ event }) => event !== 'looked')).toMatchObject([
    { event: 'sent' },
    { event: 'unknown' },
    { event: 'resolved', verdict: 'not-done', by: 'person' },
    { event: 'sent' },
    { event: 'accepted' },
  ]);
});

test('a rejected order: its reason and its request id can be found, and the notice be read whole', async () => {
  await addFault(paper, { kind: 'rateLimit', route: closes });
  await closesHalf('SOL');
  await desk.sees('✕ Rejected');
  const { requestId } = sentRequests(desk).at(-1) ?? {};
  expect(requestId).toMatch(/^req_/);
  await backToDesk(desk);
  await desk.press('6');
  await desk.sees(/close 50 % of SOL long +rejected RATE_LIMITED/);
  await desk.press('Home', 'Enter');
  await desk.sees('Activity: details');
  const text = desk.screen().text();
  expect(text).toMatch(/what +close 50 % of SOL long/);
  expect(text).toMatch(new RegExp(`request id +${requestId}`));
  expect(text).toMatch(/message +\S+/);
  await desk.press('Esc');
  await desk.press('Tab');
  await desk.sees(/━ Notices · Plans ━+ \d+ notices/);
  await desk.sees(/\d\d:\d\d:\d\d {2}✕ close 50 % of SOL long: rejected, RATE_LIMITED/);
  await desk.sees(/TIME +ACTION +OUTCOME/);
});

test('a swap is followed: under way while its task is, then with the end of it', async () => {
  const endFault = await addFault(paper, { kind: 'serverError', route: 'GET /api/v2/tasks/*', times: null });
  await fillsSwap(desk);
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees('✓ Swap submitted');
  await desk.press('Enter', '6');
  await desk.sees(/IN PROGRESS +STATE +FOR/);
  await desk.sees(/swap 0\.5 SOL .* task \S+.* \d\.\d s/);
  await endFault();
  await desk.sees(/swap 0\.5 SOL .* accepted +Received [\d.]+ JUP .*success/);
  await desk.seesNot('IN PROGRESS');
});

test('the desk is killed while a request hangs: at its next start it is INTERRUPTED, and settled in front of the person', async () => {
  await addFault(paper, { kind: 'hang', route: closes });
  const before = sentRequests(desk).length;
  await closesHalf('SOL');
  await desk.sees('Waiting for the response');
  // SIGKILL, to it and all it started.
  await desk.close();
  expect(sentRequests(desk).slice(before)).toMatchObject([{ event: 'sent' }]);
  const showEvidence = await hidesEvidence();
  desk = await open();
  await desk.sees('! 1 unknown (6)');
  await desk.press('6');
  await desk.sees(/▸ ! UNKNOWN +close 50 % of SOL long/);
  await desk.sees(/response +INTERRUPTED: the desk ended before the answer came/);
  await showEvidence();
  await desk.sees(/close 50 % of SOL long +unknown, done \(by evidence\)/);
  await desk.seesNot('unknown (6)');
  const events = sentRequests(desk)
    .slice(before)
    .map(({ event }) => event);
  expect(events).toContain('looked');
  expect(events.filter((event) => event !== 'looked')).toEqual(['sent', 'unknown', 'resolved']);
});
