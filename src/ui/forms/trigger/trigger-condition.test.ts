import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryText, readValue } from './trigger-condition.ts';

describe('readValue', () => {
  it.each([
    ['0.95', '0.95'],
    ['.5', '0.5'],
    ['7.', '7'],
    ['007', '7'],
    ['250K', '250000'],
    ['1.1B', '1100000000'],
    ['1.23456m', '1234560'],
    ['0.000000000000000000000001', '0.000000000000000000000001'],
    [' 12 k ', '12000'],
    ['12345678901234567890.123B', '12345678901234567890123000000'],
  ])('reads %j exactly as %s', (typed, text) => {
    expect(readValue(typed)).toEqual({ text });
  });

  it('never gives anything but a plain decimal above zero', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,eEkKmMbB+\- %]{0,12}$/)), (typed) => {
        const value = readValue(typed);
        if ('text' in value) expect(value.text).toMatch(/^(?=.*[1-9])\d+(\.\d+)?$/);
        else expect(value.problem).toMatch(/above zero/);
      }),
    );
  });
});

describe('expiryText', () => {
  it('says when the order lapses, and does not guess what 0 means', () => {
    expect(expiryText(999_999_999, Date.UTC(2026, 0, 1))).toMatch(/^until .* UTC$/);
    expect(expiryText(0, 0)).toMatch(/up to the service/);
  });
});
