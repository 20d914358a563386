const mostOffered = 3;

/** Words close to the typed one, nearest first: at most two typos away, one for a short word. */
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

/** Levenshtein distance, row by row; a transposition of neighbours counts as one. */
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
