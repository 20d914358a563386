/**
 * Random numbers that repeat: each call of the result begins anew with the same ones, 0 ≤ x < 1, so that a preview does not
 * change while nothing else does. Drawn from new client order ids, which are random hex digits.
 */
export function repeatable(newCloid: () => string): () => () => number {
  const drawn: number[] = [];
  return () => {
    let at = 0;
    return () => {
      const index = at++;
      while (drawn.length <= index)
        for (const [digits] of newCloid()
          .slice(2)
          .matchAll(/[0-9a-f]{8}/g))
          drawn.push(Number.parseInt(digits, 16) / 2 ** 32);
      return drawn[index] ?? 0;
    };
  };
}
