import type inkMeasures from 'ink/build/measure-text.js';
import { rowsOf } from './text-rows.ts';
import widestLine from './widest-line.ts';

/**
 * Takes the place of Ink's own (replaced-modules.json), which remembers the last 4,096 texts that it measured: of texts that are
 * whole panes that is 100 MB after some minutes.
 *
 * Hangs on Ink measuring texts here for their layout; as-ink-draws.test.ts holds both against each other.
 */
const measureText = (text: string): { width: number; height: number } =>
  text === '' ? { width: 0, height: 0 } : { width: widestLine(text), height: rowsOf(text).length };

export default measureText satisfies typeof inkMeasures;
