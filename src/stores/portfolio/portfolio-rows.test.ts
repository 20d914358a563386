import { expect, test } from 'vitest';
import { fakeReads, hostileTexts, isCellSafe, jup, usdc, wire } from '../desk-data.fixture.ts';
import { answerPortfolio, tradedAtMs, wireHoldings, wireTrade } from './portfolio.fixture.ts';
import { holdingRows, tradeRows } from './portfolio-rows.ts';

function readsOf(over: Parameters<typeof answerPortfolio>[2]) {
  const reads = fakeReads();
  reads.answer('wallets', wire.wallets, 1);
  answerPortfolio(reads, 1, over);
  return reads;
}

test('a balance is exact in whole tokens, or in base units if the decimals are unknown', () => {
  const [held] = wireHoldings.positions;
  const raw = '123456789012345678901234567890';
  const { data } = readsOf({
    holdings: [
      { ...held, latestBalanceRaw: raw },
      { ...held, tokenDecimal: null, latestBalanceRaw: raw },
    ],
  });
  expect(holdingRows(data).map(({ balance }) => balance)).toEqual([
    { text: '123456789012345678901234.56789', isBaseUnits: false },
    { text: raw, isBaseUnits: true },
  ]);
});

test.each([
  [{}, jup, '301.25'],
  [{ token: null, isBuy: false, inputToken: jup, inputAmount: '5000000', outputToken: usdc }, jup, '5'],
  [{ token: usdc, isBuy: true, inputToken: usdc, inputAmount: '5000000' }, usdc, '5'],
  [{ token: null, isBuy: null }, jup, '301.25'],
])('%j is about its token', (over, address, text) => {
  const reads = readsOf({ trades: [wireTrade(0, over)] });
  reads.token({ tokenId: `solana:${jup}`, symbol: 'JUP', name: '', decimals: 6 });
  expect(tradeRows(reads.data)[0]).toMatchObject({ traded: { address, text }, atMs: tradedAtMs });
});

test('an unreadable item keeps its place, and a missing number is not zero', () => {
  const { data } = readsOf({
    holdings: [{ tokenAddress: 5 }],
    trades: [{ chain: 5 }, wireTrade(0, { sizeUsd: null })],
  });
  expect(holdingRows(data)[0]).toMatchObject({ problem: expect.stringMatching(/walletAddress/), valueUsd: null });
  expect(tradeRows(data).map(({ problem, usd }) => [problem === null, usd])).toEqual([
    [false, null],
    [true, null],
  ]);
});

test.each(hostileTexts)('%j is shown clean', (text) => {
  const over = {
    chain: text,
    txHash: text,
    walletAddress: text,
    inputToken: text,
    outputToken: text,
    inputAmount: text,
  };
  const { data } = readsOf({ trades: [wireTrade(0, over)] });
  const [row] = tradeRows(data);
  for (const shown of [
    row!.chain,
    row!.txHash,
    row!.walletAddress,
    row!.paid.text,
    row!.paid.symbol,
    row!.paid.address,
  ])
    expect(isCellSafe(shown), JSON.stringify(shown)).toBe(true);
});
