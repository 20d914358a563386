import type packageWidestLine from 'widest-line';
import { rowsOf } from './text-rows.ts';

/**
 * Takes the place of the package that Ink measures with (replaced-modules.json): it measured every row anew for every frame.
 *
 * Hangs on Ink asking this package, for the layout and before each write. Were it to ask `string-width` by itself, rows would
 * stand where they stand and cost more; where both measure otherwise than the other, as-ink-draws.test.ts fails.
 */
const widestLine = (text: string): number => rowsOf(text).reduce((widest, { width }) => Math.max(widest, width), 0);

export default widestLine satisfies typeof packageWidestLine;
