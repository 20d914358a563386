import { describe, expect, test } from 'vitest';
import { filterProblems } from './stream-filter.ts';
import type { CatalogStream } from './streams.ts';

const filter = (name: string, required = true) => ({ name, required, description: `what ${name} is` });
const streamOf = (family: CatalogStream['family'], ...names: string[]) => ({
  family,
  filters: names.map((name) => filter(name)),
});

const sol = 'So11111111111111111111111111111111111111112';
const brett = '0x532f27101965dd16442e59d40670faf5ebb142e4';

describe('what can be asked for has no problem', () => {
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
    { tokenAddress: 'This is no Solana address: it has 32 to 44 letters and digits.' },
  ],
  [
    streamOf('evm', 'walletAddress'),
    { walletAddress: sol },
    { walletAddress: 'This is no EVM address: it has 0x and 40 hexadecimal digits.' },
  ],
  [
    streamOf('evm', 'chainId', 'tokenAddress'),
    { chainId: '5', tokenAddress: brett },
    { chainId: 'Chain 5 is not known here: 8453 (Base), 56 (BNB Chain), 143 (Monad) are.' },
  ],
  [
    streamOf(null, 'feedId'),
    { feedId: 'my feed' },
    { feedId: 'Letters, digits and _ - = @ , . ; are allowed, at most 100 of them.' },
  ],
  [streamOf(null), { tokenAddress: sol }, { tokenAddress: 'This stream has no such filter.' }],
] as const)('%j %j is refused in words', (stream, values, problems) => {
  expect(filterProblems(stream, values)).toEqual(problems);
});
