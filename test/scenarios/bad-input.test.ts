import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

type Refusal = readonly [typed: string, sentence: string];

/** Types each text into the focused field and tries to go on: the sentence is there and no confirmation is. */
async function refuses(...refusals: readonly Refusal[]): Promise<void> {
  for (const [typed, sentence] of refusals) {
    await desk.press('C-u');
    await desk.sends(typed);
    await desk.sees(endingIn(typed));
    await desk.press('Enter');
    await desk.seesWhere((screen) => words(screen.text()).includes(sentence), `“${sentence}” for “${typed}”`);
    expect(desk.screen().shows('Send (y)')).toBe(false);
  }
  expect(sentRequests(desk)).toEqual([]);
}

/** The field shows its end where it is too narrow. */
const endingIn = (typed: string): RegExp => new RegExp(`▕\\S*${typed.slice(-4).replace(/[.%]/g, '\\$&')} *▏`);

/** The text of the form on one line: a message may go on over two. */
const words = (text: string): string =>
  text
    .split('\n')
    .map((line) => Array.from(line.matchAll(/┃([^┃]*)(?=┃)/g), ([, part]) => part).join(' '))
    .join(' ')
    .replace(/\s+/g, ' ');

async function opens(key: string, title: string): Promise<void> {
  await desk.press('1', 'g', key);
  await desk.sees(title);
}

const noDigits = 'An amount is digits with at most one point, such as 1.5.';
const signed = 'Enter the amount without a sign.';

test('closing a position takes a whole percentage from 1 to 100', async () => {
  const range = 'a whole number from 1 to 100.';
  await opens('c', 'Close position');
  await refuses(
    ['0', `0 is out of range: enter ${range}`],
    ['101', `101 is out of range: enter ${range}`],
    ['', `Enter ${range}`],
    ['x', `Enter ${range}`],
    ['-5', `Enter ${range}`],
    ['12.5', `The service accepts whole percentages only: enter ${range}`],
    ['1e1', `Enter ${range}`],
    ['1,0', `Enter ${range}`],
    ['9999999999', `Enter ${range}`],
  );
});

describe('margin', () => {
  test('is added in USDC, at most what is free', async () => {
    await opens('m', 'Adjust margin');
    await refuses(
      ['', 'Enter an amount, such as 1.5.'],
      ['x', noDigits],
      ['-5', signed],
      ['0', 'Enter an amount above zero, such as 25.'],
      ['1.1234567', 'USDC has 6 decimals; 1.1234567 has 7.'],
      ['99999999', 'USDC is available on this account.'],
    );
  });

  test('is taken out only as far as the position can stand it', async () => {
    await opens('m', 'Adjust margin');
    await desk.press('Tab', 'Down', 'S-Tab');
    const margin = Number(/now +margin ([\d,.]+)/.exec(desk.screen().text())?.[1]?.replaceAll(',', ''));
    await refuses([String(Math.floor(margin) - 100), 'leverage; BTC allows 40×.'], ['9000', 'The position has only ']);
  });
});

describe('a swap', () => {
  /** Opens the form, fills it in and goes to the field. */
  async function goesTo(field: 'amount' | 'buy' | 'slippage'): Promise<void> {
    await opens('s', '━ Swap ━');
    await desk.press('Tab', 'Tab', '1', 'Tab');
    await desk.types('JUP');
    if (field === 'amount') await desk.press('S-Tab');
    if (field === 'slippage') await desk.press('Tab');
    await desk.sees('✓ JUP');
  }

  test('sells an amount that is there', async () => {
    await goesTo('amount');
    const share = 'Enter a percentage above 0 and up to 100, with at most 2 decimals, such as 50%.';
    await refuses(
      ['', 'Enter an amount, such as 1.5.'],
      ['x', noDigits],
      ['-5', signed],
      ['0', 'Enter an amount above zero, such as 1.5.'],
      ['0.1234567891', 'SOL has 9 decimals; 0.1234567891 has 10.'],
      ['0%', share],
      ['101%', share],
      ['100000', 'Insufficient balance: 84.318204517 SOL available.'],
    );
  });

  test('buys another token that the chain knows', async () => {
    await goesTo('buy');
    await refuses(
      ['', 'Enter a token symbol or address, such as SOL.'],
      ['ZZZZ', 'ZZZZ not found on Solana: enter another symbol or address, such as SOL.'],
      ['0x12', 'Not a token address on Solana: enter a full address or a symbol.'],
      ['SOL', 'This is the token being sold: enter another one.'],
    );
  });

  test('has a slippage within the limit', async () => {
    await goesTo('slippage');
    const rule = 'Slippage must be 0 to 100 %, with at most 2 decimals, such as 1 or 0.5.';
    await refuses(
      ['', rule],
      ['x', rule],
      ['-1', rule],
      ['0.001', rule],
      ['101', rule],
      ['30', 'At most 10 % (1000 bps) by your limit.'],
    );
  });
});

describe('a trigger order', () => {
  /** Opens the form, fills in 1 JUP for USDC, and goes to the choice of the behavior. */
  async function goesToBehavior(): Promise<void> {
    await opens('o', 'New trigger order');
    await desk.press('Tab', 'Tab', '1', 'Tab');
    await desk.types('USDC');
    await desk.press('Tab');
    await desk.sees('✓ USDC');
  }

  test('sells an amount with no more decimals than the token has', async () => {
    await goesToBehavior();
    await desk.press('S-Tab', 'S-Tab');
    await refuses(
      ['', 'Enter an amount, such as 1.5.'],
      ['-1', signed],
      ['0', 'Enter an amount above zero, such as 1.5.'],
      ['1.1234567', 'JUP has 6 decimals; 1.1234567 has 7.'],
    );
  });

  test('waits for a value above zero', async () => {
    await goesToBehavior();
    await desk.press('Tab', 'Tab', 'Tab');
    const rule = 'Enter a number above zero in USD, such as 0.95, 250K or 1.1B.';
    await refuses(['', rule], ['x', rule], ['-1', rule], ['0', rule], ['1,5', rule]);
  });

  test('or trails by 0.01 to 99 %', async () => {
    await goesToBehavior();
    await desk.press('Down', 'Tab', 'Tab', 'Tab');
    const rule = 'Enter 0.01 to 99 %, with at most 2 decimals, such as 8.';
    const range = 'The trail is from 0.01 to 99.0 per cent.';
    await refuses(['', rule], ['x', rule], ['-8', rule], ['0.001', rule], ['0', range], ['99.01', range]);
  });

  test('lapses after whole hours', async () => {
    await goesToBehavior();
    await desk.press('Tab', 'Tab', 'Tab', '9', 'Tab', 'Tab');
    const rule = 'Enter a whole number of hours, at most 9 digits, such as 24.';
    await refuses(['', rule], ['x', rule], ['-1', rule], ['1.5', rule]);
  });
});
