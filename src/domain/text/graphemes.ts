/** Made when first used: its tables take 10 ms of a start, and most text is plain ASCII. */
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a person counts them. */
export function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
