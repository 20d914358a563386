/** The value below which this share of the values lies. */
export function at(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)];
}
