import fc from 'fast-check';
import { cleanText } from '../../domain/text/clean-text.ts';

/** Texts as the edge lets them through: Latin, wide, combining, emoji, right-to-left, digits. */
export const cellText: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom('a', '漢', '字', '👩‍🚀', '🇩🇪', 'é', 'ש', '한', '1', '.', ' ', '…', '！'),
      maxLength: 14,
    }),
  )
  .map((text) => cleanText(text));
