import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../../domain/text/text-width.ts';
import { mainAddress, wire } from '../../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import type { FormController } from '../../forms/form-controller.ts';
import { handleKey, handlePaste } from '../../keyboard/desk-keys.ts';
import { verbs } from '../verbs/verbs.ts';
import { explainLine } from './explain-prompt.ts';
import { promptLines } from './prompt-lines.ts';

const size = { columns: 80, rows: 24 };

function filled(over: Parameters<typeof fakeDesk>[0] = {}): FakeDesk {
  const fake = fakeDesk(over);
  fake.fill();
  const spot = { walletId: 'w-sol', address: mainAddress, state: 'ACTIVE', chain: 'solana', label: 'spot' };
  fake.answer('wallets', [...wire.wallets, spot], readAtMs);
  return fake;
}

const press = ({ desk }: FakeDesk, ...keys: readonly string[]): void => {
  for (const key of keys) handleKey(desk, key, size);
};
const type = (fake: FakeDesk, line: string): void =>
  press(fake, ':', ...[...line].map((char) => (char === ' ' ? 'Space' : char)));

const promptOf = ({ desk }: FakeDesk) => {
  const { overlay } = desk.ui.getState();
  return overlay?.kind === 'command' ? overlay.prompt : null;
};
function formOf({ desk }: FakeDesk): FormController {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'form') throw new Error(`no form is open, but ${overlay?.kind}`);
  return overlay.form;
}
const explain = ({ desk }: FakeDesk, line: string) => explainLine(desk, line);
const screen = (fake: FakeDesk, columns = 80): string[] => {
  const prompt = promptOf(fake);
  return prompt ? texts(promptLines(fake.desk, prompt, columns)) : [];
};

describe('while it is typed', () => {
  test.each([
    ['close BTC 50%', /^closes 50 % of BTC long, 0\.0750 BTC, about [\d,.]+ USD; asks for confirmation$/],
    ['close btc', /^closes 100 % of BTC long/],
    ['close BCT', /^No open position in BCT\. Did you mean BTC\? Open: BTC, ETH/],
    ['margin BTC +25', /^adds 25 USDC of margin to BTC long, new liquidation price [\d,.]+; asks for confirmation$/],
    ['exits BTC sl 90000', /^set stop of BTC long; asks for confirmation$/],
    ['exits BTC sl 99000', /^Enter a stop below the mark/],
    ['exits BTC sl off', /^Nothing to change/],
    ['exits BTC', /^opens stop and take profit of BTC long$/],
    ['margin ETH +25', /^ETH uses cross margin/],
    ['margin BTC -999999', /^The position has only 2892\.36 USD of margin/],
    ['sell 30% JUP', /^sells 30 % of JUP for SOL from main on Solana, now; asks for confirmation$/],
    [
      'sell 1.5 SOL slippage 2%',
      /^sells 1\.5 SOL, about 2\d\d\.\d\d USD, for USDC from main on Solana, now, slippage 2 %; /,
    ],
    ['sell 30% NOPE', /^no wallet of yours is known to hold NOPE; the form searches for it$/],
    ['sell 0.1 ETH', /^sells 0\.1 ETH, about [\d.]+ USD, for USDC from base one on Base, now; /],
    ['sell 0.1234567891 SOL', /^SOL has 9 decimals; 0\.1234567891 has 10\.$/],
    ['sell 1 SOL for sol', /^The sold and the bought token are the same/],
    ['stop all JUP 0.80', /^sells 100 % of JUP for SOL from main on Solana when price < 0\.8 USD, within 24 h; /],
    ['trail sell all JUP 8% for 7d', /when price falls 8 % from its highest, within 168 h; /],
    [
      'sell 50 usd SOL',
      /^sells 50 USD ≈ 0\.\d+ SOL at 1\d\d\.\d+ \(\d\.\d s\), for USDC from main on Solana, now; asks for confirmation$/,
    ],
    ['buy 50 usd BONK', /^sells 50 USD ≈ 0\.\d+ SOL at .* for BONK from main on Solana, now; /],
    ['buy 50 usd SOL', /^sells 50 USD ≈ 50 USDC at 1, for SOL from main on Solana, now; /],
    ['buy 50 usd ETH', /^sells 50 USD ≈ 50 USDC at 1, for ETH from base one on Base, now; /],
    ['swap 50 usd of SOL to USDC', /^sells 50 USD ≈ 0\.\d+ SOL at .* for USDC from main on Solana, now; /],
    ['sell 50 usd NOPE', /^sells 50 USD of NOPE for SOL from main on Solana, now; /],
    ['transfer 50 usd SOL to spot', /^sends 50 USD ≈ 0\.\d+ SOL at .*, from main to spot on Solana; asks for /],
    ['transfer 1 SOL to main', /^main is not another wallet on Solana than main\.$/],
    ['transfer 1 SOL to nobody', /^No active wallet named nobody\. Allowed: /],
    ['transfer 1 SOL to main from spot', /^sends 1 SOL, about \d+\.\d\d USD, from spot to main on Solana; /],
    ['close BTC 500 usd', /^closes 3 % of BTC long, 0\.0045 BTC, about [\d,.]+ USD; asks for confirmation$/],
    ['close BTC 5 usd', /^1 % of BTC is worth [\d.]+ USD: enter at least that\.$/],
    ['close BTC 50K usd', /^The BTC position is worth [\d,.K]+ USD: enter less, or all\.$/],
    ['long 500 usd ETH', /^buys 500 USD of ETH at the market; asks for confirmation$/],
    ['halt', /^halts trading immediately/],
    ['active', /^Trading is already active\.$/],
    ['tape JUP', /^shows the swaps of JUP$/],
    ['tape WIF', /^WIF is not on the tape: opens the form to add it$/],
    [
      'long ETH 500 usd 5x sl 3100',
      /^(sets the leverage of ETH to 5× first, then )?buys 500 USD of ETH at the market, stop loss 3,100; asks for confirmation$/,
    ],
    [
      'short BTC 1.5 at 99K tp 90000',
      /^sells 1\.5 BTC at 99,000 or better, take profit 90,000; asks for confirmation$/,
    ],
    [
      'long btc risk 1% sl 2% tp 3R',
      /^buys BTC risking 1 % of the equity at the market, take profit 3R, stop loss 2%; asks for confirmation$/,
    ],
    ['long btc 25%', /^buys BTC for 25 % of the free margin at the market; asks for confirmation$/],
    ['long BTCC 1', /^Unknown perp market BTCC\. Did you mean BTC\? Markets: BTC/],
    ['leverage btc 10x', /^sets the leverage of BTC to 10×; asks for confirmation$/],
    ['alert btc > 100K', /^alerts you when BTC is above 100,000 USD; opens the alert form$/],
    ['alert JUP < 0.35', /^alerts you when JUP on Solana is below 0\.35 USD/],
    ['find bonk', /^searches all chains for bonk$/],
    ['sort positions pnl', /^sorts positions by pnl, largest first$/],
    ['sort positions nothing', /^positions has no column nothing\. Allowed: coin, size, /],
    ['sort tape pnl', /^The tape pane cannot be sorted\.$/],
    ['cancel nothing', /^No open order matches nothing/],
    ['help', /^Show all keys +\(key \?\)$/],
  ])('%s', (line, words) => {
    expect(explain(filled(), line).text).toMatch(words);
  });

  test('every example of the table is explained on a desk with data and on an empty one', () => {
    for (const fake of [filled(), fakeDesk()])
      for (const { examples } of verbs)
        for (const line of examples) expect(explain(fake, line).text, line).toMatch(/\S/);
  });

  test('the reason of a command that cannot be used is said before Enter', () => {
    const fake = filled();
    fake.desk.session.setState({ mode: 'replay' });
    type(fake, 'close BTC 50%');
    press(fake, 'Enter');
    expect(promptOf(fake)).toMatchObject({ text: 'close BTC 50%', refused: expect.stringContaining('a recording') });
  });
});

test('what nothing may be sent for now is said with its reason; the form opens all the same', () => {
  const fake = filled();
  fake.desk.actions.whyRefused = () => 'Trading is halted.';
  for (const line of ['close BTC 50%', 'margin BTC +25', 'sell 30% JUP', 'stop all JUP 0.80']) {
    const { tone, text } = explain(fake, line);
    expect([tone, text], line).toEqual(['warn', expect.stringMatching(/\. Not now: Trading is halted\.$/)]);
  }
  type(fake, 'close BTC 50%');
  press(fake, 'Enter');
  expect(formOf(fake).evaluate()).toMatchObject({ blocked: 'Trading is halted.', draft: null });
});

describe('Enter', () => {
  test('opens the form with what was typed, and sends nothing', () => {
    const fake = filled();
    type(fake, 'close BTC 50%');
    press(fake, 'Enter');
    expect(formOf(fake).spec.id).toBe('close');
    expect(formOf(fake).state).toMatchObject({ values: { percentage: '50' }, phase: 'edit' });
    expect(fake.done).toEqual([]);
  });

  test('that is held down goes no further than the form', () => {
    const fake = filled();
    // The worst case: orders of this size need no confirmation.
    fake.desk.actions.confirmation = () => ({ by: 'nothing' });
    type(fake, 'close BTC 50%');
    for (let held = 0; held < 40; held++) {
      press(fake, 'Enter');
      fake.clock.nowMs += held === 0 ? 660 : 40;
    }
    expect(fake.done).toEqual([]);
    expect(formOf(fake).state.phase).toBe('edit');
    fake.clock.nowMs += 1_000;
    press(fake, 'Enter');
    expect(fake.done).toEqual([['closePosition', expect.objectContaining({ coin: 'BTC', percentage: 50 })]]);
  });

  test.each([
    ['exits ETH tp 3100 sl 3800', 'exits', { sl: '3800', tp: '3100' }],
    ['margin BTC -25', 'margin', { direction: 'remove', amount: '25' }],
    ['sell 30% JUP', 'swap', { sell: 'JUP', amount: '30%', buy: 'SOL' }],
    ['sell 1.5 SOL', 'swap', { sell: 'SOL', amount: '1.5', buy: 'USDC' }],
    ['buy 50 usd BONK', 'swap', { sell: 'SOL', amount: '50 usd', buy: 'BONK' }],
    ['transfer 50 usd SOL to spot', 'transfer', { token: 'SOL', amount: '50 usd', to: 'w-sol' }],
    ['buy 0.5 SOL of BONK', 'swap', { sell: 'SOL', amount: '0.5', buy: 'BONK', slippage: '1' }],
    [
      'sell 100% JUP when mcap < 400M for 24h slippage 2%',
      'trigger',
      {
        metric: 'market_cap_usd',
        direction: 'below',
        value: '400000000',
        expiry: '24',
        slippage: '2',
        behavior: 'immediate',
      },
    ],
    ['trail sell all BONK 8%', 'trigger', { behavior: 'trailing', trailing: '8', direction: 'below', amount: '100%' }],
  ])('%s fills in the form', (line, id, values) => {
    const fake = filled();
    type(fake, line);
    press(fake, 'Enter');
    expect(formOf(fake).spec.id).toBe(id);
    expect(formOf(fake).state.values).toMatchObject(values);
    expect(fake.done).toEqual([]);
  });

  test('what cannot be run stays with the reason; Esc leaves', () => {
    const fake = filled();
    type(fake, 'close BTC 500%');
    press(fake, 'Enter');
    expect(promptOf(fake)).toMatchObject({
      text: 'close BTC 500%',
      refused: expect.stringMatching(/whole percentage/),
    });
    expect(screen(fake).join('\n')).toMatch(/! .*Unexpected "500%"/);
    press(fake, 'Esc');
    expect(fake.desk.ui.getState()).toMatchObject({ overlay: null, commandHistory: [] });
  });

  test('acts on the screen: sort, filter, zoom, tape, halt', () => {
    const fake = filled();
    for (const line of ['sort positions pnl', 'filter btc', 'zoom positions', 'tape JUP', 'halt']) {
      type(fake, line);
      press(fake, 'Enter');
    }
    const { sort, filter, zoomed, tape, focus, commandHistory } = fake.desk.ui.getState();
    expect(sort.positions).toEqual({ column: 'pnl', descending: true });
    expect({ filter: filter.positions, zoomed, focus }).toEqual({ filter: 'btc', zoomed: 'tape', focus: 'tape' });
    expect(tape.tokenId).toMatch(/^solana:JUP/);
    expect(fake.done).toEqual([['setMode', 'halted', ':halt was typed']]);
    expect(commandHistory).toHaveLength(5);
  });
});

test('pasted text is typed on one line, cleaned, and never run', () => {
  const fake = filled();
  press(fake, ':');
  handlePaste(fake.desk, 'close BTC 50%\n\x1b[2J\rhalt\n');
  expect(promptOf(fake)?.text).toBe('close BTC 50% � halt ');
  expect(fake.done).toEqual([]);
});

test('letters that are keys of the desk are typed, the halting one as well', () => {
  const fake = filled();
  type(fake, 'H?q1:');
  expect(promptOf(fake)?.text).toBe('H?q1:');
  expect(fake.done).toEqual([]);
});

test('Tab completes from the desk: verbs, coins, tokens', () => {
  const fake = filled();
  type(fake, 'clo');
  press(fake, 'Tab', 'b', 'Tab', 'h', 'Tab', 'Enter');
  expect(formOf(fake).state.values).toEqual({ percentage: '50' });
});

test('lines are exactly as wide as the screen, whatever is typed', () => {
  for (const line of ['', 'close BTC 50%', 'clsoe', `filter ${'x'.repeat(150)}`, 'filter 漢字漢字', 'sort ']) {
    const fake = filled();
    press(fake, ':');
    handlePaste(fake.desk, line);
    for (const columns of [60, 80, 120])
      for (const text of screen(fake, columns)) expect(displayWidth(text), text).toBe(columns);
  }
});

describe('a perp order', () => {
  test('is filled in, with another leverage only where it differs', () => {
    const fake = filled();
    type(fake, 'long BTC 500 usd 7x sl 90000');
    press(fake, 'Enter');
    expect(formOf(fake).state.values).toMatchObject({
      coin: 'BTC',
      side: 'buy',
      type: 'market',
      size: '500 usd',
      leverage: '7',
      sl: '90000',
      tp: '',
    });
  });

  test('at a price is a limit order, and leaves the leverage alone where it is the same', () => {
    const fake = filled();
    type(fake, 'short BTC 0.1 5x at 99000');
    press(fake, 'Enter');
    expect(formOf(fake).state.values).toMatchObject({
      side: 'sell',
      type: 'limit',
      price: '99000',
      size: '0.1',
      leverage: '',
    });
  });
});
