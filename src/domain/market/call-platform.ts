const otherNames = new Map([
  ['twitter', 'x'],
  ['onchain', 'trade'],
]);

/** A platform of calls by one name: the service also calls `x` twitter and `trade` onchain. Other names pass. */
export function callPlatform(text: string): string {
  const name = text.trim().toLowerCase();
  return otherNames.get(name) ?? name;
}
