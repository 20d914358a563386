import { isUnreadable } from '../../src/protocol/schema.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Paths of the items in an answer that the protocol could not read, each with its reason. */
export function unreadableItems(value: unknown, path = 'data'): string[] {
  if (isUnreadable(value)) return [`${path}: ${value.unreadable}`];
  return isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => unreadableItems(inner, `${path}.${key}`))
    : [];
}

/** Paths of the fields that were sent and that the protocol has no place for; list positions are written as `*`. */
export function lostFields(sent: unknown, read: unknown, path = 'data'): string[] {
  if (!isObject(sent)) return [];
  if (!isObject(read)) return [path];
  const lost = Object.entries(sent).flatMap(([key, value]) => {
    const place = `${path}.${Array.isArray(sent) ? '*' : key}`;
    return key in read ? lostFields(value, read[key], place) : [place];
  });
  return [...new Set(lost)];
}
