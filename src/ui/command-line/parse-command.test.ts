import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { parseCommand } from './parse-command.ts';
import { verbs } from './verbs/verbs.ts';

/** The meaning of a line; its sentence where it has none. */
function read(line: string): unknown {
  const parsed = parseCommand(line);
  if (parsed.kind === 'intent') return parsed.intent;
  if (parsed.kind === 'wrong') return `! ${parsed.problem}`;
  return parsed.kind === 'incomplete' ? `… ${parsed.needs}` : '';
}

const swap = (sell: string, amount: string, buy = '', prefill = {}) => ({ kind: 'swap', sell, amount, buy, prefill });
const perp = (side: string, coin: string, size: string, more: object) => ({
  kind: 'perpOrder',
  coin,
  side,
  size,
  leverage: null,
  price: null,
  tp: '',
  sl: '',
  ...more,
});
const plan = (kind: string, values: object) => ({ kind: 'plan', plan: kind, values });
const trigger = (sell: string, amount: string, buy: string, prefill: object) => ({
  kind: 'trigger',
  sell,
  amount,
  buy,
  prefill,
});

describe('a line and its meaning', () => {
  test.each([
    ['close BTC 50%', { kind: 'close', coin: 'BTC', share: '50' }],
    ['  CLOSE   btc  half ', { kind: 'close', coin: 'btc', share: '50' }],
    ['close ETH', { kind: 'close', coin: 'ETH', share: '100' }],
    ['close', { kind: 'command', id: 'position.close' }],
    ['margin ETH +25', { kind: 'margin', coin: 'ETH', direction: 'add', amount: '25' }],
    ['margin ETH -1.5K', { kind: 'margin', coin: 'ETH', direction: 'remove', amount: '1500' }],
    ['margin ETH −25.5', { kind: 'margin', coin: 'ETH', direction: 'remove', amount: '25.5' }],
    ['long ETH 500 usd 5x sl 3100', perp('buy', 'ETH', '500 usd', { leverage: '5', sl: '3100' })],
    [
      'long btc 0',
      '! Unexpected "0". Allowed here: a size above zero, such as 0.05, 1.5K or 500 usd, a share of the free margin such as 25%, or risk.',
    ],
    ['long btc 5%', perp('buy', 'btc', '5%', {})],
    ['long BTC risk 1% sl 2% tp 1.5R', perp('buy', 'BTC', 'risk 1%', { sl: '2%', tp: '1.5R' })],
    ['short BTC risk 50 usd 10x sl 25t', perp('sell', 'BTC', 'risk 50 usd', { leverage: '10', sl: '25t' })],
    ['long BTC risk 1%', '! A size by risk needs a stop: long BTC risk 1% sl 2%.'],
    ['long BTC risk sl 2%', '! Enter a size and its unit, such as 500 usd, 25% or risk 1%.'],
    ['long BTC 10 20', '! Enter a size and its unit, such as 500 usd, 25% or risk 1%.'],
    [
      'long BTC 1 sl far',
      '! Unexpected "far". Allowed here: a price in USD, or a distance from the entry such as 2%, 25t (ticks) or 1.5R.',
    ],
    ['long BTC 0.05 at 90K tp 99000', perp('buy', 'BTC', '0.05', { price: '90000', tp: '99000' })],
    ['short SOL 10 10x', perp('sell', 'SOL', '10', { leverage: '10' })],
    [
      'scale buy 2K ETH 3400..3300 in 8 weight 1:3 reduce-only',
      plan('scale', {
        side: 'buy',
        size: '2000',
        coin: 'ETH',
        from: '3400',
        to: '3300',
        count: '8',
        weight: '1:3',
        reduceOnly: 'yes',
      }),
    ],
    [
      'TWAP Sell 2 eth reduce-only no over 20m',
      plan('twap', { side: 'sell', size: '2', coin: 'eth', over: '20m', reduceOnly: 'no' }),
    ],
    ['twap', plan('twap', {})],
    ['leverage BTC 10x', { kind: 'leverage', coin: 'BTC', leverage: '10' }],
    ['alert SOL>200', { kind: 'alert', what: 'SOL', direction: 'above', value: '200' }],
    ['find bonk inu', { kind: 'find', text: 'bonk inu' }],
    ['buy 0.5 SOL of BONK', swap('SOL', '0.5', 'BONK')],
    ['sell 30% JUP', swap('JUP', '30%')],
    ['sell all JUP', swap('JUP', '100%')],
    ['sell 1.5 SOL for USDC', swap('SOL', '1.5', 'USDC')],
    ['sell 1.5 SOL for USDC slippage 50bps', swap('SOL', '1.5', 'USDC', { slippage: '0.5' })],
    [
      'sell 100% JUP when mcap < 400M for 24h slippage 2%',
      trigger('JUP', '100%', '', {
        metric: 'market_cap_usd',
        direction: 'below',
        value: '400000000',
        expiry: '24',
        slippage: '2',
      }),
    ],
    [
      'sell half JUP when price>0.95 for USDC for 7d',
      trigger('JUP', '50%', 'USDC', { metric: 'price_usd', direction: 'above', value: '0.95', expiry: '168' }),
    ],
    ['stop all JUP 0.80', trigger('JUP', '100%', '', { metric: 'price_usd', direction: 'below', value: '0.8' })],
    [
      'trail sell all BONK 8%',
      trigger('BONK', '100%', '', { behavior: 'trailing', direction: 'below', trailing: '8' }),
    ],
    [
      'trail buy 0.5 SOL of BONK 8.25%',
      trigger('SOL', '0.5', 'BONK', { behavior: 'trailing', direction: 'above', trailing: '8.25' }),
    ],
    ['cancel', { kind: 'command', id: 'order.cancel' }],
    ['close BTC 500 usd', { kind: 'close', coin: 'BTC', share: '500 usd' }],
    ['margin ETH +25 usd', { kind: 'margin', coin: 'ETH', direction: 'add', amount: '25' }],
    ['long 500 usd BTC 5x', perp('buy', 'BTC', '500 usd', { leverage: '5' })],
    ['long $0.5K BTC at $90K', perp('buy', 'BTC', '500 usd', { price: '90000' })],
    ['short 10 SOL', perp('sell', 'SOL', '10', {})],
    ['short SOL 10 coin', perp('sell', 'SOL', '10', {})],
    ['alert SOL > 200 usd', { kind: 'alert', what: 'SOL', direction: 'above', value: '200' }],
    ['buy 50 usd BONK', swap('', '50 usd', 'BONK')],
    ['buy $50 of BONK with USDC', swap('USDC', '50 usd', 'BONK')],
    ['buy 50usd SOL of BONK', swap('SOL', '50 usd', 'BONK')],
    ['sell 50  USD SOL', swap('SOL', '50 usd')],
    ['swap 50 usd of SOL to USDC', swap('SOL', '50 usd', 'USDC')],
    ['swap half JUP to SOL slippage 2%', swap('JUP', '50%', 'SOL', { slippage: '2' })],
    ['swap', { kind: 'command', id: 'swap.create' }],
    [
      'trigger buy 50 usd WIF when price < 1.6 usd',
      trigger('', '50 usd', 'WIF', { metric: 'price_usd', direction: 'below', value: '1.6' }),
    ],
    ['stop 50 usd JUP 0.80', trigger('JUP', '50 usd', '', { metric: 'price_usd', direction: 'below', value: '0.8' })],
    [
      'trail buy 50 usd BONK 8%',
      trigger('', '50 usd', 'BONK', { behavior: 'trailing', direction: 'above', trailing: '8' }),
    ],
    [
      'transfer 50 usd of SOL to sniper from main',
      { kind: 'transfer', token: 'SOL', amount: '50 usd', to: 'sniper', from: 'main' },
    ],
    ['transfer all SOL to sniper', { kind: 'transfer', token: 'SOL', amount: '100%', to: 'sniper', from: null }],
    ['cancel all', { kind: 'command', id: 'bulk.cancelAll' }],
    ['cancel ord_12', { kind: 'cancel', order: 'ord_12' }],
    ['tape all', { kind: 'tape', token: null }],
    ['tape WIF', { kind: 'tape', token: 'WIF' }],
    ['halt', { kind: 'mode', mode: 'halted' }],
    ['flatten', { kind: 'command', id: 'bulk.flatten' }],
    ['zoom positions', { kind: 'zoom', pane: 'positions' }],
    ['sort positions pnl', { kind: 'sort', pane: 'positions', column: 'pnl', descending: true }],
    ['sort coin up', { kind: 'sort', pane: null, column: 'coin', descending: false }],
    ['sort orders off', { kind: 'sort', pane: 'orders', column: null, descending: true }],
    ['filter two  words', { kind: 'filter', text: 'two  words' }],
  ])('%s', (line, intent) => {
    expect(read(line)).toEqual(intent);
  });

  test('digits are kept exactly, however many there are', () => {
    expect(read('sell 0.123456789012345678 ETH')).toEqual(swap('ETH', '0.123456789012345678'));
    expect(read('sell 9007199254740993 BONK')).toEqual(swap('BONK', '9007199254740993'));
    expect(read('sell 1.000000000000000001K ETH')).toEqual(swap('ETH', '1000.000000000000001'));
  });
});

test.each([
  ['clsoe BTC', /^! Unknown command "clsoe"\. Did you mean close\? Allowed: close, margin, /],
  ['trial sell all BONK 8%', /Did you mean trail sell\?/],
  [
    'close BTC 50',
    /^! Unexpected "50"\..* Allowed here: a whole percentage from 1% to 100%, half, all, or a value such as \$500\.$/,
  ],
  ['close BTC 0%', /a whole percentage/],
  ['close BTC 50.5%', /a whole percentage/],
  ['close BTC 101%', /a whole percentage/],
  ['close BTC 50% now', /Unexpected "now" after the end/],
  ['close 50%', /Enter the coin first/],
  ['margin ETH 25', /with a sign: \+25 adds margin, -25 removes it\./],
  ['margin ETH +1,000', /with a sign/],
  ['sell 0 JUP', /Unexpected "0"/],
  ['sell -1 JUP', /Unexpected "-1"/],
  ['sell 1e5 JUP', /Unexpected "1e5"/],
  ['sell 101% JUP', /Unexpected "101%"/],
  ['sell lal JUP', /Did you mean all\?/],
  ['buy 0.5 SOL BONK', /Unexpected "BONK": expected "of"\./],
  ['sell 30% JUP for 24h', /^! A duration requires a condition/],
  ['sell 30% JUP wehn price < 1', /Did you mean when\?/],
  ['sell 30% JUP when price = 1', /Allowed here: < or >\./],
  ['sell 30% JUP when mcap < 400M slippage 2', /"2".* such as 2%/],
  ['sell 30% JUP when mcap < 400M slippage 2% slippage 3%', /"slippage".* Allowed here: for\./],
  ['twap buy', /^… twap buy\|sell SIZE COIN \[over OVER\].* next: size: coins in all$/],
  ['twap bye 2 ETH', /^! Unexpected "bye"\. Allowed here: buy or sell\.$/],
  ['twap buy 2 ETH ovr 1h', /Unexpected "ovr"\. Did you mean over\? Allowed here: over, in, jitter, /],
  ['twap buy 2 ETH over 1h over 2h', /Unexpected "over"/],
  ['scale buy 2 ETH 3400', /Unexpected "3400"\. Allowed here: two values with \.\. between them, such as 3400\.\.3300/],
  ['scale buy 2 ETH 3400..3300 reduce-only maybe', /Unexpected "maybe"/],
  ['buy 50 usd', /^… buy AMOUNT TOKEN of TOKEN .* or buy 50 usd \[of\] TOKEN \[with TOKEN\].* next: a token's symbol/],
  ['buy 0.5 SOL', /next: of$/],
  ['buy 0 usd BONK', /Unexpected "0 usd"/],
  ['swap 50 usd', /next: a token's symbol or address, such as SOL$/],
  ['swap SOL', /Unexpected "SOL"/],
  ['transfer 1 SOL', /next: to$/],
  ['long 500 usd', /next: the name of a perp market/],
  ['sell', /^… sell AMOUNT TOKEN .* next: an amount such as 1\.5 or 2K/],
  ['sell 30%', /next: a token's symbol or address/],
  ['trigger sell all JUP', /next: when$/],
  ['tra', /^… trail buy, trail sell, transfer, trades$/],
  ['zoom positoins', /Did you mean positions\?/],
  ['sort positions pnl sideways', /Allowed here: up or down\./],
])('%s is refused, or waits, with what is allowed', (line, words) => {
  expect(read(line)).toMatch(words);
});

test('every example of the table is read as its verb', () => {
  for (const verb of verbs) {
    expect(verb.examples.length, verb.name).toBeGreaterThan(0);
    for (const example of verb.examples) {
      const parsed = parseCommand(example);
      expect(parsed.kind === 'intent' ? parsed.verb.name : parsed, example).toBe(verb.name);
    }
  }
});

test('names are unique, and none is the beginning of a line that another one means', () => {
  const names = verbs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => names.some((other) => other.startsWith(`${name} `)))).toEqual([]);
});

const pieces = [
  ...verbs.flatMap(({ name, examples }) => [name, ...examples.flatMap((example) => example.split(' '))]),
  '<',
  '>',
  '%',
  '+',
  '-',
  '  ',
  '\t',
  '1e999999999',
  '__proto__',
  'constructor',
  '👩‍🚀',
  '\u202e',
  '9'.repeat(200),
];

test('any text has an answer', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...pieces)).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(text, (line) => {
      const parsed = parseCommand(line);
      if (parsed.kind === 'wrong') expect(parsed.problem).toMatch(/\S/);
      if (parsed.kind === 'incomplete') expect(parsed.needs).toMatch(/\S/);
    }),
    { numRuns: cases(800, 3_000) },
  );
});
