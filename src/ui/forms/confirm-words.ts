import type { ConfirmWords, FormSpec } from './form-spec.ts';

/** The form's own words, or those of what is sent at once. `verb`: what its key does, for hints: `start`. */
export function confirmWordsOf({
  confirmWords,
  isLocal,
}: Pick<FormSpec<never>, 'confirmWords' | 'isLocal'>): ConfirmWords & { readonly verb: string } {
  const words = confirmWords ?? {
    text: 'Sent once, exactly as shown. Press y to send or Esc to go back.',
    button: 'Send',
    purpose: isLocal ? 'to apply it' : 'to send it once',
  };
  return { ...words, verb: words.button.toLowerCase() };
}
