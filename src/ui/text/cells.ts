import type Big from 'big.js';
import { type Span, span, type Tone } from './span.ts';

/** Cell of a number; a dim dash if it is unknown, never a zero. */
export const known = <T>(value: T | null | undefined, show: (value: T) => string, tone: Tone = 'plain'): Span =>
  value === null || value === undefined ? span('–', 'muted') : span(show(value), tone);

/** Green above zero, red below. */
export const signTone = (value: Big | null): Tone => (!value || value.eq(0) ? 'plain' : value.gt(0) ? 'up' : 'down');
