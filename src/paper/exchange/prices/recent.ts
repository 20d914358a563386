/** Remembers what `make` gives for a number while it is among the last `most` that were asked for. */
export function recent<T>(most: number, make: (index: number) => T): (index: number) => T {
  const kept = new Map<number, T>();
  return (index) => {
    const known = kept.get(index);
    if (known !== undefined) return known;
    const made = make(index);
    if (kept.size >= most) kept.delete(kept.keys().next().value!);
    kept.set(index, made);
    return made;
  };
}
