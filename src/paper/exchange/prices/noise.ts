// Noise by place instead of by draw: the same seed and index give the same value, in any order.

/** A seed for one kind of noise, from another seed and a name or number. */
export function seedOf(seed: number, name: string | number): number {
  let mixed = seed | 0;
  for (const char of String(name)) mixed = scramble(mixed ^ char.charCodeAt(0));
  return scramble(mixed ^ 0x9e3779b9);
}

/** Uniform in (0, 1). */
export const uniformAt = (seed: number, index: number): number =>
  ((scramble(seed ^ Math.imul(index, 0x85ebca6b)) >>> 0) + 0.5) / 4_294_967_296;

/** Standard normal. */
export const gaussianAt = (seed: number, index: number): number => inverseNormal(uniformAt(seed, index));

/** Standard normal at every place, and continuous: neighbours within one unit resemble each other. */
export function smoothNoiseAt(seed: number, place: number): number {
  const index = Math.floor(place);
  return blend(gaussianAt(seed, index), gaussianAt(seed, index + 1), place - index);
}

/** Between two independent standard normal values, and as wide as they are. */
export const blend = (from: number, to: number, across: number): number =>
  ((1 - across) * from + across * to) / Math.sqrt((1 - across) ** 2 + across * across);

/** The final mix of MurmurHash3: neighbouring indexes differ in half of their bits. */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16) ^ 0x27d4eb2f, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const tailBelow = 0.02425;

/** The value that a standard normal variable stays below with this probability: P. J. Acklam's approximation, to 1.15e-9. */
function inverseNormal(probability: number): number {
  if (probability < tailBelow) return lowerTail(probability);
  if (probability > 1 - tailBelow) return -lowerTail(1 - probability);
  const q = probability - 0.5;
  const r = q * q;
  const over =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239;
  const under =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1;
  return (over * q) / under;
}

function lowerTail(probability: number): number {
  const q = Math.sqrt(-2 * Math.log(probability));
  const over =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
      4.374664141464968) *
      q +
    2.938163982698783;
  const under =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1;
  return over / under;
}
