import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { addFault, lever } from './paper-levers.ts';
import { boxesOf } from './screen-boxes.ts';

const sol = 'So11111111111111111111111111111111111111112';

/** Adds a fault that lasts until the function that it returns is called. */
const fault = (paper: PaperProcess, rule: object): Promise<() => Promise<unknown>> =>
  addFault(paper, { times: null, ...rule });

const openOn = (paper: PaperProcess, columns: number, rows: number): Promise<Desk> =>
  openDesk({
    args: ['--base-url', paper.baseUrl],
    env: { SWAPDECK_API_KEY: paper.apiKey },
    columns,
    rows,
  });

const firstLine = (desk: Desk): string => desk.screen().lines()[2]?.replaceAll('┃', '').trim() ?? '';

describe.each([
  [80, 24],
  [120, 40],
] as const)('the state of the connection at %i×%i', (columns, rows) => {
  let paper: PaperProcess;
  let desk: Desk;
  beforeAll(async () => {
    paper = await startPaper({ seed: 1 });
    await fault(paper, { kind: 'latency', delayMs: 4_000, times: 1, route: 'POST /api/v2/ws/session' });
    desk = await openOn(paper, columns, rows);
  });
  afterAll(async () => {
    await desk?.close();
    await paper?.stop();
  });

  test('Connecting, while the service has not answered yet', async () => {
    await desk.press('5');
    await desk.sees(/◌ Connecting {3}attempt 1 {3}since \d\d:\d\d:\d\d, /);
    await desk.sees('last message never');
    expect(desk.screen().text()).not.toContain('R retry');
  });

  test('Connected, with the age of the last message', async () => {
    await desk.sees(/● Connected {3}since/);
    await desk.sees('6 of 6 live');
    await desk.sees(/last message \d\.\d s ago {3}ping \d+ ms/);
  });

  test('Reconnecting, with attempt, countdown, reason, and the key that tries now', async () => {
    await fault(paper, { kind: 'serverError', status: 503, route: 'POST /api/v2/ws/session' });
    await lever(paper, 'POST', 'sockets/close', { code: 4100, reason: 'over capacity' });
    await desk.sees(/◍ Reconnecting {3}attempt [2-9] {3}next attempt in \d+ s .*R retries now/);
    await desk.sees(/no session: /);
    expect(desk.screen().lines().at(-1)).toMatch(/^ {2}R retry/);
    await desk.press('Esc');
    await desk.sees(/◍ Reconnecting #\d+ .*in \d+ s/);
    expect(desk.screen().lines().at(-1)).toMatch(/^ {2}R retry/);
    await desk.press('5');
  });

  test('R does not wait for the countdown: Connected', async () => {
    await lever(paper, 'DELETE', 'faults');
    await desk.press('R');
    await desk.sees(/● Connected {3}since/);
    await desk.sees(/[1-9]\d* reconnects?/);
  });

  test('Failed, with its reason whole and no countdown; R connects again', async () => {
    await desk.sees('6 of 6 live');
    const reason = 'closed for today, come again';
    await lever(paper, 'POST', 'sockets/close', { code: 4301, reason });
    await desk.sees(/✕ Failed {3}attempt \d+ .*R retries now/);
    const text = desk
      .screen()
      .lines()
      .map((line) => line.replaceAll('┃', '').trim())
      .join(' ');
    expect(text).toContain(`the server closed the connection (4301): ${reason}`);
    expect(firstLine(desk)).not.toMatch(/next attempt/);
    expect(desk.screen().lines().at(-1)).toMatch(/^ {2}R retry/);
    await desk.press('R');
    await desk.sees(/● Connected {3}since/);
    await desk.sees('6 of 6 live');
  });

  test('a revoked key is Failed, and says what to check', async () => {
    await lever(paper, 'POST', `keys/${paper.apiKey.split('_')[1]}/revoke`);
    await desk.sees('✕ Failed   attempt');
    await desk.sees(/check the key/);
  });
});

describe('the streams', () => {
  let paper: PaperProcess;
  let desk: Desk;
  const row = (matching: string | RegExp): string => desk.screen().line(matching) ?? '';
  /** Goes down until the row is selected. */
  const choose = async (name: RegExp): Promise<void> => {
    const isChosen = () => name.test(row('▸'));
    await desk.press('g');
    await desk.sees('▸ portfolio.notifications');
    for (let step = 0; step < 40 && !isChosen(); step++) await desk.press('j');
    await desk.seesWhere(isChosen, `${name} to be selected`);
  };
  beforeAll(async () => {
    paper = await startPaper({ seed: 1 });
    desk = await openOn(paper, 120, 40);
    await desk.sees('● Connected');
    await desk.press('5');
    await desk.sees('6 of 6 live');
  });
  afterAll(async () => {
    await desk?.close();
    await paper?.stop();
  });

  test('are shown with filter, state and events; then one is silenced', async () => {
    await desk.sees(/svm\.token\.swaps +WIF EKpQ…zcjm +live +[\d.]+ +(?:[5-9]|\d\d+) +0 +[\d.]+ s +desk/);
    await fault(paper, { kind: 'silence', route: 'EVENT svm-token-swaps;EKpQ*' });
  });

  test.each([
    [80, 24],
    [200, 60],
    [60, 16],
    [120, 40],
  ])('zoomed, fill %i×%i in one closed box, and no column is cut', async (columns, rows) => {
    await desk.resizes(columns, rows);
    await desk.press('z');
    await desk.seesWhere((screen) => {
      const [box, ...others] = boxesOf(screen);
      return others.length === 0 && box?.x === 0 && box.y === 1 && box.width === columns && box.height === rows - 2;
    }, 'one box over the whole area');
    await desk.sees(/STREAM +FILTER +STATE/);
    await desk.sees(/portfolio\.notifications +– +live/);
    const header = row(/STREAM +FILTER/);
    // Each row's state stands under the word, whatever the width.
    const at = header.indexOf('STATE');
    for (const line of desk
      .screen()
      .lines()
      .filter((text) => /swaps +[A-Z]+ \w{4}…/.test(text)))
      expect(line.slice(at), line).toMatch(/^(live|silent|pending)/);
    await desk.press('z');
  });

  test('a stream of the catalog is watched: a bad filter is refused and kept, a symbol is found', async () => {
    await choose(/svm\.token\.poolInfo +token/);
    await desk.press('a');
    await desk.sees('Watch stream');
    await desk.press('C-u');
    await desk.types('0OIl0OIl0OIl0OIl0OIl0OIl0OIl0OIl0OI');
    await desk.press('Enter');
    await desk.sees('Not a token address on Solana');
    expect(desk.screen().text()).toContain('0OIl0OIl0OIl');
    await desk.press('C-u');
    await desk.types('SOL');
    await desk.sees(sol);
    await desk.press('Enter');
    await desk.seesNot('Watch stream');
    await desk.sees(/▸ svm\.token\.poolInfo +SOL So11…1112 +live .* watched/);
    await desk.sees(/▸ svm\.token\.poolInfo .*live +[\d.]+ +[1-9]\d* /);
  });

  test('its messages come in raw, are held still, and are shown whole', async () => {
    await desk.press('Enter');
    await desk.sees('Messages of svm.token.poolInfo SOL So11…1112');
    await desk.sees(/▸ \d\d:\d\d:\d\d +\d+ +update +\{"tokenAddress":"So1/);
    await desk.press('p');
    await desk.sees('PAUSED +');
    await desk.press('Enter');
    await desk.sees(/"channel": "svm-token-poolInfo;/);
    expect(desk.screen().text()).toMatch(/"data": \{ .*\n.* {4}"tokenAddress": "So1/);
    await desk.press('Esc');
    await desk.sees('PAUSED');
    await desk.press('a');
    await desk.sees('Messages of all channels');
    await desk.sees('svm-token-swap');
    await desk.press('End');
    await desk.sees(/▸ .* connection_established|▸ .*update/);
    await desk.press('Esc');
    await desk.sees('5 Streams');
  });

  test('x ends it; one that the desk needs stays, and the desk says why', async () => {
    await choose(/svm\.token\.poolInfo +SOL/);
    await desk.press('x');
    await desk.seesNot(/svm\.token\.poolInfo +SOL/);
    await choose(/portfolio\.notifications/);
    await desk.press('x');
    await desk.sees('the desk itself uses this stream (Balances');
  });

  test('a channel whose authorisation got lost says why it waits, and comes by itself', async () => {
    const end = await fault(paper, { kind: 'serverError', status: 500, route: 'POST /api/v2/ws/auth' });
    await choose(/alpha\.personal +–/);
    await desk.press('a');
    await desk.sees(/alpha\.personal +– +pending/);
    await desk.sees(/! alpha\.personal: not authorised yet: /);
    await desk.sees('● Connected');
    await end();
    await desk.sees(/alpha\.personal +– +live/);
    await desk.seesNot('not authorised');
  });

  test('one that is silent while others talk says so, also on the tape', async () => {
    await desk.sees(/WIF EKpQ…zcjm +silent \d+ s/);
    expect(desk.screen().text()).toMatch(/1 silent {2}\d+ of \d+ live/);
    await desk.press('4', 't', 't', 't');
    await desk.sees(/4 Tape WIF ━+ WIF silent \d+ s/);
    await desk.press('t');
    await desk.sees(/4 Tape all ━+ WIF silent \d+ s/);
  });
});
