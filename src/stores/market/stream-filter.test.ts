import { describe, expect, test } from 'vitest';
import type { CatalogStream } from '../streams.ts';
import { filterProblems } from './stream-filter.ts';

const filter = (name: string, required = true) => ({ name, required, description: `what ${name} is` });
const streamOf = (family: CatalogStream['family'], ...names: string[]) => ({
  family,
  filters: names.map((name) => filter(name)),
});

const sol = 'So11111111111111111111111111111111111111112';
const brett = '0x532f27101965dd16442e59d40670faf5ebb142e4';

describe('a valid filter has no problem', () => {
  test.each([
    [streamOf(null), {}],
    [streamOf('svm', 'tokenAddress'), { tokenAddress: sol }],
    [streamOf('evm', 'chainId', 'tokenAddress'), { chainId: '8453', tokenAddress: brett }],
    [streamOf('evm', 'walletAddress'), { walletAddress: brett }],
    [streamOf(null, 'profileId'), { profileId: 'prof_1' }],
    [{ family: null, filters: [filter('feedId', false)] }, {}],
  ] as const)('%j %j', (stream, values) => {
    expect(filterProblems(stream, values)).toEqual({});
  });
});

test.each([
  [streamOf('svm', 'tokenAddress'), {}, { tokenAddress: 'Needed: what tokenAddress is.' }],
  [
    streamOf('svm', 'tokenAddress'),
    { tokenAddress: brett },
    { tokenAddress: 'Not a Solana address: it has 32 to 44 letters and digits.' },
  ],
  [
    streamOf('evm', 'walletAddress'),
    { walletAddress: sol },
    { walletAddress: 'Not an EVM address: it has 0x and 40 hexadecimal digits.' },
  ],
  [
    streamOf('evm', 'chainId', 'tokenAddress'),
    { chainId: '5', tokenAddress: brett },
    { chainId: 'Unknown chain 5. Use one of 8453 (Base), 56 (BNB Chain), 143 (Monad).' },
  ],
  [
    streamOf(null, 'feedId'),
    { feedId: 'my feed' },
    { feedId: 'At most 100 characters: letters, digits and _ - = @ , . ;' },
  ],
  [streamOf(null), { tokenAddress: sol }, { tokenAddress: 'This stream has no such filter.' }],
] as const)('%j %j is refused with a message', (stream, values, problems) => {
  expect(filterProblems(stream, values)).toEqual(problems);
});
