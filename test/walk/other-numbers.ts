import type { Random } from '../../src/platform/time/random.ts';

/** What a service may send where a number of another kind is expected. */
const numbers = [0, -1, 1, 1e-18, 1e18, -1e18, 1e300, 2 ** 53, 0.1 + 0.2, null];
const texts = ['0', '-1', '0.000000000000000000001', '999999999999999999999999999999', '-0', '1e30', '', 'n/a'];
const numeric = /^-?\d+(\.\d+)?$/;

/** The same JSON with some of its numbers, as numbers and as texts, replaced. What is no JSON stays as it is. */
export function withOtherNumbers(json: string, random: Random): string {
  try {
    return JSON.stringify(changed(JSON.parse(json), random));
  } catch {
    return json;
  }
}

const share = 0.15;

function changed(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, random));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner, random)]));
  if (random.next() >= share) return value;
  if (typeof value === 'number') return numbers[random.int(numbers.length)];
  if (typeof value === 'string' && numeric.test(value)) return texts[random.int(texts.length)];
  return value;
}
