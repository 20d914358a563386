import { tokenPrograms } from '../chain/svm-accounts.ts';
import type { Explained } from './decoded-transaction.ts';
import type { InstructionReader } from './instruction-reader.ts';

export const isTokenProgram = (program: string): boolean => tokenPrograms.some((known) => known === program);

const authorities = ['mint tokens', 'freeze accounts', 'own the account', 'close the account'];

/** Instructions that SPL Token and Token-2022 share, and Token-2022's transfer with a fee. Amounts are base units. */
export function token(read: InstructionReader): Explained | null {
  const [first, second, third, fourth] = [0, 1, 2, 3].map(read.account) as [string, string, string, string];
  const amount = (): string => String(read.u64());
  switch (read.u8()) {
    case 3:
      return { action: 'transfer', details: { from: first, to: second, owner: third, amount: amount() } };
    case 4:
      return approve({ account: first, delegate: second, owner: third, amount: amount() });
    case 5:
      return { action: 'revoke', details: { account: first, owner: second } };
    case 6:
      return setAuthority(read, first);
    case 7:
      return { action: 'mint', details: { mint: first, to: second, amount: amount() } };
    case 8:
      return { action: 'burn', details: { account: first, mint: second, owner: third, amount: amount() } };
    case 9:
      return { action: 'close account', details: { account: first, remainderTo: second, owner: third } };
    case 12:
      return transferOf({ from: first, mint: second, to: third, owner: fourth }, amount(), read.u8());
    case 13: {
      const [units, decimals] = [amount(), String(read.u8())];
      return approve({ account: first, mint: second, delegate: third, owner: fourth, amount: units, decimals });
    }
    case 15: {
      const [units, decimals] = [amount(), String(read.u8())];
      const details = { account: first, mint: second, owner: third, amount: units, decimals };
      return { action: 'burn', details };
    }
    case 17:
      return { action: 'sync native', details: { account: first } };
    case 26: {
      if (read.u8() !== 1) return null;
      const moved = transferOf({ from: first, mint: second, to: third, owner: fourth }, amount(), read.u8());
      return { ...moved, details: { ...moved.details, fee: amount() } };
    }
    default:
      return null;
  }
}

const transferOf = (
  accounts: { readonly from: string; readonly mint: string; readonly to: string; readonly owner: string },
  amount: string,
  decimals: number,
) => ({ action: 'transfer', details: { ...accounts, amount, decimals: String(decimals) } });

const approve = (details: Explained['details']): Explained => ({
  action: 'approve',
  details,
  risk: `lets ${details['delegate']} move up to ${details['amount']} base units later`,
});

function setAuthority(read: InstructionReader, account: string): Explained {
  const authority = authorities[read.u8()] ?? 'another authority';
  const to = read.u8() === 0 ? 'nobody' : read.address();
  return {
    action: 'set authority',
    details: { account, authority, to },
    risk: `gives the right to ${authority} to ${to}`,
  };
}
