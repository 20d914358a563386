import type { FormSpec } from './form-spec.ts';

/** What a confirmation says. */
export interface ConfirmWords {
  /** The sentence above its buttons. */
  readonly text: string;
  readonly button: string;
  /** What a word is typed for: `to start it`. */
  readonly purpose: string;
  /** What its key does, for hints: `start`. */
  readonly verb: string;
}

/** The form's own words, or those of what is sent at once. */
export function confirmWordsOf({
  confirmWords,
  isLocal,
}: Pick<FormSpec<never>, 'confirmWords' | 'isLocal'>): ConfirmWords {
  const words = confirmWords ?? {
    text: 'Sent once, exactly as shown. Press y to send or Esc to go back.',
    button: 'Send',
    purpose: isLocal ? 'to apply it' : 'to send it once',
  };
  return { ...words, verb: words.button.toLowerCase() };
}
