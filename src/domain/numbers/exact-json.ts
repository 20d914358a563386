/** An integer above 2^53 in JSON, outside quotes: a plain parse would lose its last digits. The JSON may stand inside a JSON text. */
const longInteger = /[:,[](?:\s|\\[nrt])*-?\d{16}/;

/** Node's `JSON`, of which the compiler does not know the source text of a number yet. */
const json = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
};

/** Parses JSON like `JSON.parse`; `keep` makes the value of an integer that a JavaScript number cannot hold. */
function parseWith(keep: (digits: string) => unknown, text: string): unknown {
  if (!longInteger.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? keep(source) : value,
  );
}

/** Parses JSON whose every integer `JSON.stringify` writes again digit for digit. Throws SyntaxError. */
export const parseExactly = (text: string): unknown => parseWith((digits) => json.rawJSON(digits), text);

/** A whole number as `JSON.stringify` is to write it: a JSON number of any size. */
export const jsonInteger = (value: bigint): number =>
  // The compiler takes a payload's integers for numbers; those beyond them are only ever written.
  value > BigInt(Number.MAX_SAFE_INTEGER) ? (json.rawJSON(String(value)) as number) : Number(value);

/**
 * A stream message whose integers above 2^53 stand in quotes, also inside the JSON text of its `data`: any parser then keeps
 * their digits. The message itself if it has none, or is no JSON.
 */
export function quoteLongIntegers(message: string): string {
  if (!longInteger.test(message)) return message;
  try {
    const frame = parseWith(String, message);
    if (typeof frame !== 'object' || frame === null || !('data' in frame)) return JSON.stringify(frame);
    const { data } = frame;
    return JSON.stringify({ ...frame, data: typeof data === 'string' ? quoteLongIntegers(data) : data });
  } catch {
    return message;
  }
}
