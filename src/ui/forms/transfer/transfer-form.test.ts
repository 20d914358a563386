import { describe, expect, test } from 'vitest';
import { readRows } from '../../desk/fake-desk.fixture.ts';
import type { Values } from '../form-spec.ts';
import { openForm } from '../open-form.ts';
import { addresses, openSpotForm, spotDesk } from '../spot-desk.fixture.ts';
import { addWallet, sniperAddress } from './move-forms.fixture.ts';
import { retireForm } from './retire-form.ts';
import { transferForm } from './transfer-form.ts';

const good = { walletId: 'wal_main', token: 'SOL', amount: '0.5', to: 'wal_sniper' };

function transfer(options: Parameters<typeof openSpotForm>[2] = {}) {
  const opened = openSpotForm((desk) => transferForm(desk), good, options);
  addWallet(opened);
  return opened;
}

describe('a transfer', () => {
  test('is confirmed with the full address, exact amounts, the fee and what stays', async () => {
    const { form, evaluate } = transfer();
    const { draft, problems } = await evaluate();
    expect(problems).toEqual({});
    expect(draft).toMatchObject({
      fromWalletId: 'wal_main',
      toWalletId: 'wal_sniper',
      token: { chain: 'solana', address: addresses.sol },
      baseUnits: 500_000_000n,
      correlationId: 'c'.repeat(32),
      summary: '0.5 SOL from main to sniper',
    });
    const rows = readRows(form.confirmation(draft!));
    expect(rows).toContain(`to: sniper on Solana ${sniperAddress}`);
    expect(rows).toContain('send: 0.5 SOL = 500000000 base units ≈ 70.00 USD');
    expect(rows).toContain('stays: 83.7 SOL in main = 83700000000 base units, less the network fee');
    expect(rows).toContain('network fee: paid in SOL by main; unknown in advance');
    expect(rows.at(-1)).toContain('c'.repeat(32));
  });

  test('sends the draft with a correlationId of its own each time', async () => {
    let made = 0;
    const { form, evaluate, sent } = transfer({ actions: { newCorrelationId: () => `id-${++made}` } });
    for (let turn = 0; turn < 2; turn++) await form.submit((await evaluate()).draft!);
    expect(sent).toMatchObject([{ correlationId: 'id-1' }, { correlationId: 'id-2' }]);
    expect(Object.keys(sent[0] as object)).not.toContain('from');
  });

  test('of everything warns that nothing is left for the fee', async () => {
    const { evaluate } = transfer();
    const { preview } = await evaluate({ amount: '100%' });
    expect(readRows(preview)).toContain(': leaves no SOL for the network fee');
  });

  test.each<[string, Values, Values]>([
    ['more than the balance', { amount: '85' }, { amount: 'Insufficient balance: 84.2 SOL available.' }],
    ['nothing', { amount: '0' }, { amount: 'Enter an amount above zero, such as 1.5.' }],
    ['too many decimals', { amount: '0.1234567891' }, { amount: 'SOL has 9 decimals; 0.1234567891 has 10.' }],
    ['no receiver', { to: 'wal_base' }, { to: 'Choose the receiving wallet with ↑↓.' }],
    [
      'a chain with one wallet',
      { walletId: 'wal_base', token: 'ETH' },
      { to: 'There is no other active wallet on Base to send to.' },
    ],
  ])('of %s is refused', async (_, change, problems) => {
    const { evaluate } = transfer();
    const evaluation = await evaluate(change);
    expect(evaluation.problems).toMatchObject(problems);
    expect(evaluation.draft).toBeNull();
  });

  test('needs both wallets to be allowed to the key', async () => {
    const { evaluate } = transfer({ constraints: { allowedWalletIds: ['wal_main'] } });
    expect((await evaluate()).problems).toEqual({ to: 'The key does not allow this wallet.' });
  });

  test('starts with the other wallet of the chain, also for a token found on another one', () => {
    const { form } = transfer();
    const filled = form.fillToken?.('token', { chain: 'base', address: addresses.base }, good);
    expect(filled).toMatchObject({ walletId: 'wal_base', to: '' });
    expect(form.fillToken?.('token', { chain: 'bsc', address: addresses.base }, good)).toContain('BNB Chain');
  });
});

describe('retiring a wallet', () => {
  function retire() {
    const opened = openSpotForm((desk) => retireForm(desk), { walletId: 'wal_main', token: 'SOL', to: 'wal_sniper' });
    addWallet(opened);
    return opened;
  }

  test('names what stays behind and what happens to the wallet', async () => {
    const { form, evaluate } = retire();
    const { draft } = await evaluate();
    expect(draft).toMatchObject({ summary: 'main into sniper, moving all its SOL', toWalletId: 'wal_sniper' });
    const rows = readRows(form.confirmation(draft!));
    expect(rows).toContain(`to: sniper on Solana ${sniperAddress}`);
    expect(rows.find((row) => row.startsWith('move at most:'))).toContain('84.2 SOL = 84200000000 base units');
    expect(rows.find((row) => row.startsWith('stays behind:'))).toContain('4,820.5513 JUP');
    expect(rows.find((row) => row.includes('BONK'))).toContain('5 BONK');
    expect(rows.find((row) => row.startsWith('then:'))).toContain('archives main');
  });

  test('of a token leaves the native coin behind', async () => {
    const { evaluate } = retire();
    const rows = readRows((await evaluate({ token: addresses.jup })).preview);
    expect(rows.find((row) => row.startsWith('stays behind:'))).toContain('84.2000 SOL');
    expect(rows.some((row) => row.includes('JUP ≈') && row.startsWith('stays'))).toBe(false);
  });

  test('says that the rest is unknown before the holdings are read, or where the list is cut', async () => {
    const { evaluate, answer, desk } = retire();
    answer('holdings', { positions: [], warnings: ['base could not be read'] }, desk.now());
    expect(readRows((await evaluate()).preview)).toContain('stays behind: the list of tokens may be incomplete');
    answer('holdings', { positions: [] }, desk.now());
    expect(readRows((await evaluate()).preview)).toContain('stays behind: no other token');
  });

  test('offers to move a token first, in a form over this one', () => {
    const fake = spotDesk();
    addWallet(fake);
    openForm(fake.desk, retireForm(fake.desk, { walletId: 'wal_main' }));
    const form = () => {
      const { overlay } = fake.desk.ui.getState();
      return overlay?.kind === 'form' ? overlay.form : null;
    };
    expect(form()?.remedy()?.text).toContain('move JUP to sniper first (first of 2 tokens)');
    form()?.key('C-e');
    expect(form()?.spec.id).toBe('transfer');
    expect(form()?.state.values).toMatchObject({ token: addresses.jup, amount: '100%', to: 'wal_sniper' });
    form()?.key('Esc');
    expect(form()?.spec.id).toBe('retire');
    expect(form()?.state.values).toMatchObject({ walletId: 'wal_main', to: 'wal_sniper' });
  });
});
