import { expect, test } from 'vitest';
import { svmTokenHolderStats } from '../../protocol/streams/svm.ts';
import { portfolioNotifications } from '../../protocol/streams/user.ts';
import { deskStreams, swappedToken, swapStream, tapeTokensOf } from './desk-streams.ts';

const sol = 'solana:So11111111111111111111111111111111111111112';
const evmTokens = ['base', 'bsc', 'monad'].map((chain) => `${chain}:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`);

test('each token has its own stream, which maps back to the token', () => {
  const streams = [sol, ...evmTokens].map((token) => swapStream(token)!);
  expect(streams.map(swappedToken)).toEqual([sol, ...evmTokens]);
  expect(streams.map(({ stream, filter }) => [stream.id, filter])).toEqual([
    ['svm.token.swaps', { tokenAddress: sol.slice(7) }],
    ...['8453', '56', '143'].map((chainId) => [
      'evm.token.swaps',
      { chainId, tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    ]),
  ]);
});

test('an invalid token id has no stream, and other streams carry no swaps', () => {
  expect([swapStream('solana:x'), swapStream('SOL')]).toEqual([null, null]);
  expect(swappedToken({ stream: svmTokenHolderStats, filter: { tokenAddress: sol.slice(7) } })).toBeNull();
  expect(swappedToken({ stream: portfolioNotifications, filter: {} })).toBeNull();
});

test('the desk subscribes to the account and the tape streams', () => {
  const ids = (tokens: readonly string[]) => deskStreams(tapeTokensOf(tokens)).map(({ stream }) => stream.id);
  const account = ['portfolio.notifications', 'automation.updates'];
  expect(ids([evmTokens[0]!])).toEqual([...account, 'evm.token.swaps']);
  expect(ids([])).toEqual([...account, ...Array<string>(4).fill('svm.token.swaps')]);
});
