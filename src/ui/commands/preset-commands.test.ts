import { expect, test } from 'vitest';
import type { DeskActions } from '../../actions/desk-actions.ts';
import type { SwapQuote } from '../../actions/orders/quote-swap.ts';
import { queryKeys } from '../../stores/desk-data.ts';
import { readRows, settle } from '../desk/fake-desk.fixture.ts';
import { addresses, quoteFor, spotDesk } from '../forms/spot-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { presetLines } from '../presets/preset-lines.ts';
import { plainText } from '../text/span.ts';

const size = { columns: 120, rows: 40 };
type Fake = ReturnType<typeof spotDesk>;

interface Options {
  readonly settings?: unknown;
  readonly nativeBalance?: string;
  readonly constraints?: { readonly maxSlippageBps?: number };
  readonly actions?: Partial<DeskActions>;
  /** Beginning of the row's key in the balances. */
  readonly at?: string;
}

const own = { oneClickMode: { '6': { buyPresets: ['0.5', '100'], sellPresets: ['25', '100'] } } };

/** The menu of a token in the balances, on screen for a second. */
function opened({ settings = own, at = addresses.jup, ...options }: Options = {}) {
  const fake = spotDesk(options);
  if (settings !== null)
    fake.cache.setQueryData(queryKeys.named('settings'), { tradeSettings: settings }, { updatedAt: fake.desk.now() });
  select(fake, at);
  press(fake, 'B');
  fake.advance(1_000);
  return fake;
}

const select = ({ desk }: Fake, address: string): void =>
  desk.ui.setState({
    focus: 'balances',
    selected: { balances: `solana:${addresses.main}${address === '' ? '' : `:${address}`}` },
  });
const press = ({ desk }: Fake, ...keys: string[]): void => {
  for (const key of keys) handleKey(desk, key, size);
};
const overlay = ({ desk }: Fake) => desk.ui.getState().overlay;
const form = (fake: Fake) => {
  const open = overlay(fake);
  return open?.kind === 'form' ? open.form : null;
};
const menu = (fake: Fake, screen = size): string[] => {
  const open = overlay(fake);
  return open?.kind === 'preset' ? presetLines(fake.desk, open, screen).map(plainText) : [];
};
const notices = ({ desk }: Fake): string[] => desk.notices.getState().notices.map(({ text }) => text);
const line = (fake: Fake, key: string): string => menu(fake).find((text) => text.includes(`${key}   `)) ?? '';

test('the menu names token, chain, address, wallet and what is held, and each amount with what it comes to', () => {
  const text = menu(opened()).join('\n');
  expect(text).toMatch(/JUP Jupiter on Solana JUPy…DvCN +0\.50000 USD/);
  expect(text).toMatch(/wallet +main 8qNr…mJVe +holds 4,820\.5513 JUP, 84\.2 SOL/);
  expect(text).toMatch(/1 {3}0\.5 SOL +≈ 70\.00 USD +6 +25 % +1,205\.1378… ≈ 602\.57 USD/);
  expect(text).toMatch(/2 {3}100 SOL +only 84\.2 SOL +7 {3}100 % +4,820\.5513 ≈ 2,410\.28 USD/);
  expect(text).toContain('Amounts from the trade settings.');
});

test.each([
  ['1', { sell: 'SOL', amount: '0.5', buy: addresses.jup }],
  ['6', { sell: addresses.jup, amount: '25%', buy: 'SOL' }],
])('%s leads to the confirmation of its swap as soon as the quote is there, and sends nothing', async (key, values) => {
  const fake = opened();
  press(fake, key);
  expect(form(fake)?.state).toMatchObject({ phase: 'edit', values: { ...values, walletId: 'wal_main' } });
  await settle();
  expect(form(fake)?.state.phase).toBe('confirm');
  fake.advance(1_000);
  press(fake, 'y');
  await settle();
  expect(fake.sent).toHaveLength(1);
  expect(fake.asked).toHaveLength(1);
  expect(fake.desk.ui.getState().lastOrder).toMatchObject({ kind: 'swap', values });
});

test('a form that was touched stays where it is', async () => {
  const fake = opened();
  press(fake, '1');
  fake.advance(1_000);
  press(fake, 'Tab');
  await settle();
  expect(form(fake)?.state.phase).toBe('edit');
});

test('what the swap refuses stands under its field', async () => {
  const fake = opened({ settings: { oneClickMode: { '6': { buyPresets: ['1'] } } } });
  fake.cache.setQueryData(queryKeys.named('balances'), {
    wallets: [
      {
        chain: 'solana',
        walletAddress: addresses.main,
        nativeSymbol: 'SOL',
        nativeBalance: '1.5',
        nativeBalanceUsd: '210',
      },
    ],
    warnings: [],
  });
  press(fake, '1');
  fake.cache.setQueryData(queryKeys.named('balances'), {
    wallets: [
      {
        chain: 'solana',
        walletAddress: addresses.main,
        nativeSymbol: 'SOL',
        nativeBalance: '0.2',
        nativeBalanceUsd: '28',
      },
    ],
    warnings: [],
  });
  await settle();
  expect(form(fake)?.state).toMatchObject({ phase: 'edit', attempted: true });
  expect(form(fake)?.evaluate().problems.amount).toMatch(/Insufficient balance/);
});

const armed: Partial<DeskActions> = { confirmation: () => ({ by: 'nothing' }) };

test('armed, a key sends when its quote is there, but not when it came too fast, too late, or would take the last coin', async () => {
  const calm = opened({ actions: armed });
  press(calm, '1');
  await settle();
  expect(calm.sent).toHaveLength(1);

  const hasty = spotDesk({ actions: armed });
  hasty.cache.setQueryData(
    queryKeys.named('settings'),
    { tradeSettings: own },
    { updatedAt: hasty.desk.now() - 9_999 },
  );
  select(hasty, addresses.jup);
  press(hasty, 'B', '1');
  await settle();
  expect([hasty.sent.length, form(hasty)?.state.phase]).toEqual([0, 'confirm']);

  const last = opened({ actions: armed, settings: { oneClickMode: { '6': { buyPresets: ['84.2'] } } } });
  expect(line(last, '1')).toContain('leaves no fee');
  press(last, '1');
  await settle();
  expect([last.sent.length, form(last)?.state.phase]).toEqual([0, 'confirm']);

  let answer = (_: SwapQuote): void => {};
  const quoteSwap: DeskActions['quoteSwap'] = (request) =>
    new Promise((resolve) => {
      answer = () => resolve(quoteFor(request, slow.desk.now()));
    });
  const slow: Fake = opened({ actions: { ...armed, quoteSwap } });
  press(slow, '1');
  await settle();
  slow.advance(5_000);
  answer({} as SwapQuote);
  await settle();
  expect([slow.sent.length, form(slow)?.state.phase]).toEqual([0, 'confirm']);
});

test('until the settings are read no key has a meaning; when they cannot be, those of the configuration have', async () => {
  const waiting = opened({ settings: null });
  expect(line(waiting, '1')).toMatch(/1 +… /);
  press(waiting, '1');
  expect(form(waiting)).toBeNull();
  expect(notices(waiting)).toEqual(['the trade settings are still loading']);
  await waiting.cache
    .fetchQuery({ queryKey: queryKeys.named('settings'), queryFn: () => Promise.reject(new Error('no')) })
    .catch(() => {});
  expect(line(waiting, '1')).toMatch(/1 {3}0\.1 SOL/);
  expect(menu(waiting).join(' ')).toMatch(/failed to load \(\w+\): using configured amounts/);
});

test('what cannot be done says why: the coin itself, nothing held, halted, a key without an amount', () => {
  const native = opened({ at: '' });
  expect(line(native, '1')).toContain('cannot buy itself');
  press(native, '6');
  expect(notices(native).at(-1)).toBe('25 %: cannot buy itself');
  press(native, '5');
  expect(notices(native).at(-1)).toBe('no amount is set for this key');

  const halted = opened({ actions: { whyRefused: () => 'Trading is halted.' } });
  expect(line(halted, '1')).toContain('sending is blocked');

  const none = spotDesk();
  none.cache.setQueryData(queryKeys.named('settings'), { tradeSettings: own });
  none.desk.ui.setState({
    focus: 'chart',
    tape: { ...none.desk.ui.getState().tape, tokenId: `solana:${addresses.bonk}` },
  });
  none.cache.setQueryData(queryKeys.named('holdings'), { positions: [] });
  press(none, 'B');
  expect(line(none, '6')).toContain('balance unknown');
});

test('without a selected token it asks for one; Esc leaves with nothing sent', () => {
  const fake = spotDesk();
  press(fake, 'B');
  expect(overlay(fake)).toBeNull();
  expect(notices(fake)[0]).toMatch(/^no token selected: select one in the balances \(3\)/);
  const open = opened();
  press(open, 'Esc');
  expect([overlay(open), open.sent]).toEqual([null, []]);
});

test.each([[{ columns: 80, rows: 24 }], [{ columns: 60, rows: 16 }], [{ columns: 200, rows: 60 }]])(
  'fits %o, its lines of one width',
  (screen) => {
    const lines = menu(opened(), screen);
    expect(lines.length).toBeLessThanOrEqual(screen.rows - 2);
    expect(new Set(lines.map((text) => text.length)).size).toBe(1);
  },
);

const slipping = (slippageBps: number) => ({
  ...own,
  chainPresetsBuy: { '6': { auto: { type: 'solana', slippageBps } } },
});

test.each([
  [150, {}, '1.5', /^slippage: 1\.5 % \(150 bps\), at most [\d.]+ USD, per trade settings$/],
  [0, {}, '0', /^slippage: 0 % \(0 bps\), at most [\d.]+ USD, per trade settings$/],
  [1_000, {}, '10', /^slippage: 10 % \(1000 bps\).*, per trade settings$/],
  [1_001, {}, '10', /, the maximum allowed; trade settings: 10\.01 %$/],
  [1_000, { maxSlippageBps: 999 }, '9.99', /, the maximum allowed; trade settings: 10 %$/],
])(
  'the slippage is that of the trade settings (%i bps), within the limits, and said',
  async (bps, key, typed, words) => {
    const fake = opened({ settings: slipping(bps), constraints: key });
    press(fake, '1');
    await settle();
    const [confirming, draft] = [form(fake), form(fake)?.confirmed];
    if (!confirming || !draft) throw new Error('no confirmation');
    expect(confirming.state.values.slippage).toBe(typed);
    expect(readRows(confirming.spec.confirmation(draft)).find((row) => row.startsWith('slippage'))).toMatch(words);
    expect(fake.asked[0]?.slippageBps).toBe(Math.round(Number(typed) * 100));
  },
);

test('where the settings have none, it is 1 %, or less where only less is allowed; the menu says it', () => {
  const fake = opened({ constraints: { maxSlippageBps: 50 } });
  expect(menu(fake).join(' ')).toContain('Slippage 0.5 %.');
  press(fake, '1');
  expect(form(fake)?.state.values.slippage).toBe('0.5');
  expect(menu(opened({ settings: slipping(150) })).join(' ')).toMatch(/Slippage 1\.5 % for buys, 1 % ?│?/);
});

test.each(['The terminal was resized.', 'The connection was lost.'])(
  'what takes a confirmation back ends the wait for the quote too: %s',
  async (reason) => {
    const fake = opened({ actions: armed });
    press(fake, '1');
    form(fake)?.disarm(reason);
    await settle();
    expect([fake.sent.length, form(fake)?.state.phase, form(fake)?.state.note]).toEqual([0, 'edit', reason]);
  },
);

test('a token that is written like another is never bought unread', async () => {
  const fake = opened({ actions: armed });
  const id = `solana:${addresses.jup}`;
  const info = fake.desk.data.token(id);
  fake.cache.setQueryData(queryKeys.token(id), { ...info, tokenId: id, symbol: 'ЈUP' });
  fake.cache.setQueryData(queryKeys.token(`solana:${addresses.usdc}`), {
    tokenId: `solana:${addresses.usdc}`,
    symbol: 'JUP',
    name: 'Jupiter',
    decimals: 6,
  });
  expect(menu(fake).join(' ')).toContain('LOOKALIKE');
  press(fake, '1');
  await settle();
  expect([fake.sent.length, form(fake)?.state.phase]).toEqual([0, 'confirm']);
});

test('a confirmation that comes by itself is sent only once all of it was seen', async () => {
  const fake = opened();
  const low = { columns: 80, rows: 18 };
  handleKey(fake.desk, '1', low);
  await settle();
  fake.advance(1_000);
  handleKey(fake.desk, 'y', low);
  await settle();
  expect([fake.sent.length, form(fake)?.state.phase]).toEqual([0, 'confirm']);
  while (!form(fake)?.state.confirm?.isRead) handleKey(fake.desk, 'Down', low);
  fake.advance(1_000);
  handleKey(fake.desk, 'y', low);
  await settle();
  expect(fake.sent).toHaveLength(1);
});

test.each([
  ['33.33', '4820551301', 1_606_689_748n],
  ['0.01', '9999', null],
  ['100', '123456789012345678901234567890', 123_456_789_012_345_678_901_234_567_890n],
  ['99.99', '123456789012345678901234567890', 123_444_443_333_444_444_333_344_444_433n],
])('%s %% of %s base units is exact, in the menu and in the swap', async (share, raw, baseUnits) => {
  const fake = opened({ settings: { oneClickMode: { '6': { sellPresets: [share] } } } });
  fake.cache.setQueryData(queryKeys.named('holdings'), {
    positions: [
      {
        walletAddress: addresses.main,
        network: 'sol',
        tokenAddress: addresses.jup,
        latestBalanceRaw: raw,
        tokenDecimal: 6,
        latestTokenUsdPrice: '0.5',
        balanceUsd: '1',
      },
    ],
  });
  press(fake, '6');
  await settle();
  if (baseUnits === null) expect(notices(fake).at(-1)).toMatch(/below one base unit$/);
  else expect(form(fake)?.confirmed).toMatchObject({ baseUnits });
});
