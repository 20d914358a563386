/** Escapes foreign text for `withKeys`, which returns it unchanged. */
export const literally = (text: string): string => text.replaceAll('{', '{{}');
