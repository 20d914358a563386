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

/** Anything shorter would be found in harmless text. */
const shortestPart = 9;
/** Of the keys of this run, the last ones. */
const mostForms = 200;
let knownForms: readonly string[] = [];
/** Of them, those that no escape gives away. */
let plainForms: readonly string[] = [];

/** From here on this key of the run is blotted out wherever it is quoted, whatever its shape, in part and in other spellings. */
export function keepSecret(key: string): void {
  const fresh = partsOf(key).flatMap(spellings);
  knownForms = [...new Set([...fresh, ...knownForms])].slice(0, mostForms);
  plainForms = knownForms.filter((form) => !/\\u|%|&#/.test(form));
}

/** All of it, and what a quote could cut out of it; the id of a key is no secret. */
function partsOf(key: string): string[] {
  const [, , secret] = /^(sk_[^_]+_)(.+)$/.exec(key) ?? [null, null, key];
  const parts = [key, secret ?? key, ...(secret ?? key).split(/[._]/)];
  return [...new Set(parts)].filter(({ length }) => length >= shortestPart);
}

const escapes: readonly ((hex: string) => string)[] = [
  (hex) => hex,
  (hex) => `\\u00${hex}`,
  (hex) => `%${hex}`,
  (hex) => `&#x${hex};`,
  (hex) => `&#${Number.parseInt(hex, 16)};`,
];

/** As it is, as JSON, URLs and HTML may escape it, and in hex and base64. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  const lower = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  const upper = lower.map((hex) => hex.toUpperCase());
  return [
    ...[text, encodeURIComponent(text), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')],
    ...[lower, upper].flatMap((hexes) => escapes.map((spell) => hexes.map(spell).join(''))),
  ];
}

/** Replaces the keys of this run, and whatever looks like an API key, a JWT or a bearer header. */
export function scrub(text: string): string {
  return secretShapes.reduce((scrubbed, [shape, mask]) => scrubbed.replace(shape, mask), blot(text));
}

/** Whether a JSON text may hold a key of this run: quoted, or behind escapes that only reading it shows. */
export function mayHoldSecret(json: string): boolean {
  if (knownForms.length === 0) return false;
  if (json.includes('\\u')) return true;
  const forms = json.includes('%') || json.includes('&#') ? knownForms : plainForms;
  return forms.some((form) => json.includes(form));
}

/** The same value without the keys of this run in any of its texts, names of fields and JSON within a text included. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\\u') ? jsonWithoutSecrets(value) : blot(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [blot(name), withoutSecrets(inner)]));
}

/** The same for the text of a JSON value; a text that is none is only looked through. */
export function jsonWithoutSecrets(text: string): string {
  if (!mayHoldSecret(text)) return text;
  try {
    return JSON.stringify(withoutSecrets(JSON.parse(text)));
  } catch {
    return blot(text);
  }
}

const blot = (text: string): string =>
  knownForms.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, '[key]') : left), text);

/** Why a text can't be a credential of this service, or null. The text itself is never in the answer. */
export function credentialProblem(text: string): string | null {
  if (text === '') return 'No key was given.';
  if (/[^\x21-\x7e]/.test(text)) return 'The key contains a space or a character that no key has; copy it again.';
  if (/^sk_[^_]+_.+$/.test(text) || /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return null;
  return 'That is not an API key: one begins with sk_ and has three parts, sk_{keyId}_{secret}.';
}
