import type { Choice } from './form-spec.ts';

const keys = { 25: 'q', 50: 'h', 75: 't', 100: 'a' };

/** Percentage presets with their letters: quarter, half, three quarters, all. `unit` is appended if the field has none. */
export const shareChoices = (unit: '%' | ''): readonly Choice[] =>
  Object.entries(keys).map(([share, key]) => ({ value: `${share}${unit}`, label: `${share}${unit}`, key }));
