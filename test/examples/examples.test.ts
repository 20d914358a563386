import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { runExample } from './run-example.ts';

const [sol, jup] = ['So11111111111111111111111111111111111111112', 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'];

let paper: PaperProcess;
beforeAll(async () => {
  paper = await startPaper({ seed: 1, args: ['--speed', '5'] });
});
afterAll(() => paper?.stop());

/** Asked without any client of ours. */
async function read<T>(path: string, { baseUrl, apiKey } = paper): Promise<T> {
  const response = await fetch(`${baseUrl}/api/v2/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  return ((await response.json()) as { data: T }).data;
}
const positions = async (wallet: string) =>
  (await read<{ positions: { coin: string; szi: string }[] }>(`perp/positions?wallet_id=${wallet}`)).positions;

test('the tape prints swaps, and ends with the pipe that it writes to', async () => {
  await using tape = runExample(paper, 'tape.js', [`solana:${sol}`]);
  expect(await tape.says(/USD {2}at/)).toMatch(
    /^\d\d:\d\d:\d\d {2}(BUY |SELL) +[\d.]+ USD {2}at [\d.]+ {2}by \w{32,44}$/,
  );
  expect(await tape.interrupt()).toBe(0);
});

test('the report names every token and says how far positions are from liquidation', async () => {
  await using report = runExample(paper, 'portfolio-report.js');
  expect(await report.ended()).toBe(0);
  const text = report.lines.join('\n');
  for (const symbol of ['USDC', 'JUP', 'WIF', 'BONK', 'AERO', 'CAKE'])
    expect(text).toMatch(new RegExp(`^  ${symbol} `, 'm'));
  expect(text).toMatch(/^ {2}BTC +0\.15 .*\d\d\.\d %$/m);
  expect(text).not.toMatch(/NaN|undefined|null/);
});

test('a trailing stop closes the position, once, and a dry run does not', async () => {
  await using dry = runExample(paper, 'trailing-stop.js', ['SOL', '--bps', '0', '--dry-run']);
  await dry.says(/would close 35 SOL/);
  await dry.ended();
  expect((await positions('wal_perp')).map(({ coin }) => coin)).toContain('SOL');
  await using stop = runExample(paper, 'trailing-stop.js', ['SOL', '--bps', '0']);
  await stop.says(/closed 35 SOL/);
  expect(await stop.ended()).toBe(0);
  expect((await positions('wal_perp')).map(({ coin }) => coin)).not.toContain('SOL');
  const fills = await read<{ coin: string; sz: string; side: string }[]>(
    'perp/fills?start_time=0&coin=SOL&wallet_id=wal_perp',
  );
  expect(fills[0]).toMatchObject({ side: 'sell' });
});

test('a grid rests on both sides of the mark, and Ctrl-C cancels all that is left of it', async () => {
  const orders = () =>
    read<{ side: string; limitPx: string; cloid?: string }[]>('perp/orders?wallet_id=wal_main&coin=ETH');
  await using grid = runExample(paper, 'grid.js', 'ETH --wallet wal_main --steps 3 --bps 900 --usd 50'.split(' '));
  await grid.says(/(bid|ask) .* ETH at/, 6);
  const open = await orders();
  expect(open.map(({ side }) => side).sort()).toEqual(['buy', 'buy', 'buy', 'sell', 'sell', 'sell']);
  const { ctx } = await read<{ ctx: { markPx: string } }>('perp/markets/ETH');
  for (const { side, limitPx } of open)
    expect(side === 'buy' ? Number(limitPx) < Number(ctx.markPx) : Number(limitPx) > Number(ctx.markPx)).toBe(true);
  expect(await grid.interrupt()).toBe(0);
  expect(grid.lines.at(-1)).toContain('0 of ours are still open');
  expect(await orders()).toEqual([]);
});

test('copy trading buys once what somebody bought', async () => {
  const held = async () =>
    (
      await read<{ positions: { tokenAddress: string; walletAddress: string; latestBalanceRaw: string }[] }>(
        'portfolio/positions',
      )
    ).positions.find(({ tokenAddress, walletAddress }) => tokenAddress === jup && walletAddress.startsWith('8qNr'))!
      .latestBalanceRaw;
  const before = BigInt(await held());
  const args = `solana:${jup} --follow any --wallet wal_main --amount 10000000`;
  await using copy = runExample(paper, 'copy-trading.js', args.split(' '));
  expect(await copy.says(/success|failed/)).toMatch(/success \w{60,}/);
  expect(await copy.ended()).toBe(0);
  expect(BigInt(await held()) > before).toBe(true);
});

test('funding is listed, highest first, and a pair is opened and closed', async () => {
  await using list = runExample(paper, 'funding-harvest.js');
  expect(await list.ended()).toBe(0);
  const rates = list.lines.map((line) => Number(line.split(/\s+/)[1]));
  expect(rates).toHaveLength(15);
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  const best = list.lines[0]!.split(/\s+/)[0]!;
  await using pair = runExample(paper, 'funding-harvest.js', ['--trade', best, '--wallet', 'wal_main', '--usd', '100']);
  await pair.says(/^\S+ short /);
  expect((await positions('wal_main')).find(({ coin }) => coin === best)?.szi).toMatch(/^-/);
  expect(await pair.interrupt()).toBe(0);
  expect((await positions('wal_main')).find(({ coin }) => coin === best)).toBeUndefined();
});

test.each([
  [
    'grid.js',
    ['SOL', '--wallet', 'w'],
    /not on this machine: add --live/,
    { baseUrl: 'https://api.example', apiKey: 'k' },
  ],
  ['tape.js', ['nonsense'], /Usage: node examples\/tape\.js/, null],
  ['grid.js', ['SOL', '--nope'], /Unknown option '--nope'/, null],
  ['trailing-stop.js', ['XYZ', '--bps', '5'], /NOT_FOUND: no perp market XYZ \(request req_/, null],
])('%s %j says what is wrong', async (file, args, words, service) => {
  await using example = runExample(service ?? paper, file, args);
  expect(await example.says(words)).toMatch(words);
  expect(await example.ended()).not.toBe(0);
});
