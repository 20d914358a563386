const mostOffered = 3;

/** The words that somebody may have meant, the nearest first: two slips away at most, of a short word one. */
export function nearestWords(typed: string, words: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  return words
    .map((word) => ({ word, slips: distance(wanted, word.toLowerCase()) }))
    .filter(({ word, slips }) => slips <= (Math.max(word.length, wanted.length) > 4 ? 2 : 1))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, mostOffered)
    .map(({ word }) => word);
}

/** ` Did you mean close or cancel?`, or nothing. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const near = nearestWords(typed, words);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

const longestWord = 64;

/** Levenshtein distance, row by row; two neighbours that changed places are one slip. */
function distance(a: string, b: string): number {
  if (a.length > longestWord || b.length > longestWord) return longestWord;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
