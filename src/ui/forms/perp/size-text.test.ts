import { expect, test } from 'vitest';
import { readSizeText } from './size-text.ts';

const read = (text: string, coin = 'BTC') => {
  const size = readSizeText(text, coin);
  return typeof size === 'string' ? `! ${size}` : `${size.value.toFixed()} ${size.unit}`;
};

test.each([
  ['0.5', '0.5 coin'],
  ['0.5 BTC', '0.5 coin'],
  ['0.5btc', '0.5 coin'],
  ['500 usd', '500 usd'],
  ['500USDC', '500 usd'],
  ['$500', '500 usd'],
  ['25 %', '25 share'],
  ['100%', '100 share'],
  ['risk 1 %', '1 risk-pct'],
  ['risk 0.5%', '0.5 risk-pct'],
  ['r1%', '1 risk-pct'],
  ['1 % risk', '1 risk-pct'],
  ['risk 50 usd', '50 risk-usd'],
  ['risk $50', '50 risk-usd'],
  ['RISK 50', '50 risk-usd'],
  ['50 usd risk', '50 risk-usd'],
])('%s', (text, size) => expect(read(text)).toBe(size));

test.each([
  ['', /^! Enter a number, such as 0\.5, 500 usd, 25 %, risk 1 %\.$/],
  ['0', /above zero/],
  ['0 %', /above zero/],
  ['risk', /^! Enter a number, such as 50/],
  ['risk 101 %', /^! Enter at most 100 %/],
  ['101 %', /^! Enter at most 100 %/],
  ['1e5', /without an exponent/],
  ['-1 %', /without a sign/],
  ['1,000 usd', /thousands separators/],
  ['0.5 ETH', /digits/],
])('%j is refused', (text, words) => expect(read(text)).toMatch(words));

test('a coin whose name ends like a unit', () =>
  expect(read('5 kUSD', 'kUSD')).toBe('! An amount is digits with at most one point, such as 1.5.'));
