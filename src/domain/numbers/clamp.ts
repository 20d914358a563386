/** The value, or the nearer bound if it lies outside them; `min` wins if the bounds cross, as in an empty list. */
export const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));
