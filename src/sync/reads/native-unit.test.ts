import { expect, test } from 'vitest';
import { type NativeUnit, readNativeBalances } from './native-unit.ts';

const read = (nativeBalance: string, unit: NativeUnit, chain = 'solana') =>
  readNativeBalances(
    {
      wallets: [
        { chain, walletAddress: 'a', nativeBalance, nativeBalanceUsd: '1', nativeSymbol: 'X' },
        { unreadable: 'bad' },
      ],
    },
    unit,
  ).wallets;

test.each<[string, NativeUnit, string, string]>([
  ['84318204517', 'as-given', 'solana', '84318204517'],
  ['84318204517', 'base-units', 'solana', '84.318204517'],
  ['3000000000000000000', 'base-units', 'base', '3.0'],
  ['12', 'whole', 'bsc', '12.0'],
  ['12.5', 'whole', 'bsc', '12.5'],
  // A point says that it is whole already, whatever the configuration says.
  ['12.5', 'base-units', 'bsc', '12.5'],
  ['12', 'base-units', 'unknownchain', '12'],
])('%s read as %s on %s is %s', (given, unit, chain, shown) => {
  expect(read(given, unit, chain)).toEqual([expect.objectContaining({ nativeBalance: shown }), { unreadable: 'bad' }]);
});
