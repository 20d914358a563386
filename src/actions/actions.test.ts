import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../client/http/errors.ts';
import { hostileTexts, isCellSafe, jup, sol, usdc } from '../stores/desk-data.fixture.ts';
import { bindActions } from './desk-actions.ts';
import { fakeContext } from './pipeline/fake-context.fixture.ts';
import type { OrderLimits } from './pipeline/limits.ts';

const setUp = (answer: (id: string, input: unknown) => unknown) => {
  const fake = fakeContext(answer);
  return { ...fake, actions: bindActions(fake.context) };
};

const only = (fake: ReturnType<typeof fakeContext>) => {
  expect(fake.requests()).toHaveLength(1);
  const { id, input } = fake.requests()[0] ?? {};
  return { id, input };
};

const touched = (fake: ReturnType<typeof fakeContext>) =>
  fake.happened.find(({ what }) => what === 'refresh')?.names ?? [];

/** A small order on Solana, as the forms size it. */
const limitsOf = (kind: 'swap' | 'trigger', slippageBps: number): OrderLimits => {
  const [input, output] = [sol, jup].map((address) => ({ chain: 'solana', address }) as const);
  const order = { kind, input: input!, output: output!, usd: new Big(70), sharePct: null, priceImpactPct: null };
  return { wallet: { chain: 'solana', walletId: 'w' }, slippageBps, order };
};

describe('close a position', () => {
  const draft = { walletId: 'w', coin: 'BTC', percentage: 50, side: 'long' } as const;

  test('sends only coin, wallet and percentage', async () => {
    const fake = setUp(() => ({
      results: [
        { status: 'success', oid: 7 },
        { status: 'success', oid: 8 },
      ],
    }));
    expect(await fake.actions.send({ kind: 'closePosition', draft: draft })).toMatchObject({
      kind: 'accepted',
      message: 'Close accepted: 50 % of BTC long, order 7, order 8',
    });
    expect(only(fake)).toEqual({
      id: 'perp.closePosition',
      input: { body: { coin: 'BTC', walletId: 'w', percentage: 50 } },
    });
    expect(touched(fake)).toEqual(['positions', 'perpOrders', 'fills', 'perpAccount', 'usage']);
    expect(fake.journal()[0]).toMatchObject({ summary: 'close 50 % of BTC long', walletId: 'w' });
  });

  test('sends a full close as 100', async () => {
    const fake = setUp(() => ({ results: [{ status: 'success' }] }));
    await fake.actions.send({ kind: 'closePosition', draft: { ...draft, percentage: 100 } });
    expect(only(fake).input).toMatchObject({ body: { percentage: 100 } });
  });

  test.each([
    ['an error beside success', [{ status: 'success', error: 'no liquidity' }], 'rejected', 'no liquidity'],
    ['an error status', [{ status: 'Error', error: 'margin' }], 'rejected', 'margin'],
    ['an error status alone', [{ status: 'error' }], 'rejected', 'error'],
    ['no result', [], 'unknown', 'contains no order result'],
    ['an unreadable result', [{ status: 5 }], 'unknown', 'status'],
    ['a refusal and an unreadable result', [{ status: 'error' }, { status: 5 }], 'unknown', 'status'],
    [
      'one done and one refused',
      [
        { status: 'success', oid: 7 },
        { status: 'error', error: 'margin' },
      ],
      'unknown',
      'margin',
    ],
  ])('answered with HTTP 200 and %s', async (_what, results, kind, message) => {
    const fake = setUp(() => ({ results }));
    const outcome = await fake.actions.send({ kind: 'closePosition', draft: draft });
    expect(outcome.kind).toBe(kind);
    expect(outcome.message).toContain(message);
    expect(fake.context.session.getState().executionsSinceUsage).toBe(0);
  });

  test('an unknown status is shown as it is, not as done', async () => {
    const fake = setUp(() => ({ results: [{ status: 'resting', oid: 7 }] }));
    const outcome = await fake.actions.send({ kind: 'closePosition', draft: draft });
    expect(outcome).toMatchObject({ kind: 'accepted', message: expect.stringContaining('resting') });
    expect(outcome.message).not.toMatch(/^Closed/);
  });
});

describe('adjust margin', () => {
  const answer = () => ({ success: true });

  test.each([
    ['25.5', 'add 25.5 USDC to the margin of BTC', 'BTC margin +25.5 USDC'],
    ['-12.000001', 'remove 12.000001 USDC from the margin of BTC', 'BTC margin −12.000001 USDC'],
  ])('sends %s as it was typed', async (amount, summary, message) => {
    const fake = setUp(answer);
    expect(
      await fake.actions.send({ kind: 'adjustMargin', draft: { walletId: 'w', coin: 'BTC', amount } }),
    ).toMatchObject({
      kind: 'accepted',
      message,
    });
    expect(only(fake)).toEqual({ id: 'perp.adjustMargin', input: { body: { coin: 'BTC', walletId: 'w', amount } } });
    expect(fake.journal()[0]).toMatchObject({ summary });
    expect(touched(fake)).toEqual(['positions', 'perpAccount', 'usage']);
  });

  test.each([
    [{ success: false, error: 'too low' }, 'too low'],
    [{ success: false }, 'refused without a reason'],
    [{ success: true, error: 'but not quite' }, 'but not quite'],
  ])('answered with %j is rejected', async (body, message) => {
    const fake = setUp(() => body);
    expect(
      await fake.actions.send({ kind: 'adjustMargin', draft: { walletId: 'w', coin: 'BTC', amount: '1' } }),
    ).toMatchObject({
      kind: 'rejected',
      code: 'MARGIN_REFUSED',
      message,
    });
  });
});

describe('trigger orders', () => {
  const order = { orderId: 'ord-1', amount: '5', inputToken: sol, outputToken: jup, status: 'active', createdAt: 'x' };
  const body = {
    amount: '500000000',
    chain: 'solana',
    inputToken: sol,
    outputToken: jup,
    triggerDirection: 'below',
    triggerMetric: 'price_usd',
    triggerValue: '1.6',
    triggerBehavior: 'immediate',
    walletId: 'w',
    expiryHours: 24,
    slippageBps: 100,
  } as const;

  test('are created with the body of the draft, expiry, slippage and behaviour included', async () => {
    const fake = setUp(() => order);
    expect(
      await fake.actions.send({
        kind: 'createTriggerOrder',
        draft: { body, limits: limitsOf('trigger', 100), summary: 'buy JUP' },
      }),
    ).toMatchObject({
      kind: 'accepted',
      message: 'Trigger order active: buy JUP (ord-1)',
    });
    expect(only(fake)).toEqual({ id: 'trigger.create', input: { body } });
    expect(touched(fake)).toEqual(['orders', 'usage']);
    expect(fake.journal()[0]).toMatchObject({ walletId: 'w', summary: 'buy JUP' });
  });

  test('are cancelled by their id', async () => {
    const fake = setUp(() => ({ orderId: 'ord-1', status: 'cancelled' }));
    expect(
      await fake.actions.send({ kind: 'cancelTriggerOrder', draft: { orderId: 'ord-1', summary: 'BUY JUP' } }),
    ).toMatchObject({
      kind: 'accepted',
      message: 'Order cancelled: BUY JUP',
    });
    expect(only(fake)).toEqual({ id: 'trigger.cancel', input: { params: { orderId: 'ord-1' } } });
    expect(touched(fake)).toEqual(['orders']);
  });

  test.each(hostileTexts)('a response with status and id %j is shown cleaned', async (text) => {
    const fake = setUp(() => ({ ...order, orderId: text, status: text }));
    const created = await fake.actions.send({
      kind: 'createTriggerOrder',
      draft: { body, limits: limitsOf('trigger', 100), summary: 'buy' },
    });
    const cancelled = await fake.actions.send({
      kind: 'cancelTriggerOrder',
      draft: { orderId: 'ord-1', summary: 'buy' },
    });
    for (const shown of [created.message, cancelled.message, ...fake.notices()])
      expect(isCellSafe(shown), JSON.stringify(shown)).toBe(true);
  });
});

describe('swap', () => {
  const draft = {
    walletId: 'w',
    chain: 'solana',
    inputMint: sol,
    outputMint: usdc,
    baseUnits: 123_456_789_012_345_678_901n,
    slippageBps: 50,
    limits: limitsOf('swap', 50),
    summary: '0.5 SOL → USDC',
  } as const;
  const pending = { status: 'submitted', taskId: 'task-1' };

  test('sends exact base units as text, and its slippage', async () => {
    const fake = setUp(() => pending);
    expect(await fake.actions.send({ kind: 'executeSwap', draft: draft })).toMatchObject({
      kind: 'accepted',
      taskId: 'task-1',
      message: 'Swap submitted: 0.5 SOL → USDC',
    });
    expect(only(fake)).toEqual({
      id: 'swap.execute',
      input: {
        body: {
          walletId: 'w',
          chain: 'solana',
          inputMint: sol,
          outputMint: usdc,
          amount: '123456789012345678901',
          slippageBps: 50,
        },
      },
    });
    expect(touched(fake)).toEqual(['balances', 'holdings', 'usage']);
  });

  test.each([
    [{ ...pending, errorCode: 'NO_ROUTE', errorMessage: 'none' }, 'NO_ROUTE', 'none'],
    [{ ...pending, status: 'FAILED' }, 'SWAP_FAILED', 'FAILED'],
    [{ ...pending, status: 'success', errorCode: 'SLIPPAGE' }, 'SLIPPAGE', 'success'],
  ])('answered with HTTP 200 and %j is rejected and has no task to follow', async (body, code, message) => {
    const fake = setUp(() => body);
    expect(await fake.actions.send({ kind: 'executeSwap', draft: draft })).toMatchObject({
      kind: 'rejected',
      code,
      message,
    });
    expect(fake.clock.pending).toBe(0);
  });

  describe('is followed to the end of its task', () => {
    const following = (answers: readonly unknown[]) => {
      const left = [...answers];
      const fake = setUp((id) => {
        if (id === 'swap.execute') return pending;
        const next = left.length > 1 ? left.shift() : left[0];
        if (next instanceof Error) throw next;
        return { taskId: 'task-1', taskType: 'swap', ...(next as object) };
      });
      const asked = () => fake.requests().filter(({ id }) => id === 'tasks.get').length;
      return { ...fake, asked };
    };

    test('success', async () => {
      const fake = following([{ status: 'pending' }, { status: 'Success', txHash: 'abc' }]);
      await fake.actions.send({ kind: 'executeSwap', draft: draft });
      await fake.clock.advance(699);
      expect(fake.asked()).toBe(0);
      await fake.clock.advance(701);
      expect(fake.asked()).toBe(2);
      expect(fake.notices().at(-1)).toBe('ok: swap 0.5 SOL → USDC: done, tx abc');
      expect(fake.happened.at(-1)).toMatchObject({ what: 'refresh', names: ['balances', 'holdings'] });
      await fake.clock.advance(600_000);
      expect(fake.asked()).toBe(2);
      expect(fake.clock.pending).toBe(0);
    });

    test('failure, with a cleaned reason', async () => {
      const fake = following([{ status: 'failed', errorCode: 'X', errorMessage: '\u001B[31mpool\u0007' }]);
      await fake.actions.send({ kind: 'executeSwap', draft: draft });
      await fake.clock.advance(700);
      expect(fake.notices().at(-1)).toMatch(/^error: swap .* failed, X .*pool/);
      expect(isCellSafe(fake.notices().at(-1) ?? '\n')).toBe(true);
    });

    test('a failed read in between is repeated', async () => {
      const down = new ApiError({
        endpointId: 'tasks.get',
        kind: 'server',
        code: 'HTTP_503',
        outcome: 'unknown',
        message: 'down',
      });
      const fake = following([down, down, { status: 'success' }]);
      await fake.actions.send({ kind: 'executeSwap', draft: draft });
      await fake.clock.advance(2_100);
      expect(fake.notices().at(-1)).toBe('ok: swap 0.5 SOL → USDC: done');
    });

    test.each([
      ['stays pending', { status: 'pending' }],
      ['cannot be read', new Error('no net')],
    ])('a task that %s is reported as stalled after 90 s, and given up after 15 minutes', async (_what, answer) => {
      const fake = following([answer]);
      await fake.actions.send({ kind: 'executeSwap', draft: draft });
      await fake.clock.advance(89_000);
      expect(fake.notices()).toHaveLength(1);
      await fake.clock.advance(3_000);
      expect(fake.notices().slice(1)).toEqual([
        expect.stringMatching(/has not ended after 90 s; the desk keeps checking/),
      ]);
      const asked = fake.asked();
      await fake.clock.advance(60_000);
      expect(fake.asked() - asked).toBeLessThanOrEqual(12);
      await fake.clock.advance(900_000);
      expect(fake.notices().at(-1)).toMatch(/has not ended after 15 minutes; check your balances/);
      expect(fake.clock.pending).toBe(0);
    });
  });
});

describe('quote', () => {
  const request = {
    chain: 'solana',
    inputMint: sol,
    outputMint: usdc,
    baseUnits: 10n ** 20n,
    slippageBps: 50,
  } as const;
  const quote = {
    quoteId: 'q',
    chain: 'solana',
    inputMint: sol,
    outputMint: usdc,
    inAmount: '1',
    outAmount: '140000001',
  };

  test('sends exact base units and reads an exact response', async () => {
    const fake = setUp(() => ({
      ...quote,
      priceImpactPct: 0.12,
      fees: { platformFeeBps: 50 },
      routes: [{ source: 'Orca' }, { source: 5 }, { source: 'Ray\u0007dium' }],
    }));
    expect(await fake.actions.quoteSwap(request)).toEqual({
      request,
      outBaseUnits: 140_000_001n,
      priceImpactPct: '0.12',
      platformFeeBps: 50,
      route: ['Orca', 'Ray�dium'],
      receivedAtMs: fake.clock.now(),
    });
    expect(only(fake)).toEqual({
      id: 'swap.quote',
      input: {
        query: { chain: 'solana', inputMint: sol, outputMint: usdc, slippageBps: 50, amount: '100000000000000000000' },
      },
    });
    expect(fake.journal()).toEqual([]);
  });

  test('without impact, fees and route has none of them', async () => {
    const fake = setUp(() => quote);
    expect(await fake.actions.quoteSwap(request)).toMatchObject({
      priceImpactPct: null,
      platformFeeBps: null,
      route: [],
    });
  });

  test.each(['1.5', '-1', '', 'lots', '0x10', '1e3'])(
    'of %j base units is unreadable, and says so',
    async (outAmount) => {
      const fake = setUp(() => ({ ...quote, outAmount }));
      await expect(fake.actions.quoteSwap(request)).rejects.toMatchObject({
        name: 'UnreadableResponseError',
        code: 'UNREADABLE_ANSWER',
      });
    },
  );
});

describe('find a token', () => {
  const token = {
    tokenId: `solana:${jup}`,
    chain: 'solana',
    address: jup,
    symbol: 'JUP',
    name: 'Jupiter',
    decimals: 6,
  };

  test('by address: the service is asked for exactly this one', async () => {
    const fake = setUp(() => token);
    expect(await fake.actions.findToken('solana', jup)).toEqual({
      chain: 'solana',
      address: jup,
      symbol: 'JUP',
      name: 'Jupiter',
      decimals: 6,
      namesakes: 0,
    });
    expect(only(fake)).toEqual({ id: 'tokens.get', input: { params: { tokenId: `solana:${jup}` } } });
  });

  test('by symbol: exactly this one, on this chain, and how many others go by it', async () => {
    const fake = setUp(() => ({
      tokens: [
        { ...token, symbol: 'JUPY' },
        { ...token, chain: 'base' },
        { ...token, symbol: 'jup' },
        { bad: true },
        { ...token, address: sol },
      ],
    }));
    expect(await fake.actions.findToken('solana', 'JUP')).toMatchObject({ address: jup, symbol: 'jup', namesakes: 1 });
    expect(only(fake)).toEqual({ id: 'tokens.search', input: { query: { q: 'JUP', chain: 'solana' } } });
  });

  test('no match is null', async () => {
    const fake = setUp(() => ({ tokens: [{ ...token, symbol: null }] }));
    expect(await fake.actions.findToken('solana', 'JUP')).toBeNull();
  });

  test.each(hostileTexts)('a name of %j comes clean', async (text) => {
    const fake = setUp(() => ({ ...token, symbol: text, name: text }));
    const found = await fake.actions.findToken('solana', jup);
    expect(isCellSafe(`${found?.symbol}${found?.name}`)).toBe(true);
  });

  test('the search goes over all chains, and leaves out what the desk cannot name', async () => {
    const base = { ...token, chain: 'base', address: '0x532f27101965dd16442e59d40670faf5ebb142e4' };
    const fake = setUp(() => ({
      tokens: [token, base, { ...token, chain: 'moon' }, { ...token, address: 'x' }, { bad: 1 }],
    }));
    expect(await fake.actions.searchTokens('jup')).toEqual([
      { chain: 'solana', address: jup, symbol: 'JUP', name: 'Jupiter' },
      { chain: 'base', address: base.address, symbol: 'JUP', name: 'Jupiter' },
    ]);
    expect(only(fake)).toMatchObject({ id: 'tokens.search', input: { query: { q: 'jup' } } });
  });

  test.each(hostileTexts)('a found name of %j comes clean', async (text) => {
    const fake = setUp(() => ({ tokens: [{ ...token, symbol: text, name: text }] }));
    const [found] = await fake.actions.searchTokens('jup');
    expect(isCellSafe(`${found?.symbol}${found?.name}`)).toBe(true);
  });

  test('the depth of a token is that of all its pools, its price that of the deepest', async () => {
    const pool = (priceUsd: string, liquidityUsd: string | null) => ({ poolAddress: 'p', priceUsd, liquidityUsd });
    const fake = setUp(() => ({ pools: [pool('1', '100.5'), pool('2', '900.25'), pool('3', null)] }));
    expect(await fake.actions.tokenDepth(`solana:${jup}`)).toMatchObject({ priceUsd: '2', liquidityUsd: '1000.75' });
  });
});
