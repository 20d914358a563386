import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { readRows } from '../../desk/fake-desk.fixture.ts';
import { plainText } from '../../text/span.ts';
import { addresses, openSpotForm, spotDesk } from '../spot-desk.fixture.ts';
import { triggerForm } from './trigger-form.ts';

type Options = Parameters<typeof spotDesk>[0];

const good = {
  walletId: 'wal_main',
  sell: 'JUP',
  amount: '40%',
  buy: 'USDC',
  behavior: 'immediate',
  metric: 'market_cap_usd',
  direction: 'below',
  value: '1.1B',
  trailing: '',
  slippage: '2',
  expiry: '24',
};
const trailing = { behavior: 'trailing', value: '', trailing: '8' };

const open = (options: Options = {}) => openSpotForm(triggerForm, good, options);

describe('triggerForm', () => {
  it('starts with what is held most, below, 2 % and 24 h, on the chains that take trigger orders', async () => {
    const { form } = open();
    expect(form.initial).toMatchObject({
      walletId: 'wal_main',
      sell: 'JUP',
      buy: '',
      behavior: 'immediate',
      direction: 'below',
      slippage: '2',
      expiry: '24',
    });
    expect(form.fields(form.initial)[0]?.choices?.map(({ value }) => value)).toEqual([
      'wal_base',
      'wal_main',
      'wal_perp base',
      'wal_perp bsc',
    ]);
  });

  it('starts with the native token where nothing else is held', () => {
    const { desk, cache } = spotDesk();
    cache.setQueryData(['desk', 'holdings'], { positions: [] });
    expect(triggerForm(desk).initial.sell).toBe('SOL');
  });

  it('drafts an immediate order exactly, with every value sent', async () => {
    const { form, evaluate, sent } = open();
    const { draft, problems } = await evaluate();
    expect(problems).toEqual({});
    if (!draft) throw new Error('no draft');
    await form.submit(draft);
    expect(sent).toEqual([
      {
        body: {
          walletId: 'wal_main',
          chain: 'solana',
          inputToken: addresses.jup,
          outputToken: addresses.usdc,
          amount: '1928220520',
          slippageBps: 200,
          expiryHours: 24,
          triggerBehavior: 'immediate',
          triggerMetric: 'market_cap_usd',
          triggerDirection: 'below',
          triggerValue: '1100000000',
        },
        limits: {
          wallet: expect.objectContaining({ walletId: 'wal_main', chain: 'solana' }),
          slippageBps: 200,
          order: expect.objectContaining({ kind: 'trigger', usd: new Big('964.11026'), sharePct: new Big(40) }),
        },
        summary: 'SELL 40 % JUP for USDC when mcap falls below 1.10B',
      },
    ]);
  });

  it('drafts a trailing order with its distance and no value', async () => {
    const { evaluate } = open();
    const { draft } = await evaluate({ ...trailing, trailing: '0.01', metric: 'price_usd', direction: 'above' });
    expect(draft?.body).toMatchObject({ triggerBehavior: 'trailing', trailingPercentage: 0.01 });
    expect(draft?.body).not.toHaveProperty('triggerValue');
    expect(draft?.summary).toBe('SELL 40 % JUP for USDC when price rises 0.01 % from its lowest');
  });

  it('calls a buy a buy', async () => {
    const { form, evaluate } = open();
    const buy = { sell: 'SOL', amount: '0.5', buy: 'BONK', metric: 'price_usd', value: '0.0000268' };
    expect((await evaluate(buy)).draft?.summary).toBe('BUY BONK with 0.5 SOL when price falls below 0.0000268');
    expect(plainText(form.subject({ ...good, ...buy }))).toBe('BUY BONK with 0.5 SOL when price falls below 0.0000268');
    expect((await evaluate({ ...buy, buy: 'USDC', value: '120' })).draft?.summary).toMatch(/^SELL 0\.5 SOL for USDC/);
  });

  it('shows the field that its behavior needs', async () => {
    const { form } = open();
    const ids = (values: Record<string, string>) => form.fields(values).map(({ id }) => id);
    expect(ids(good)).toContain('value');
    expect(ids(good)).not.toContain('trailing');
    expect(ids({ ...good, ...trailing })).toContain('trailing');
    expect(ids({ ...good, ...trailing })).not.toContain('value');
    const unit = (id: string) => form.fields(good).find((field) => field.id === id)?.unit;
    expect(unit('value')).toBe('USD   1,100,000,000');
    expect(unit('slippage')).toBe('%   200 bps');
    expect(unit('expiry')).toBe('h   until 2026-11-21 15:00 UTC');
  });

  it.each([
    [{ value: '' }, 'value', /0\.95, 250K or 1\.1B/],
    [{ value: 'abc' }, 'value', /number above zero/],
    [{ value: '-1' }, 'value', /number above zero/],
    [{ value: '0' }, 'value', /number above zero/],
    [{ value: '1e9' }, 'value', /number above zero/],
    [{ value: '1,000' }, 'value', /number above zero/],
    [{ value: '9'.repeat(90) }, 'value', /number above zero/],
    [{ ...trailing, trailing: '' }, 'trailing', /0\.01 to 99/],
    [{ ...trailing, trailing: '0.001' }, 'trailing', /0\.01 to 99/],
    [{ ...trailing, trailing: '0' }, 'trailing', /0\.01 to 99/],
    [{ ...trailing, trailing: '99.1' }, 'trailing', /0\.01 to 99/],
    [{ ...trailing, trailing: '-8' }, 'trailing', /0\.01 to 99/],
    [{ ...trailing, trailing: 'eight' }, 'trailing', /0\.01 to 99/],
    [{ expiry: '' }, 'expiry', /whole number of hours/],
    [{ expiry: '1.5' }, 'expiry', /whole number of hours/],
    [{ expiry: '-1' }, 'expiry', /whole number of hours/],
    [{ expiry: '9999999999' }, 'expiry', /whole number of hours/],
    [{ slippage: '10.01' }, 'slippage', /At most 10 %/],
    [{ slippage: 'x' }, 'slippage', /0 to 100 %/],
    [{ amount: '' }, 'amount', /such as 1\.5/],
    [{ amount: 'abc' }, 'amount', /digits with at most one point/],
    [{ amount: '-1' }, 'amount', /without a sign/],
    [{ amount: '1.1234567' }, 'amount', /JUP has 6 decimals/],
    [{ amount: '0%' }, 'amount', /percentage above 0 and up to 100/],
    [{ amount: '101%' }, 'amount', /percentage above 0 and up to 100/],
    [{ buy: 'NOPE' }, 'buy', /NOPE not found on Solana/],
    [{ buy: 'JUP' }, 'buy', /the token being sold/],
    [{ walletId: 'wal_monad' }, 'walletId', /Choose a wallet/],
  ])('refuses %j', async (change: Record<string, string>, field, message) => {
    const { evaluate } = open();
    const { problems, draft } = await evaluate(change);
    expect(problems[field]).toMatch(message);
    expect(draft).toBeNull();
  });

  it('says what is wrong with the condition before the rest is filled in', async () => {
    const { evaluate } = open();
    const { problems } = await evaluate({ ...trailing, trailing: '99.1', amount: '', buy: '' });
    expect(Object.keys(problems).sort()).toEqual(['amount', 'buy', 'trailing']);
  });

  it.each<[string, Options, Record<string, string>, string, RegExp]>([
    ['a trigger order', { constraints: { maxLimitOrderUsdPerOrder: '964.1' } }, {}, 'amount', /USD a trigger order/],
    ['orders a day', { constraints: { maxLimitOrdersPerDay: 0 } }, {}, 'form', /no trigger orders/],
    ['slippage of the key', { constraints: { maxSlippageBps: 199 } }, {}, 'slippage', /1\.99 % \(199 bps\) by the key/],
    ['networks', { constraints: { allowedNetworks: [1] } }, {}, 'walletId', /allows Base/],
    ['wallets', { constraints: { allowedWalletIds: [] } }, {}, 'walletId', /does not allow this wallet/],
    ['sells', { constraints: { sellsEnabled: false } }, {}, 'form', /does not allow sells/],
    ['the own cap', { caps: { maxOrderUsd: '964' } }, {}, 'amount', /your limit is 964\.00 USD/],
  ])('holds the limit on %s', async (_name, options, change, field, message) => {
    const { evaluate } = open(options);
    const { problems, draft } = await evaluate(change);
    expect(problems[field]).toMatch(message);
    expect(draft).toBeNull();
  });

  it('ignores limits of swaps, which do not bind a trigger order', async () => {
    const { evaluate } = open({ constraints: { maxSellUsdPerTrade: '1', maxPriceImpactPct: 0 } });
    expect((await evaluate()).draft).not.toBeNull();
  });

  it('takes a share before the token is found, and says then what it comes to', async () => {
    const { form, evaluate } = open();
    expect(form.fields({ ...good, sell: 'BONK' })[2]?.choices).toHaveLength(4);
    const { draft } = await evaluate({ sell: 'BONK', amount: '50%' });
    expect(draft?.body).toMatchObject({ inputToken: addresses.bonk, amount: '250000' });
  });

  it('only warns when there is not enough: funds are checked when it fires', async () => {
    const { evaluate } = open();
    const { draft, preview } = await evaluate({ amount: '5000' });
    expect(draft?.body.amount).toBe('5000000000');
    expect(readRows(preview)).toContain(': Insufficient balance: 4820.5513 JUP available.');
  });

  it('shows where the watched value is, and that it is met already', async () => {
    const levels = { [`solana:${addresses.jup}`]: { priceUsd: '0.6', marketCapUsd: '1240000000', liquidityUsd: null } };
    const { evaluate } = open({ levels });
    expect(readRows((await evaluate()).preview)).toContain('now: 1.24B mcap of JUP (0.0 s)   −11.3 % to go');
    expect((await evaluate()).referencePrice).toBe('1240000000');
    expect(readRows((await evaluate({ value: '2B' })).preview)).toContain(
      'now: 1.24B mcap of JUP (0.0 s)   already met: may fire immediately',
    );
    expect(readRows((await evaluate({ metric: 'liquidity_usd' })).preview)).toContain('now: liquidity of JUP unknown');
  });

  it('confirms everything that is sent', async () => {
    const { form, evaluate } = open();
    const { draft } = await evaluate();
    if (!draft) throw new Error('no draft');
    expect(readRows(form.confirmation(draft))).toEqual([
      'mode: PAPER http://127.0.0.1:7000',
      `wallet: main on Solana ${addresses.main}`,
      'order: SELL 40 % JUP for USDC when mcap falls below 1.10B',
      'sell: 1928.22052 JUP = 1928220520 base units ≈ 964.11 USD',
      `sell token: JUP Solana ${addresses.jup}`,
      `buy token: USDC Solana ${addresses.usdc}`,
      'condition: fixed, mcap below, 1100000000 USD',
      'now: mcap of JUP unknown',
      'slippage: 2 % (200 bps), at most 19.28 USD   expiry 24 h, until 2026-11-21 15:00 UTC',
      'key limit: orders ≤ 100 d, executions 60/60 h, 500/500 d',
    ]);
  });
});
