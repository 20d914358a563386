import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DecimalError, dec, isDecimalText, maxDecimalLength, readDecimal } from './decimal.ts';

const digits = fc.stringMatching(/^\d{1,30}$/);
const decimalText = fc
  .tuple(fc.constantFrom('', '-'), digits, fc.option(digits, { nil: undefined }))
  .map(([sign, whole, fraction]) => sign + whole + (fraction === undefined ? '' : `.${fraction}`));

test('every plain decimal is read to its last digit', () => {
  fc.assert(
    fc.property(decimalText, (text) => {
      const [whole = '', fraction = ''] = text.replace('-', '').split('.');
      const expected = BigInt(whole + fraction);
      expect(
        dec(text)
          .abs()
          .times(`1${'0'.repeat(fraction.length)}`)
          .toFixed(),
      ).toBe(expected.toString());
      expect(dec(text).lt(0)).toBe(text.startsWith('-') && expected > 0n);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  '',
  ' 1',
  '1 ',
  '+1',
  '1.',
  '.5',
  '1e5',
  '1E5',
  '0x10',
  '1,000',
  '1_000',
  'NaN',
  'Infinity',
  '١٢',
  '1.2.3',
  '--1',
  '1\n',
])('%j is refused', (text) => {
  expect(isDecimalText(text)).toBe(false);
  expect(() => dec(text)).toThrow(DecimalError);
});

test('a number of absurd length is refused before it is built', () => {
  expect(dec('9'.repeat(maxDecimalLength)).toFixed()).toHaveLength(maxDecimalLength);
  expect(isDecimalText('9'.repeat(maxDecimalLength + 1))).toBe(false);
  expect(() => dec('9'.repeat(maxDecimalLength + 1))).toThrow(/81 characters/);
});

test('an answer may hold the exponent form of a small JSON number, within bounds', () => {
  expect(readDecimal('1.184e-7')?.toFixed()).toBe('0.0000001184');
  expect(readDecimal('1e+21')?.toFixed()).toBe(`1${'0'.repeat(21)}`);
  expect(readDecimal('12.50')?.toFixed()).toBe('12.5');
  for (const text of ['1e5000', '1e-100', '1e5', 'e5', '', null, undefined, '9'.repeat(81)])
    expect(readDecimal(text)).toBeNull();
});
