import { expect, test } from 'vitest';
import { shownAmount, tokenAmount } from './token-amount.ts';

test('base units become whole tokens exactly; a value that is not an integer stays unchanged', () => {
  expect(tokenAmount('1', 9)).toEqual({ text: '0.000000001', isBaseUnits: false });
  expect(tokenAmount('123456789012345678901', 18).text).toBe('123.456789012345678901');
  expect(tokenAmount('100', null)).toEqual({ text: '100', isBaseUnits: true });
  expect(tokenAmount('lots', 9)).toEqual({ text: 'lots', isBaseUnits: false });
});

test.each([
  ['1234567.89999', false, '1,234,567.8999'],
  ['0.00009', false, '0.0000'],
  ['5', false, '5'],
  ['100000000', true, '100,000,000 base units'],
  ['', false, '–'],
  ['lots', false, '?'],
])('%j is truncated after four decimals, never rounded up: %s %s', (text, isBaseUnits, shown) => {
  expect(shownAmount({ text, isBaseUnits })).toBe(shown);
});
