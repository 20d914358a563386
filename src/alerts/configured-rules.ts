import { type PriceCondition, parsePriced } from './price-rules.ts';

interface Written {
  readonly of: string;
  readonly direction: PriceCondition['direction'];
  readonly value: string;
}

/** The price alerts of the configuration, and those among them with an invalid address. */
export function configuredRules(written: readonly Written[]): {
  readonly rules: readonly PriceCondition[];
  readonly wrong: readonly string[];
} {
  const read = written.map(({ of, direction, value }) => {
    const priced = parsePriced(of);
    return priced ? { ...priced, direction, value } : of;
  });
  return {
    rules: read.filter((rule) => typeof rule !== 'string'),
    wrong: read.filter((rule) => typeof rule === 'string'),
  };
}
