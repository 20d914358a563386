import type inkSanitizes from 'ink/build/sanitize-ansi.js';

const cleanRow = /^(?:[^\x00-\x1f\x7f-\x9f]|\n|\x1b\[[\d;]*m)*$/;

/**
 * Takes the place of Ink's cleaning of texts (replaced-modules.json), which takes every row apart for every frame. The painter
 * has cleaned the desk's rows already: a row with anything but text and colours in it loses all its controls here.
 *
 * Hangs on Ink cleaning each text before it measures and wraps it. Were it to clean pieces of rows, or after wrapping, the cells
 * would still be right, as a clean text passes as it is; as-ink-draws.test.ts holds that.
 */
const sanitizeRow = (text: string): string =>
  cleanRow.test(text) ? text : text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, '');

export default sanitizeRow satisfies typeof inkSanitizes;
