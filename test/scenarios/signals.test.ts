import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { deskOn } from './desk-on-paper.ts';
import { addFault } from './paper-levers.ts';
import { isTiled } from './screen-boxes.ts';
import { sentRequests } from './sent-requests.ts';

/** A row whose token is on Solana: age, symbol, network, short address. */
const onSolana = /▸ +[\d.]+ [smh] +(?:call +)?\S+ +sol +(\w{4})…(\w{4}) /;

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  // A signal comes every 25 s of the market's time.
  paper = await startPaper({ seed: 1, args: ['--speed', '20'] });
  desk = await deskOn(paper, { columns: 120, rows: 40 });
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

test('the pane shows called tokens: how often, the change since, who and where; and the sources', async () => {
  await desk.press('0');
  await desk.sees('● 5 of 5 streams live');
  await desk.sees(/Solana Trenches +on +discord +\d+ +\d{4}-\d\d-\d\d/);
  await desk.sees(/BNB Lounge +off/);
  await desk.sees(/AGE +TOKEN +CALLS +CHANGE +WHO AND WHERE/);
  await desk.sees(/\d+ [mh] +\w+ +(?:sol|base|bsc|monad) +\w+…\w{4} .*\d +[+−][\d.]+ % +\S+ /);
});

test('what comes live has token, chain and address', async () => {
  await desk.sees(/ – +sol +\w{4}…\w{4} .* created on /);
  await desk.sees(/ [A-Za-z]\S* +(?:sol|base|bsc|monad) +\w+…\w{4}/);
});

test.each([
  [80, 24],
  [200, 60],
  [60, 16],
  [120, 40],
])('it fills %i×%i with closed boxes', async (columns, rows) => {
  await desk.resizes(columns, rows);
  await desk.seesWhere((screen) => isTiled(screen, columns, rows), 'boxes over the whole area');
  await desk.sees(/TOKEN .*CHANGE/);
});

let address = '';

test('it is held still, a signal is chosen, and its details tell the whole address and who else called it', async () => {
  await desk.press('f');
  await desk.sees('only calls');
  // The first row follows what is new, and cannot be chosen.
  const isBelowFirst = (line: string): boolean => / \S+ +sol +\w{4}…\w{4} /.test(line) && !line.includes('▸');
  await desk.seesWhere((screen) => screen.lines().some(isBelowFirst), 'a call on Solana below the first row');
  await desk.press('p');
  await desk.sees('PAUSED +');
  await desk.press('j');
  for (let step = 0; step < 40 && !onSolana.test(desk.screen().line('▸') ?? ''); step++) await desk.press('j');
  const [, head = '', tail = ''] = onSolana.exec(desk.screen().line('▸') ?? '') ?? [];
  // Beside the feed stands, without a key more, who else called it.
  await desk.sees(/ Context .* \d+ calls?/);
  await desk.press('Enter');
  await desk.sees('Signals: details');
  await desk.sees(/calls +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  address = / address +(\w{32,44})/.exec(desk.screen().text())?.[1] ?? '';
  expect(address).toMatch(new RegExp(`^${head}.*${tail}$`));
  await desk.sees('(this one)');
  await desk.press('Esc');
  await desk.seesNot('Signals: details');
});

test.each([
  ['s', /━ Swap ━/],
  ['o', /━ New trigger order ━/],
])('%s leads to a form that buys it by its whole address; nothing is sent, and Esc leads back', async (key, title) => {
  await desk.press(key);
  await desk.sees(title);
  await desk.sees(/Sell +▕?SOL/);
  await desk.sees(/buy token +\S+ Solana/);
  await desk.sees(address);
  await desk.press('Esc');
  await desk.seesNot(title);
  await desk.sees('PAUSED +');
  expect(sentRequests(desk)).toEqual([]);
});

test('one key away, the callers have their calls and how these did, and say from how many reads that comes', async () => {
  await desk.press('M-w');
  await desk.sees(/CALLER +ON +CALLS +TOKENS +MEDIAN +BEST +UP +LAST CALL/);
  await desk.sees(/ Callers .*\d+ callers from 1\d reads/);
  await desk.sees(/\S+ +.*(?:discord|telegram|x) +\d+ +\d+ +[+−]?[\d.]+ % +[+−]?[\d.]+ % +\d+ % +\d/);
  await desk.press('Enter');
  await desk.sees('Callers: details');
  await desk.sees(/each call +\d{4}-\d\d-\d\d/);
  await desk.press('Esc', '0');
  await desk.seesNot('Callers: details');
});

test('elsewhere the streams are off, unless they are to stay on', async () => {
  await desk.press('5');
  await desk.sees('6 of 6 live');
  await desk.press('0', 'w');
  await desk.sees('kept on');
  await desk.press('5');
  await desk.sees('11 of 11 live');
  await desk.sees(/alpha\.signalFeedGlobal .* Signals pane|alpha\.signalFeedGlobal .*live/);
});

test('reads that fail say so and come again by a key', async () => {
  const end = await addFault(paper, { kind: 'serverError', route: 'GET /api/v2/alpha/*', times: null });
  await desk.press('0', 'r');
  await desk.sees(/✕ Calls: /);
  await end();
  await desk.press('r');
  await desk.seesNot('✕ Calls:');
});
