/** Longest text that is put on the clipboard, characters: terminals refuse much more. */
export const longestCopy = 2_000;

/**
 * The sequence (OSC 52) by which a terminal puts a text on the clipboard; it works over SSH. Base64 keeps the text from
 * ending it early. A terminal that does not know it, or has it switched off, does nothing.
 */
export const osc52 = (text: string): string => `\u001B]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`;
