import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => backToDesk(desk));
afterAll(async () => {
  expect(sentRequests(desk)).toEqual([]);
  await desk.close();
});

/** Types into the focused field and tries to go on: the sentence is there and no confirmation is. */
async function isRefused(typed: string, sentence: string): Promise<void> {
  await desk.press('C-u');
  await desk.types(typed);
  await desk.press('Enter');
  await desk.seesWhere((screen) => words(screen.text()).includes(sentence), `“${sentence}”`);
  expect(desk.screen().shows('Send (y)')).toBe(false);
  expect(sentRequests(desk)).toEqual([]);
}

/** A message goes on over two lines of the form. */
const words = (text: string): string =>
  text
    .split('\n')
    .map((line) => /┃ ([^┃]*)┃/.exec(line.slice(5))?.[1] ?? line)
    .join(' ')
    .replace(/\s+/g, ' ');

async function opens(key: string, title: string): Promise<void> {
  await desk.press('1', 'g', key);
  await desk.sees(title);
}

const range = 'a whole number from 1 to 100.';

describe('closing a position', () => {
  test.each([
    ['0', `0 is not allowed: type ${range}`],
    ['101', `101 is not allowed: type ${range}`],
    ['', `Type ${range}`],
    ['abc', `A percentage is ${range}`],
    ['-5', `A percentage is ${range}`],
    ['12.5', `The service takes whole percentages only: type ${range}`],
    ['1e1', `A percentage is ${range}`],
    ['1,0', `A percentage is ${range}`],
    ['9999999999', `A percentage is ${range}`],
  ])('“%s” %%', async (typed, sentence) => {
    await opens('c', 'Close position');
    // The presets' letters are in the way of "abc" alone: typed letters must not set one by accident.
    await isRefused(typed, sentence);
  });
});

describe('margin', () => {
  test.each([
    ['', 'Type an amount, such as 1.5.'],
    ['abc', 'An amount is digits with at most one point, such as 1.5.'],
    ['-5', 'An amount is digits with at most one point, such as 1.5.'],
    ['0', 'Type an amount above zero, such as 25.'],
    ['1.1234567', 'USDC has at most 6 decimals'],
    ['99999999', 'USDC are free on this account.'],
  ])('“%s” USDC', async (typed, sentence) => {
    await opens('m', 'Adjust margin');
    await desk.press('Tab');
    await isRefused(typed, sentence);
  });

  test('more is removed than may be', async () => {
    await opens('m', 'Adjust margin');
    await desk.press('Down', 'Tab');
    await isRefused('2800', 'margin');
  });
});

describe('a swap', () => {
  test.each([
    ['', 'Type an amount, such as 1.5.'],
    ['abc', 'An amount is digits with at most one point, such as 1.5.'],
    ['-5', 'An amount is digits with at most one point, such as 1.5.'],
    ['0', 'Type an amount above zero, such as 1.5.'],
    ['0.1234567891', 'SOL has at most 9 decimals'],
    ['0%', 'A share of the balance is above 0 % and at most 100 %'],
    ['101%', 'A share of the balance is above 0 % and at most 100 %'],
    ['100000', '84.318'],
  ])('of “%s” SOL', async (typed, sentence) => {
    await opens('s', '━ Swap ━');
    await desk.press('Tab', 'Tab', 'Tab');
    await desk.types('JUP');
    await desk.press('S-Tab');
    await isRefused(typed, sentence);
  });

  test.each([
    ['', 'Type a token'],
    ['NOSUCHTOKEN', 'is not known on Solana'],
    ['0x12', 'This is not a token address on Solana'],
    ['SOL', 'SOL'],
  ])('into “%s”', async (typed, sentence) => {
    await opens('s', '━ Swap ━');
    await desk.press('Tab', 'Tab');
    await desk.types('1');
    await desk.press('Tab');
    await isRefused(typed, sentence);
  });

  test.each([
    ['', 'slippage'],
    ['-1', 'slippage'],
    ['x', 'slippage'],
    ['101', 'At most'],
    ['0.001', 'slippage'],
  ])('with “%s” %% slippage', async (typed, sentence) => {
    await opens('s', '━ Swap ━');
    await desk.press('Tab', 'Tab');
    await desk.types('1');
    await desk.press('Tab');
    await desk.types('JUP');
    await desk.press('Tab');
    await isRefused(typed, sentence);
  });
});
