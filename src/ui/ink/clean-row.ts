const cleanRow = /^(?:[^\x00-\x1f\x7f-\x9f]|\n|\x1b\[[\d;]*m)*$/;

/**
 * Takes the place of Ink's cleaning of texts (replaced-modules.json), which takes every row apart for every frame. The painter
 * has cleaned the desk's rows already: a row with anything but text and colours in it loses all its controls here.
 */
const sanitizeRow = (text: string): string =>
  cleanRow.test(text) ? text : text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, '');

export default sanitizeRow;
