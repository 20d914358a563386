/** A text for the inside of one that `withKeys` reads: it comes out as it was, whatever is in it. */
export const literally = (text: string): string => text.replaceAll('{', '{{}');
