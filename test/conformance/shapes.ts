import { expect, vi } from 'vitest';

/* Matchers for values of the wire: each says what the contract says of a field, where its value is the market's. */

export const text: unknown = expect.stringMatching(/\S/);
export const decimal: unknown = expect.stringMatching(/^-?\d+(\.\d+)?$/);
export const baseUnits: unknown = expect.stringMatching(/^\d+$/);
export const isoTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
export const evmAddress: unknown = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);
export const number: unknown = expect.any(Number);
export const whole: unknown = expect.toSatisfy(Number.isSafeInteger, 'a whole number');
export const flag: unknown = expect.any(Boolean);
export const orNull = (shape: unknown): unknown => expect.toBeOneOf([shape, null]);

/** Expects a list with at least one item, every one of this shape. */
export function expectEach(items: readonly unknown[], shape: unknown): void {
  expect(items.length, 'items').toBeGreaterThan(0);
  for (const [index, item] of items.entries()) expect(item, `item ${index}`).toEqual(shape);
}

/** Reads again until `check` passes, for a minute at most, which only a failure takes. */
export const until = <T>(read: () => Promise<T>, check: (value: T) => void): Promise<T> =>
  vi.waitFor(
    async () => {
      const value = await read();
      check(value);
      return value;
    },
    { timeout: 60_000, interval: 50 },
  );

/** Tokens and wallets of a fresh paper account. */
export const sol = 'So11111111111111111111111111111111111111112';
export const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
export const baseEth = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
export const baseUsdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
export const baseAero = '0x940181a94a35a4569e4529a3cdfb74e38fd98631';
