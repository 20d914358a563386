import { expect, test } from 'vitest';
import { headerLine } from '../bars/header.ts';
import { explainLine } from '../command-line/prompt/explain-prompt.ts';
import { openForm } from '../forms/open-form.ts';
import { spotDesk } from '../forms/spot-desk.fixture.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { balancesPane } from '../panes/balances/balances-pane.ts';
import { plainText } from '../text/span.ts';
import { perpWalletNow, walletNames, walletsNamed } from './active-wallet.ts';

const size = { columns: 120, rows: 40 };
type Fake = ReturnType<typeof spotDesk>;

const press = ({ desk }: Fake, ...keys: readonly string[]): void => {
  for (const key of keys) handleKey(desk, key, size);
};
const types = (fake: Fake, text: string): void =>
  press(fake, ':', ...[...text].map((key) => (key === ' ' ? 'Space' : key)));
const inHand = ({ desk }: Fake) => desk.activeWallet.getState();
const notices = ({ desk }: Fake): string[] => desk.notices.getState().notices.map(({ text }) => text);
const explained = ({ desk }: Fake): string => {
  const { overlay } = desk.ui.getState();
  return overlay?.kind === 'command' ? explainLine(desk, overlay.prompt.text).text : '';
};

test('every wallet has one name: its label, its label and chain where others have that too', () => {
  const { desk } = spotDesk();
  expect(walletNames(desk).map(({ name }) => name)).toEqual(['main:base', 'main:solana', 'moon', 'perps']);
  for (const { name, wallet } of walletNames(desk)) expect(walletsNamed(desk, name.toUpperCase())).toEqual([wallet]);
  expect(walletsNamed(desk, 'wal_main').map(({ walletId }) => walletId)).toEqual(['wal_main']);
  expect(walletsNamed(desk, 'old'), 'archived').toEqual([]);
});

test(':wallet says what it will do, makes the wallet active for forms, and header and balances show it', () => {
  const fake = spotDesk();
  types(fake, 'wallet moon');
  expect(explained(fake)).toMatch(
    /^swaps and trigger orders start with moon on Monad \(0x1196…5a84\) for this session/,
  );
  press(fake, 'Enter');
  expect(inHand(fake)).toEqual({ walletId: 'wal_monad', spotId: 'wal_monad', perpId: null });
  expect(swapForm(fake.desk).initial).toMatchObject({ walletId: 'wal_monad', sell: 'MON' });
  expect(plainText(headerLine(fake.desk, 120))).toContain('moon 0x1196…5a84');
  types(fake, 'wallet main:solana');
  press(fake, 'Enter');
  const rows = balancesPane.rows(fake.desk).map((row) => balancesPane.shown?.(row, fake.desk));
  expect(rows.map((row) => row?.isActive)).toEqual(rows.map(() => true));
  expect(perpWalletNow(fake.desk)?.walletId, 'the positions stay').toBe('wal_perp');
});

test.each([
  [
    'wallet mian:solana',
    /^No active wallet named mian:solana\. Did you mean main:solana\? Allowed: main:base, main:solana, moon, perps\./,
  ],
  ['wallet main', /^2 wallets are named main: enter main:base or main:solana\./],
  ['wallet old', /^No active wallet named old\./],
])('%s is refused in words, and changes nothing', (line, words) => {
  const fake = spotDesk();
  types(fake, line);
  expect(explained(fake)).toMatch(words);
  press(fake, 'Enter');
  expect(inHand(fake).walletId).toBeNull();
  expect(fake.desk.ui.getState().overlay?.kind, 'what was typed stays').toBe('command');
});

test('w in the balances goes through all wallets; without any it says so', () => {
  const fake = spotDesk();
  press(fake, '3', 'w');
  expect(inHand(fake).walletId).toBe('wal_base');
  press(fake, 'w', 'w', 'w');
  expect(inHand(fake)).toEqual({ walletId: 'wal_perp', spotId: 'wal_perp', perpId: 'wal_perp' });
  expect(notices(fake).at(-1)).toBe('Active wallet for this session: perps (0xecd3…612f), with its positions');
  press(fake, 'w');
  expect(inHand(fake).walletId).toBe('wal_base');
  fake.cache.clear();
  press(fake, 'w');
  expect(notices(fake).at(-1)).toBe('the wallets are not read yet');
});

test('another wallet disarms one-click and a confirmation on screen; the same one does not', async () => {
  const asked: boolean[] = [];
  const fake = spotDesk({ actions: { setOneClick: (isArmed) => void asked.push(isArmed) } });
  fake.desk.trading.setState({ isOneClick: true });
  const { switchWallet } = await import('./active-wallet.ts');
  const [moon] = walletsNamed(fake.desk, 'moon');
  if (!moon) throw new Error('no wallet');
  openForm(fake.desk, swapForm(fake.desk, { sell: 'SOL', amount: '1', buy: 'USDC' }));
  const { overlay } = fake.desk.ui.getState();
  if (overlay?.kind !== 'form') throw new Error('no form');
  await Promise.resolve();
  fake.advance(1_000);
  await Promise.resolve();
  overlay.form.key('Enter');
  expect(overlay.form.state.phase).toBe('confirm');
  switchWallet(fake.desk, moon);
  expect(overlay.form.state).toMatchObject({
    phase: 'edit',
    note: expect.stringContaining('active wallet has changed'),
  });
  expect(asked).toEqual([false]);
  switchWallet(fake.desk, moon);
  expect(asked).toEqual([false]);
  expect(notices(fake).at(-1)).toBe('moon on Monad (0x1196…5a84) is the active wallet already.');
});
