import { describe, expect, it } from 'vitest';
import type { SwapQuote } from '../../../actions/orders/quote-swap.ts';
import { readRows, settle } from '../../desk/fake-desk.fixture.ts';
import { addresses, openSpotForm, quoteFor, spotDesk } from '../spot-desk.fixture.ts';
import { swapForm } from './swap-form.ts';

type Options = Parameters<typeof spotDesk>[0];

const good = { walletId: 'wal_main', sell: 'SOL', amount: '1.5', buy: 'USDC', slippage: '1' };

const open = (options: Options = {}) => openSpotForm(swapForm, good, options);

describe('swapForm', () => {
  it('starts with the first Solana wallet, its native token and 1 %', async () => {
    const { form } = open();
    expect(form.initial).toEqual({ walletId: 'wal_main', sell: 'SOL', amount: '', buy: '', slippage: '1' });
    const [wallet] = form.fields(form.initial);
    expect(wallet?.choices?.map(({ label }) => label)).toEqual([
      'main · base',
      'main · solana',
      'moon · monad',
      // It names no chain: offered on each that its address fits.
      'perps · base',
      'perps · bsc',
      'perps · monad',
    ]);
  });

  it('drafts exactly what is sent', async () => {
    const { form, evaluate, sent } = open();
    const { draft, problems } = await evaluate();
    expect(problems).toEqual({});
    if (!draft) throw new Error('no draft');
    await form.submit(draft);
    expect(sent).toEqual([
      {
        walletId: 'wal_main',
        chain: 'solana',
        inputMint: addresses.sol,
        outputMint: addresses.usdc,
        baseUnits: 1_500_000_000n,
        slippageBps: 100,
        limits: expect.objectContaining({ slippageBps: 100, order: expect.objectContaining({ kind: 'swap' }) }),
        summary: '1.5 SOL → USDC',
      },
    ]);
  });

  it('shows and confirms amounts, the least received, addresses, value and the age of the quote', async () => {
    const { form, evaluate, advance } = open();
    const { preview, draft, submitLabel } = await evaluate();
    expect(submitLabel).toBe('Swap SOL to USDC');
    expect(readRows(preview)).toEqual(
      expect.arrayContaining([
        'balance: 84.2 SOL',
        'sell: 1.5 SOL = 1500000000 base units ≈ 210.00 USD',
        'receive: ≈ 210 USDC',
        'min received: 207.9 USDC   after 1 % slippage, at most 2.10 USD',
        'price impact: 0.12 %   platform fee 0.5 % (50 bps) ≈ 1.05 USD',
        'route: Orca → Raydium',
        `sell token: SOL Solana ${addresses.sol}`,
        `buy token: USDC Solana ${addresses.usdc}`,
        'key limit: 60 of 60 executions left this hour, 500 today',
      ]),
    );
    advance(4_000);
    if (!draft) throw new Error('no draft');
    expect(readRows(form.confirmation(draft))).toEqual(
      expect.arrayContaining([
        'mode: PAPER http://127.0.0.1:7000',
        `wallet: main on Solana ${addresses.main}`,
        'sell: 1.5 SOL = 1500000000 base units ≈ 210.00 USD',
        `buy token: USDC Solana ${addresses.usdc}`,
        'min received: 207.9 USDC = 207900000 base units, rounded down',
        'slippage: 1 % (100 bps), at most 2.10 USD',
        'quote: 4.0 s old',
        'key limit: 60 of 60 executions left this hour, 500 today',
      ]),
    );
  });

  it.each([
    ['', 'amount', /such as 1\.5/],
    ['abc', 'amount', /digits with at most one point/],
    ['-1', 'amount', /without a sign/],
    ['1,5', 'amount', /point for decimals/],
    ['0', 'amount', /above zero/],
    ['1.0000000001', 'amount', /SOL has 9 decimals/],
    ['0%', 'amount', /percentage above 0 and up to 100/],
    ['101%', 'amount', /percentage above 0 and up to 100/],
    ['-5%', 'amount', /percentage above 0 and up to 100/],
    ['12.345%', 'amount', /at most 2 decimals/],
    ['84.200000001', 'amount', /84\.2 SOL available/],
  ])('refuses the amount %j', async (amount, field, message) => {
    const { evaluate } = open();
    const { problems, draft } = await evaluate({ amount });
    expect(problems[field]).toMatch(message);
    expect(draft).toBeNull();
  });

  it.each([
    [{ buy: 'SOL' }, 'buy', /the token being sold/],
    [{ buy: 'NOPE' }, 'buy', /NOPE not found on Solana/],
    [{ buy: '' }, 'buy', /symbol or address/],
    [{ buy: 'X' }, 'buy', /at least 2 letters/],
    [{ buy: addresses.base }, 'buy', /Not a token address on Solana/],
    [{ sell: '' }, 'sell', /such as SOL/],
    [{ sell: 'SOL', walletId: 'wal_base' }, 'sell', /SOL not found on Base: .* such as ETH/],
    [{ slippage: '' }, 'slippage', /0 to 100 %/],
    [{ slippage: 'x' }, 'slippage', /0 to 100 %/],
    [{ slippage: '-1' }, 'slippage', /0 to 100 %/],
    [{ slippage: '0.001' }, 'slippage', /at most 2 decimals/],
    [{ slippage: '101' }, 'slippage', /0 to 100 %/],
    [{ slippage: '10.01' }, 'slippage', /At most 10 % \(1000 bps\) by your limit/],
    [{ walletId: 'gone' }, 'walletId', /Choose a wallet/],
  ])('refuses %j', async (change, field, message) => {
    const { evaluate } = open();
    const { problems, draft } = await evaluate(change);
    expect(problems[field]).toMatch(message);
    expect(draft).toBeNull();
  });

  it.each<[string, Options, Record<string, string>, string, RegExp]>([
    ['slippage of the key', { constraints: { maxSlippageBps: 50 } }, {}, 'slippage', /0\.5 % \(50 bps\) by the key/],
    ['networks of the key', { constraints: { allowedNetworks: [1, 4] } }, {}, 'walletId', /allows Base, BNB Chain/],
    ['wallets of the key', { constraints: { allowedWalletIds: ['wal_base'] } }, {}, 'walletId', /Choose another/],
    ['buys', { constraints: { buysEnabled: false } }, { sell: 'USDC', buy: 'JUP' }, 'form', /does not allow buys/],
    ['sells', { constraints: { sellsEnabled: false } }, {}, 'form', /does not allow sells/],
    ['a sell of the key', { constraints: { maxSellUsdPerTrade: '209.99' } }, {}, 'amount', /209\.99 USD for one/],
    ['sells of a day', { constraints: { maxSellUsdPerDay: '209.99' } }, {}, 'amount', /209\.99 USD for its sells/],
    [
      'a buy of the key',
      { constraints: { maxBuyUsdPerTrade: '1.49' } },
      { sell: 'USDC', buy: 'JUP' },
      'amount',
      /1\.49/,
    ],
    ['share of a holding', { constraints: { maxSellPositionPct: 1 } }, {}, 'amount', /at most 1 % of a holding/],
    ['price impact', { constraints: { maxPriceImpactPct: 0 } }, {}, 'amount', /allows 0 %/],
    ['executions', { constraints: { maxExecutionsPerHour: 0 } }, {}, 'form', /this hour are used/],
    ['the own cap', { caps: { maxOrderUsd: '209.99' } }, {}, 'amount', /your limit is 209\.99 USD/],
  ])('holds the limit on %s', async (_name, options, change, field, message) => {
    const { evaluate } = open(options);
    const { problems, draft } = await evaluate(change);
    expect(problems[field]).toMatch(message);
    expect(draft).toBeNull();
  });

  it('holds the own cap to the base unit, and when the value is unknown', async () => {
    const capped = open({ caps: { maxOrderUsd: '210' } });
    expect((await capped.evaluate()).draft).not.toBeNull();
    expect((await capped.evaluate({ amount: '1.500000001' })).problems.amount).toMatch(/your limit is 210\.00/);
    const blind = open({ caps: { maxOrderUsd: '210' }, nativeBalance: '84200000000' });
    expect((await blind.evaluate({ buy: 'NOPE' })).draft).toBeNull();
    blind.cache.setQueryData(['desk', 'holdings'], { positions: [] });
    expect((await blind.evaluate({ buy: 'JUP' })).problems.amount).toMatch(/value of this one is unknown/);
  });

  it('turns shares of the balance into exact amounts, rounded down', async () => {
    const { form, evaluate } = open();
    expect(form.fields(good)[2]?.choices?.map(({ key, value }) => [key, value])).toEqual([
      ['q', '25%'],
      ['h', '50%'],
      ['t', '75%'],
      ['a', '100%'],
    ]);
    expect((await evaluate({ amount: '50%' })).draft?.baseUnits).toBe(42_100_000_000n);
    expect((await evaluate({ amount: '33.33 %' })).draft?.baseUnits).toBe(28_063_860_000n);
    const all = await evaluate({ amount: '100%' });
    expect(all.draft?.baseUnits).toBe(84_200_000_000n);
    expect(readRows(all.preview)).toContain(': leaves no SOL for the network fee');
    expect((await evaluate({ sell: 'JUP', amount: '100%' })).draft?.baseUnits).toBe(4_820_551_300n);
  });

  it('does not guess the unit of a native balance without a point', async () => {
    const { form, evaluate } = open({ nativeBalance: '84200000000' });
    expect(form.fields(good)[2]?.choices).toBeUndefined();
    expect((await evaluate({ amount: '50%' })).problems.amount).toMatch(/SOL balance is unknown/);
    const { draft, preview } = await evaluate({ amount: '1000' });
    expect(draft?.baseUnits).toBe(1_000_000_000_000n);
    expect(readRows(preview)).toContain('balance: unknown: checked by the service');
  });

  it('takes a symbol that is sold for the token in the wallet, by its address', async () => {
    const { evaluate, looked } = open();
    expect((await evaluate({ sell: 'bonk', amount: '1' })).draft?.inputMint).toBe(addresses.bonk);
    expect(looked).toEqual([`solana:${addresses.bonk}`]);
  });

  it('marks a symbol that is drawn like another one', async () => {
    const findToken = async () => ({
      chain: 'solana',
      address: addresses.bonk,
      symbol: 'J\u0405UP',
      name: '',
      decimals: 5,
      namesakes: 0,
    });
    const { evaluate } = open({ actions: { findToken } });
    expect(readRows((await evaluate({ buy: addresses.bonk })).preview).join()).toMatch(/LOOKALIKE/);
  });

  it('says when other tokens have the same symbol', async () => {
    const { evaluate } = open();
    const { preview } = await evaluate({ buy: 'bonk' });
    expect(readRows(preview)).toEqual(
      expect.arrayContaining([
        `buy token: BONK Solana ${addresses.bonk}`,
        ': 2 other tokens use the symbol BONK: check the address',
      ]),
    );
  });
});

describe('the quote', () => {
  it('is asked for once per question, and again only when 10 s old', async () => {
    const { form, evaluate, asked, advance } = open();
    await evaluate();
    for (let frame = 0; frame < 30; frame++) form.evaluate(good);
    expect(asked).toHaveLength(1);
    advance(9_999);
    form.evaluate(good);
    expect(asked).toHaveLength(1);
    advance(1);
    form.evaluate(good);
    form.evaluate(good);
    expect(asked).toHaveLength(2);
  });

  it('is never asked for twice at once; the newest question is next', async () => {
    const waiting: { baseUnits: bigint; answer: () => void }[] = [];
    const { desk, frames } = spotDesk({
      actions: {
        quoteSwap: (request) =>
          new Promise<SwapQuote>((resolve) => {
            waiting.push({ baseUnits: request.baseUnits, answer: () => resolve(quoteFor(request, desk.now())) });
          }),
      },
    });
    const form = swapForm(desk);
    for (const amount of ['1', '12', '123', '5']) form.onChange?.({ ...good, amount });
    expect(waiting.map(({ baseUnits }) => baseUnits)).toEqual([1_000_000_000n]);
    const before = frames();
    waiting[0]?.answer();
    await settle();
    expect(frames()).toBeGreaterThan(before);
    const { draft, problems } = form.evaluate({ ...good, amount: '5' });
    expect(draft).toBeNull();
    expect(problems.form).toBe('Waiting for a quote.');
    expect(waiting.map(({ baseUnits }) => baseUnits)).toEqual([1_000_000_000n, 5_000_000_000n]);
    waiting[1]?.answer();
    await settle();
    expect(form.evaluate({ ...good, amount: '5' }).draft?.quote.outBaseUnits).toBe(700_000_000n);
  });

  it('serves until it is 30 s old, then no draft stands on it and none is sent', async () => {
    let isUp = true;
    const fake = spotDesk({
      actions: {
        quoteSwap: async (request) => {
          if (!isUp) throw Object.assign(new Error('no pool takes this'), { code: 'NO_ROUTE', kind: 'rejected' });
          return quoteFor(request, fake.desk.now());
        },
      },
    });
    const form = swapForm(fake.desk);
    form.evaluate(good);
    await settle();
    const { draft } = form.evaluate(good);
    if (!draft) throw new Error('no draft');
    isUp = false;
    fake.advance(30_000);
    form.evaluate(good);
    await settle();
    expect(form.evaluate(good).draft).not.toBeNull();
    fake.advance(1);
    const late = form.evaluate(good);
    expect(late.draft).toBeNull();
    expect(late.problems.form).toBe('No quote: NO_ROUTE no pool takes this');
    expect(form.expiryReason?.(draft)).toMatch(/The quote is older than 30 s; requesting/);
  });

  it('is of no interest after the form is closed', async () => {
    const { form, asked, advance, frames, evaluate } = open();
    await evaluate();
    form.onClose?.();
    advance(60_000);
    const before = frames();
    form.evaluate(good);
    await settle();
    expect(asked).toHaveLength(1);
    expect(frames()).toBe(before);
  });

  it('gives the confirmation its price, so that a move takes it back', async () => {
    const { evaluate } = open();
    expect((await evaluate()).referencePrice).toBe('140');
  });
});
