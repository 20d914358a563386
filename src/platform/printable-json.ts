const plain = /^[\x20-\x7e\n]*$/;

/**
 * JSON that says the same and can be looked at: what JSON lets through but a terminal obeys or hides is written as \u escapes. For
 * standard output, and for every file of JSON, since people read those in terminals.
 */
export function printableJson(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()].map((at) => escapeUnit(character, at)).join(''),
  );
}

const escapeUnit = (text: string, at: number) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
