// Decimals as text, computed in whole units of 10⁻¹²: never floating point for what is sent.
const places = 12;

/** In units of 10⁻¹². */
export function units(text) {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? [];
  if (whole === undefined) throw new RangeError(`${text} is not a plain decimal`);
  const value = BigInt(whole + part.slice(0, places).padEnd(places, '0'));
  return sign ? -value : value;
}

export function text(value) {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  const part = digits.slice(-places).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}${part && `.${part}`}`;
}

/** A price moved by so many basis points. */
export const moved = (price, bps) => (units(price) * BigInt(10_000 + bps)) / 10_000n;

/** Product and quotient of two amounts in units. */
export const times = (a, b) => (a * b) / 10n ** BigInt(places);
export const over = (a, b) => (a * 10n ** BigInt(places)) / b;

/** On the venue's grid: at most five significant figures, and 6 − szDecimals decimals. Rounded down. */
export function gridPrice(value, szDecimals) {
  const significant = String(value).length - 5;
  const decimals = places - (6 - szDecimals);
  const dropped = 10n ** BigInt(Math.max(significant, decimals, 0));
  return text((value / dropped) * dropped);
}

/** A size in coins, rounded down. */
export const size = (value, szDecimals) => {
  const dropped = 10n ** BigInt(places - szDecimals);
  return text((value / dropped) * dropped);
};
