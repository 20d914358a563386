/** Times above this are milliseconds: as seconds it would be the year 5138, as milliseconds it is March 1973. */
const greatestSeconds = 1e11;

/** The last moment of a JavaScript date. */
const greatestMs = 8.64e15;

/**
 * A time of a response, as a number or its text, in milliseconds since 1970. The service sends seconds in some places and
 * milliseconds in others; the size tells which. Null for anything that is not a time after 1970.
 */
export function epochMs(value: unknown): number | null {
  const time = typeof value === 'string' && /^\d{1,16}(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof time !== 'number' || !(time > 0)) return null;
  const ms = time > greatestSeconds ? time : time * 1000;
  return ms <= greatestMs ? Math.round(ms) : null;
}
