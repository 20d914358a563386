export const API_KEY_VARIABLE = 'SWAPDECK_API_KEY';

/**
 * The API key from the environment, once: it is deleted on reading, so that no child process inherits it and no crash
 * report can print it. Undefined when it is not set or blank.
 */
export function takeKeyFromEnv(env: NodeJS.ProcessEnv): string | undefined {
  const key = env[API_KEY_VARIABLE]?.trim();
  dropKeyFromEnv(env);
  return key || undefined;
}

/** Deletes the key of the environment unread, as paper mode does. */
export function dropKeyFromEnv(env: NodeJS.ProcessEnv): void {
  delete env[API_KEY_VARIABLE];
  delete process.env[API_KEY_VARIABLE];
}

const secretShapes: readonly [RegExp, string][] = [
  // Not inside a word, so that `task_1` stays; a JSON or URL escape before it is no word.
  [/(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]|\\u[0-9a-f]{4}|%[0-9a-f]{2}))sk_[\w.~+/=-]+/gi, 'sk_***'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'jwt_***'],
  [/(bearer\s+)[^\s"',\\]+/gi, '$1***'],
];

/** Replaces whatever looks like an API key, a JWT or a bearer header. For logs, journals and crash output. */
export const scrub = (text: string): string =>
  secretShapes.reduce((scrubbed, [shape, mask]) => scrubbed.replace(shape, mask), text);

/** Why a text can't be a credential of this service, or null. The text itself is never in the answer. */
export function credentialProblem(text: string): string | null {
  if (text === '') return 'No key was given.';
  if (/[^\x21-\x7e]/.test(text)) return 'The key contains a space or a character that no key has; copy it again.';
  if (/^sk_[^_]+_.+$/.test(text) || /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return null;
  return 'That is not an API key: one begins with sk_ and has three parts, sk_{keyId}_{secret}.';
}
