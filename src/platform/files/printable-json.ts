const plain = /^[\x20-\x7e\n]*$/;

/**
 * Equivalent JSON that is safe to display: characters that JSON allows but a terminal would execute or hide are written
 * as \u escapes. For stdout and all JSON files, because people read those in terminals.
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
