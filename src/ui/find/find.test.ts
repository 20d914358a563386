import { expect, test } from 'vitest';
import type { ListedToken, TokenDepth } from '../../actions/tokens/search-tokens.ts';
import { isCellSafe } from '../../stores/desk-data.fixture.ts';
import { queryKeys } from '../../stores/desk-data.ts';
import type { Desk } from '../desk/desk.ts';
import { settle } from '../desk/fake-desk.fixture.ts';
import type { FormController } from '../forms/form-controller.ts';
import { openForm } from '../forms/open-form.ts';
import { addresses, spotDesk } from '../forms/spot-desk.fixture.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { tapeTokenForm } from '../forms/tape-token/tape-token-form.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { lineWidth, plainText } from '../text/span.ts';
import { findChoices } from './find-choices.ts';
import { FindController } from './find-controller.ts';
import { findLines } from './find-lines.ts';

const bonk: ListedToken = { chain: 'solana', address: addresses.bonk, symbol: 'BONK', name: 'Bonk' };
const fake: ListedToken = { chain: 'solana', address: addresses.jup, symbol: 'bonk', name: 'Bonk Official' };
const depth: TokenDepth = { priceUsd: '0.0000284', liquidityUsd: '12000.5', marketCapUsd: '1900000000' };

function setUp(
  over: {
    searchTokens?: (text: string) => Promise<readonly ListedToken[]>;
    tokenDepth?: () => Promise<TokenDepth>;
  } = {},
) {
  const asked: string[] = [];
  const copied: string[] = [];
  const {
    desk: fakeDesk,
    sent,
    cache,
  } = spotDesk({
    actions: {
      searchTokens: async (text) => {
        asked.push(text);
        return over.searchTokens ? over.searchTokens(text) : [bonk, fake];
      },
      tokenDepth: over.tokenDepth ?? (async () => depth),
    },
  });
  const desk = { ...fakeDesk, copyText: (text: string) => void copied.push(text) };
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
  };
  const choices = (token: ListedToken) => findChoices(desk, token);
  const find = new FindController(desk, { close, choices });
  const type = (text: string): void => {
    for (const char of text) find.key(char);
  };
  const screen = (columns = 100, rows = 40): string =>
    findLines(desk, find, { columns, rows }).map(plainText).join('\n');
  return { desk, cache, find, asked, sent, copied, type, screen, isClosed: () => isClosed };
}

test('what is typed is searched for once it is long enough, one search at a time, and the last text wins', async () => {
  const { find, asked, type } = setUp();
  type('b');
  await settle();
  expect(asked).toEqual([]);
  type('onk');
  await settle();
  // The search for `bo` was under way when the rest was typed.
  expect(asked).toEqual(['bo', 'bonk']);
  expect(find.view).toMatchObject({ foundFor: 'bonk', isSearching: false });
  find.key('C-u');
  await settle();
  expect(find.view).toMatchObject({ foundFor: null, rows: [] });
});

test('another search begins at its best again', async () => {
  const { find, type } = setUp();
  type('bonk');
  await settle();
  find.key('Down');
  expect(find.view.selected).toBe(1);
  type('s');
  await settle();
  expect(find.view).toMatchObject({ foundFor: 'bonks', selected: 0 });
});

test('a symbol is no identity: chain, address, depth and namesakes are shown', async () => {
  const { type, screen } = setUp();
  type('bonk');
  await settle();
  expect(screen()).toContain('2 found');
  expect(screen()).toContain(addresses.bonk);
  expect(screen()).toContain('12.00K');
  expect(screen()).toMatch(/1 other token uses the symbol \w+: check the address; low/);
});

test('a token is taken before anything is done with it; forms are filled in with its address', async () => {
  const { desk, find, sent, type, isClosed, copied } = setUp();
  type('bonk');
  await settle();
  find.key('s');
  find.key('Backspace');
  await settle();
  expect(isClosed()).toBe(false);
  find.key('Down');
  find.key('Enter');
  expect(find.scope).toBe('found');
  find.key('y');
  expect(copied).toEqual([fake.address]);
  expect(isClosed()).toBe(true);
  const again = new FindController(desk, { close: () => {}, choices: (token) => findChoices(desk, token) }, 'bonk');
  await settle();
  again.key('Enter');
  again.key('s');
  const { overlay } = desk.ui.getState();
  expect(overlay?.kind === 'form' && overlay.form.state.values['buy']).toBe(addresses.bonk);
  expect(sent).toEqual([]);
});

test('what is about to be done names the token with its whole address', async () => {
  const { find, type, screen } = setUp();
  type('bonk');
  await settle();
  find.key('Enter');
  for (const [columns, rows] of [
    [80, 24],
    [100, 40],
  ] as const) {
    expect(screen(columns, rows)).toContain(addresses.bonk);
    expect(screen(columns, rows)).toMatch(/check the address/);
    expect(screen(columns, rows)).toContain('copy address');
  }
});

test('a form that buys what was found asks for the amount first', async () => {
  const { desk, find, type } = setUp();
  type('bonk');
  await settle();
  find.key('Enter');
  find.key('s');
  const { overlay } = desk.ui.getState();
  expect(overlay?.kind === 'form' && overlay.form.state.focus).toBe('amount');
});

const keyed = (desk: Desk, ...keys: readonly string[]): void => {
  for (const key of keys) handleKey(desk, key, { columns: 100, rows: 40 });
};

const formOn = ({ ui }: Desk): FormController => {
  const { overlay } = ui.getState();
  if (overlay?.kind !== 'form') throw new Error('no form is open');
  return overlay.form;
};

test('in a token field the search fills the field, by address, and leads back to what was typed', async () => {
  const { desk } = setUp();
  openForm(desk, swapForm(desk));
  keyed(desk, 'Tab', 'Tab', '2', 'C-f');
  expect(formOn(desk).state.values).toMatchObject({ amount: '2', buy: '' });
  keyed(desk, 'Tab', 'C-f', ...'bonk');
  await settle();
  expect(desk.ui.getState().overlay?.kind).toBe('find');
  keyed(desk, 'Enter');
  expect(formOn(desk).state).toMatchObject({ focus: 'buy', values: { sell: 'SOL', amount: '2', buy: addresses.bonk } });
  // What is typed next replaces it, as in any field that was filled in.
  keyed(desk, 'C-f', 'Esc', 'J');
  expect(formOn(desk).state.values['buy']).toBe('J');
});

test('a token of another chain brings its wallet, and one of a chain without a wallet is refused in words', async () => {
  const brett: ListedToken = { chain: 'base', address: addresses.base, symbol: 'BRETT', name: 'Brett' };
  const cake: ListedToken = { ...brett, chain: 'bsc', symbol: 'CAKE' };
  let found = brett;
  const { desk, cache } = setUp({ searchTokens: async () => [found] });
  cache.setQueryData(queryKeys.named('wallets'), desk.data.read('wallets').data?.slice(0, 2));
  openForm(desk, swapForm(desk));
  const takes = async (): Promise<void> => {
    keyed(desk, 'C-f', ...'xx');
    await settle();
    keyed(desk, 'Enter');
  };
  keyed(desk, 'Tab', 'Tab', '2', 'Tab');
  await takes();
  const { values } = formOn(desk).state;
  expect(values).toMatchObject({ sell: 'ETH', amount: '', buy: brett.address });
  expect(values['walletId']).not.toBe('wal_main');
  found = cake;
  await takes();
  expect(formOn(desk).state).toMatchObject({
    values,
    note: expect.stringMatching(/on BNB Chain, where you have no active wallet/),
  });
});

test('the form for the tape takes the chain with the token', async () => {
  const { desk } = setUp({
    searchTokens: async () => [{ ...bonk, chain: 'base', address: addresses.base }],
  });
  openForm(desk, tapeTokenForm(desk));
  keyed(desk, 'C-f', ...'bonk');
  await settle();
  keyed(desk, 'Enter');
  expect(formOn(desk).state.values).toEqual({ chain: 'base', token: addresses.base });
});

test('the tape takes it, and a token that is there already is shown', async () => {
  const { desk, find, type } = setUp();
  type('bonk');
  await settle();
  find.key('Enter');
  find.key('t');
  expect(desk.watchlist.getState().tokens).toEqual([`solana:${addresses.bonk}`]);
  expect(desk.ui.getState()).toMatchObject({ focus: 'tape', tape: { tokenId: `solana:${addresses.bonk}` } });
});

test('a search that fails says so, and is made again with the next letter', async () => {
  let isDown = true;
  const { type, screen } = setUp({
    searchTokens: async () => {
      if (isDown) throw new Error('no answer');
      return [bonk];
    },
  });
  type('bo');
  await settle();
  expect(screen()).toContain('no answer');
  isDown = false;
  type('n');
  await settle();
  expect(screen()).toContain('1 found');
});

test('wide names stay in their cells, and every line is as wide as the box, at any size', async () => {
  const wide = { ...bonk, symbol: '漢字漢字漢字', name: '漢字漢字漢字漢字漢字漢字漢字漢字漢字' };
  const { desk, find, type } = setUp({
    searchTokens: async () => [wide, bonk],
    tokenDepth: async () => ({ ...depth, priceUsd: 'NaN' }),
  });
  type('bonk');
  await settle();
  for (const isTaken of [false, true]) {
    if (isTaken) find.key('Enter');
    for (const columns of [60, 80, 120, 200])
      for (const line of findLines(desk, find, { columns, rows: 24 })) {
        expect(lineWidth(line)).toBe(Math.min(columns - 4, 100));
        expect(isCellSafe(plainText(line))).toBe(true);
      }
  }
});
