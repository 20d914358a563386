import Big from 'big.js';

const shiftRule = 'Enter a percentage from -50 to 100, with at most 3 decimals, such as -0.5 or 1.25.';

/** Parses a percentage; empty is 0. Returns an error message if it is invalid. */
export function readShift(text: string): Big | string {
  const plain = text.trim().replace('−', '-').replace(/\s*%$/, '');
  if (plain === '') return new Big(0);
  if (!/^[+-]?\d{1,3}(\.\d{1,3})?$/.test(plain)) return shiftRule;
  const shift = new Big(plain.replace('+', ''));
  return shift.gte(-50) && shift.lte(100) ? shift : shiftRule;
}

const factorRule = 'Enter a number from 0.01 to 10, with at most 3 decimals, such as 0.5 or 2.';

/** Parses a factor. Returns an error message if it is invalid. */
export function readFactor(text: string): Big | string {
  const plain = text.trim();
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(plain)) return factorRule;
  const factor = new Big(plain);
  return factor.gte('0.01') && factor.lte(10) ? factor : factorRule;
}
