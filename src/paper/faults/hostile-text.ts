/** Texts that a terminal, a log or a table must survive: escape sequences, bidi overrides, long and lookalike names. */
const hostileTexts = [
  '\u001b[2J\u001b]0;owned\u0007SOL',
  '\u001b]52;c;c3RvbGVu\u0007',
  '\u009b31mUSDC\u009c',
  '\u202eLOS\u202c',
  'U\u200bS\u200bD\u200bC',
  'ЅОL',
  'e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  'line\nbreak\r\ttab',
  '\ud800lone',
  '👩‍👩‍👧‍👦'.repeat(20),
  'W'.repeat(5_000),
  '__proto__',
];

/** Fields with text for display. Ids and amounts are unchanged, so that the response stays readable. */
const wordFields =
  /^(name|symbol|label|displayName|username|tokenName|tokenSymbol|nativeSymbol|messagePreview|text|error|errorMessage|message)$/;

/** The same data with hostile text inserted; `pick` chooses which, from 0. */
export function withHostileText(value: unknown, pick: number): unknown {
  const text = hostileTexts[Math.abs(Math.trunc(pick)) % hostileTexts.length];
  const visit = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(visit);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([key, one]) => [
        key,
        typeof one === 'string' && wordFields.test(key) ? text : visit(one),
      ]),
    );
  };
  return visit(value);
}
