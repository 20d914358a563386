import Big from 'big.js';
import { expect, test } from 'vitest';
import type { Chain } from '../../domain/market/chain.ts';
import { noOwnerLimits, type OwnerLimits } from '../../domain/market/owner-groups.ts';
import { jup, sol, usdc } from '../../stores/desk-data.fixture.ts';
import { fillSupply, jupStats, takeStats } from '../../stores/market/owners.fixture.ts';
import { intentOf } from '../operations.ts';
import { confirmationOf } from './confirmation.ts';
import { fakeContext } from './fake-context.fixture.ts';

const bonk = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';

function setUp(owners: Partial<OwnerLimits>, usd: string | null = '100') {
  const fake = fakeContext(() => ({}));
  const context = {
    ...fake.context,
    caps: { ...fake.context.caps, oneClickUsd: '1000', owners: { ...noOwnerLimits, ...owners } },
  };
  context.trading.setState({ isOneClick: true });
  const ask = (inputMint: string, outputMint: string, chain: Chain = 'solana') => {
    const limits = {
      wallet: { chain, walletId: 'w-main' },
      slippageBps: 100,
      order: {
        kind: 'swap',
        input: { chain, address: inputMint },
        output: { chain, address: outputMint },
        usd: usd === null ? null : new Big(usd),
        sharePct: null,
        priceImpactPct: null,
      },
    } as const;
    const draft = { walletId: 'w-main', chain, inputMint, outputMint, baseUnits: 5n, slippageBps: 100, limits };
    return confirmationOf(context, intentOf(context, { kind: 'executeSwap', draft: { ...draft, summary: 'x → y' } }));
  };
  const fill = (ageMs = 0) => {
    fillSupply(fake.reads.cache);
    takeStats(context.owners, jupStats, fake.clock.now() - ageMs);
  };
  return { ask, fill };
}

test('a buy of a token beyond a limit asks for the word, also while one-click is armed', () => {
  const { ask, fill } = setUp({ maxPct: { insiders: '20', top10: '18.4' } });
  fill();
  const asked = { by: 'word', word: 'SWAP', why: 'Your ownership limits: insiders 23.10 % (limit 20 %).' };
  expect(ask(sol, jup)).toEqual(asked);
  expect(ask(bonk, jup)).toEqual(asked);
});

test('a sale for money is never hindered, nor a buy within the limits, nor one without limits', () => {
  const { ask, fill } = setUp({ maxPct: { insiders: '0' } });
  fill();
  for (const money of [sol, usdc]) expect(ask(jup, money)).toEqual({ by: 'nothing' });
  const within = setUp({ maxPct: { insiders: '23.1', developer: '1.2' } });
  within.fill();
  expect(within.ask(sol, jup)).toEqual({ by: 'nothing' });
  expect(setUp({}).ask(sol, jup)).toEqual({ by: 'nothing' });
});

test('a figure that is unknown or too old asks for the word and says so', () => {
  const unknown = setUp({ maxPct: { insiders: '20', developer: '5' } });
  const why = (ask: typeof unknown.ask) => (ask(sol, jup) as { why: string }).why;
  expect(why(unknown.ask)).toBe('Your ownership limits: unknown: developer, insiders.');
  const old = setUp({ maxPct: { developer: '5', insiders: '20' } });
  old.fill(480_000);
  expect(why(old.ask)).toBe('Your ownership limits: insiders 23.10 % (limit 20 %); too old: developer (8 m).');
  const noSupply = setUp({ maxPct: { pro: '5' }, unit: 'whole' });
  noSupply.fill();
  expect(why(noSupply.ask)).toMatch(/unknown: pro traders \(the balances do not fit the supply/);
});

test('on an EVM chain a limit cannot be checked', () => {
  const { ask } = setUp({ maxPct: { insiders: '20' } });
  const [eth, token] = ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', '0x532f27101965dd16442e59d40670faf5ebb142e4'];
  expect(ask(eth, token, 'base')).toMatchObject({ by: 'word', why: expect.stringContaining('tokens on Base') });
  expect(ask(token, eth, 'base')).toEqual({ by: 'nothing' });
});

test('all reasons for the word are given at once', () => {
  const { ask, fill } = setUp({ maxPct: { insiders: '20' } }, '20000');
  fill();
  expect(ask(sol, jup)).toMatchObject({
    why: 'Worth more than 10.00K USD. Your ownership limits: insiders 23.10 % (limit 20 %).',
  });
});
