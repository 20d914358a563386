import { describe, expect, test } from 'vitest';
import { isSoak } from '../../../test/run/cases.ts';
import * as alpha from '../../protocol/streams/alpha.ts';
import * as evm from '../../protocol/streams/evm.ts';
import * as svm from '../../protocol/streams/svm.ts';
import * as user from '../../protocol/streams/user.ts';
import { spotService as service } from './spot-service.fixture.ts';

describe('answers of the spot market', () => {
  test('every operation answers in its schema from the first moment, with nothing unreadable', async () => {
    const { call, routes, token, spot } = service();
    const sol = token('solana', 'SOL').address;
    const jup = token('solana', 'JUP').address;
    const pair = { chain: 'solana', inputMint: sol, outputMint: jup, amount: '1000000000' };
    const params = { tokenId: `solana:${jup}` };
    const order = spot.account.triggers.list(1).orders[0]!;
    const executed = await call('swap.execute', { body: { ...pair, walletId: 'wal_main' } });
    const calls: [string, Parameters<typeof call>[1]?][] = [
      ['swap.quote', { query: { ...pair, slippageBps: '50' } }],
      ['swap.transaction', { body: { ...pair, walletAddress: spot.alpha.signals.length > 0 ? jup : sol } }],
      ['swap.approveSpender', { query: { chainId: '8453' } }],
      [
        'swap.approveAllowance',
        { query: { chainId: '56', tokenAddress: `0x${'1'.repeat(40)}`, walletAddress: `0x${'2'.repeat(40)}` } },
      ],
      ['trigger.list'],
      ['trigger.get', { params: { orderId: order.orderId } }],
      ['trigger.cancel', { params: { orderId: order.orderId } }],
      [
        'trigger.create',
        {
          body: {
            chain: 'solana',
            inputToken: jup,
            outputToken: sol,
            amount: '5000000',
            walletId: 'wal_main',
            triggerDirection: 'below',
            triggerMetric: 'price_usd',
            triggerBehavior: 'trailing',
            trailingPercentage: 5,
          },
        },
      ],
      ['tasks.get', { params: { taskId: executed.sent.taskId } }],
      ['tokens.search', { query: { q: 'usd' } }],
      ['tokens.batch', { body: { tokens: [`solana:${jup}`, 'solana:x', `base:0x${'1'.repeat(40)}`] } }],
      ['tokens.get', { params }],
      ['tokens.price', { params }],
      ['tokens.chart', { params, query: { resolution: '1d', count: '500' } }],
      ['tokens.stats', { params }],
      ['tokens.pools', { params }],
      ['portfolio.balances'],
      ['portfolio.pnl', { query: { timeframe: 'lifetime' } }],
      ['portfolio.history'],
      ['portfolio.positions'],
      ['alpha.sources'],
      ['alpha.recentCalls'],
      ['alpha.globalCalls', { query: { platform: 'trade' } }],
      ['alpha.callContext', { params: { tokenAddress: jup }, query: { includeMessageContext: 'true' } }],
      ['alpha.mentions', { params: { tokenAddress: jup } }],
    ];
    for (const [id, input] of calls) await call(id, input);
    const covered = [...calls.map(([id]) => id), 'swap.execute', 'swap.submit'];
    expect(routes.map(({ endpoint }) => endpoint.id).sort()).toEqual(covered.sort());
    await expect(
      call('swap.submit', { body: { chain: 'base', signedTransaction: '0x', walletAddress: '0x' } }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'INVALID_PARAMS',
    });
  });

  test('every event that the market publishes is readable by its stream', () => {
    const { run, spot, token, messages } = service();
    const [input, output] = [token('base', 'ETH'), token('base', 'AERO')];
    const request = {
      chain: 'base',
      inputMint: input.address,
      outputMint: output.address,
      walletId: 'wal_base',
    } as const;
    spot.account.execute({ ...request, amount: '10000000000000000', slippageBps: 5000 });
    spot.enableMultisend('wal_sniper');
    const streams = Object.values({ ...svm, ...evm, ...alpha, ...user });
    // The rarest is published after some minutes; the long form goes on.
    const isEnough = () => !isSoak && new Set(messages.map(({ stream }) => stream)).size === 20;
    for (let minute = 0; minute < 15 && !isEnough(); minute++) run(60_000);
    const seen = new Set<string>();
    for (const { stream: id, data, filter, userId } of messages) {
      const stream = streams.find((candidate) => candidate.id === id)!;
      seen.add(id);
      stream.payload.parse(JSON.parse(JSON.stringify(data)));
      const needed = stream.filters.filter(({ required }) => required).map(({ name }) => name);
      expect(Object.keys(filter).sort()).toEqual(needed.sort());
      expect(userId !== undefined).toBe(stream.visibility === 'presence');
    }
    expect([...seen].sort()).toEqual([
      'alpha.personal',
      'alpha.signalFeedGlobal',
      'alpha.signalFeedNamed',
      'alpha.signalFeedPersonal',
      'alpha.signalFeedProfile',
      'evm.token.balances',
      'evm.token.poolInfo',
      'evm.token.swaps',
      'evm.wallet.nativeBalance',
      'evm.wallet.tokenBalances',
      'portfolio.notifications',
      'svm.bondingCurve.creations',
      'svm.bondingCurve.graduations',
      'svm.token.balances',
      'svm.token.distributionStats',
      'svm.token.holderStats',
      'svm.token.poolInfo',
      'svm.token.swaps',
      'svm.wallet.nativeBalance',
      'svm.wallet.tokenBalances',
    ]);
  });

  test('a quote tells fees, route and expiry, and is what execute then gives', async () => {
    const { call, token, spot, wait } = service();
    const [usdc, wif] = [token('solana', 'USDC'), token('solana', 'WIF')];
    const pair = { chain: 'solana', inputMint: usdc.address, outputMint: wif.address, amount: '100000000' };
    const { sent: quote } = await call('swap.quote', { query: pair });
    expect(quote.routes.map((leg: { source: string }) => leg.source)).toEqual(['Orca', 'Raydium']);
    expect(quote.fees).toMatchObject({ platformFeeAmount: '500000', platformFeeBps: 50 });
    expect(quote.routes[0].inAmount).toBe('99500000');
    expect(quote.routes.at(-1).outAmount).toBe(quote.outAmount);
    expect(Date.parse(quote.expiresAt) - spot.nowMs).toBe(30_000);
    expect(Number(quote.priceImpactPct)).toBeGreaterThan(0);
    const { sent } = await call('swap.execute', { body: { ...pair, walletId: 'wal_main', slippageBps: 100 } });
    wait(2000);
    const done = await call('tasks.get', { params: { taskId: sent.taskId } });
    expect(done.sent).toMatchObject({ taskType: 'swap', status: 'success', errorCode: null });
    const history = await call('portfolio.history', { query: { limit: '1' } });
    expect(history.sent.trades[0]).toMatchObject({
      outputAmount: quote.outAmount,
      txHash: done.sent.txHash,
      isBuy: true,
    });
  });

  test('history pages add up and filter by chain', async () => {
    const { call, spot } = service();
    const total = spot.account.trades.trades.length;
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => call('portfolio.history', { query: { page, limit: '15' } })),
    );
    expect(pages.flatMap(({ sent }) => sent.trades)).toHaveLength(total);
    expect(pages[0]?.paged).toEqual({ hasMore: true, limit: 15, page: 1, total });
    expect(pages[3]?.paged?.hasMore).toBe(false);
    const times = pages.flatMap(({ sent }) => sent.trades.map((trade: { timestamp: number }) => trade.timestamp));
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
    const { sent } = await call('portfolio.history', { query: { chain: 'bsc' } });
    expect(new Set(sent.trades.map((trade: { chain: string }) => trade.chain))).toEqual(new Set(['bsc']));
  });

  test('balances are whole coins; positions hold every other token, USDC too', async () => {
    const { call, token } = service();
    const { sent: balances } = await call('portfolio.balances', { query: { chain: 'solana' } });
    expect(balances.wallets.map((wallet: { nativeBalance: string }) => wallet.nativeBalance)).toEqual([
      '84.318204517',
      '12.044918305',
    ]);
    const { sent: all } = await call('portfolio.balances');
    expect(all.wallets).toHaveLength(5);
    const { sent: positions } = await call('portfolio.positions', { query: { chain: 'solana', status: 'open' } });
    const addresses = positions.positions.map((position: { tokenAddress: string }) => position.tokenAddress);
    expect(addresses).toContain(token('solana', 'USDC').address);
    expect(addresses).not.toContain(token('solana', 'SOL').address);
    const { sent: pnl } = await call('portfolio.pnl', { query: { timeframe: '1d' } });
    expect(pnl.portfolioHistory.at(-1).valueUsd).toBe(pnl.totalValueUsd);
    expect(pnl.portfolioHistory.length).toBeGreaterThan(40);
  });

  test('token look-ups find, refuse and sort', async () => {
    const { call } = service();
    const { sent } = await call('tokens.search', { query: { q: 'sol', chain: 'solana', limit: '2' } });
    expect(sent.tokens[0].symbol).toBe('SOL');
    const unknown = call('tokens.get', { params: { tokenId: `base:0x${'1'.repeat(40)}` } });
    await expect(unknown).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await expect(call('tokens.get', { params: { tokenId: 'sol' } })).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
    await expect(call('tasks.get', { params: { taskId: 'x' } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(call('swap.approveSpender', { query: { chainId: '1' } })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    });
  });
});
