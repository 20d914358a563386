/** A whole number above zero; null where nothing is typed. A string says what is allowed. */
export function readWhole(text: string): number | string | null {
  const typed = text.trim().replaceAll(',', '');
  if (typed === '') return null;
  const number = /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
  return number > 0 ? number : 'Enter a whole number above zero, or leave it empty.';
}
