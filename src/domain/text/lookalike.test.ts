import { expect, test } from 'vitest';
import { isLookalike } from './lookalike.ts';

const held = ['Fartcoin', 'POPCAT', 'МАЙ'];

test.each([
  ['Cyrillic С in a Latin symbol', 'USDС'],
  ['all Cyrillic', 'ВТС'],
  ['all Greek', 'ΕΤΗ'],
  ['full width', 'ＵＳＤＣ'],
  ['mathematical letters', '𝐔𝐒𝐃𝐂'],
  ['accent', 'USDĊ'],
  ['zero for O', 'S0L'],
  ['one for L', 'SO1'],
  ['capital I for L', 'SOI'],
  ['a dropped character', 'US�DC'],
  ['a blank', 'US DC'],
  ['a held symbol', 'P0PCAT'],
  ['a held symbol in Cyrillic', 'РОРСАТ'],
  ['mixed scripts, whatever they spell', 'Zнoba'],
])('%s: %s is a lookalike', (_, symbol) => {
  expect(isLookalike(symbol, held)).toBe(true);
});

test.each([
  ['the symbol itself', 'USDC'],
  ['another case of it', 'usdc'],
  ['a held symbol', 'Fartcoin'],
  ['a held symbol of another script', 'МАЙ'],
  ['an honest symbol', 'GIGA'],
  ['a longer one', 'USDC.e'],
  ['an honest Cyrillic symbol', 'ЖУК'],
  ['Chinese with Latin', '币安BNBX'],
  ['Japanese with digits', 'ネコ2'],
  ['nothing', ''],
])('%s: %s is not', (_, symbol) => {
  expect(isLookalike(symbol, held)).toBe(false);
});

test('what is held decides', () => {
  expect(isLookalike('G1GA', [])).toBe(false);
  expect(isLookalike('G1GA', ['GIGA'])).toBe(true);
});
