export const API_KEY_VARIABLE = 'SWAPDECK_API_KEY';

/**
 * Takes the API key from the environment, once: it is deleted on reading, so that no child process inherits it and no
 * crash report can print it. Undefined if it is not set or blank.
 */
export function takeKeyFromEnv(env: NodeJS.ProcessEnv): string | undefined {
  const key = env[API_KEY_VARIABLE]?.trim();
  dropKeyFromEnv(env);
  return key || undefined;
}

/** Deletes the environment's key without reading it, as paper mode does. */
export function dropKeyFromEnv(env: NodeJS.ProcessEnv): void {
  delete env[API_KEY_VARIABLE];
  delete process.env[API_KEY_VARIABLE];
}

const secretShapes: readonly [RegExp, string][] = [
  // Not inside a word, so that `task_1` stays. A JSON or URL escape before it is not part of a word.
  [/(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]|\\u[0-9a-f]{4}|%[0-9a-f]{2}))sk_[\w.~+/=-]+/gi, 'sk_***'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'jwt_***'],
  [/(bearer\s+)[^\s"',\\]+/gi, '$1***'],
];

/** Anything shorter would match harmless text. */
const shortestPart = 9;
/** Only the latest keys of this run. */
const mostForms = 200;
let knownForms: readonly string[] = [];
/** Those that contain no escape characters. */
let plainForms: readonly string[] = [];

/**
 * Registers a key of this run. From now on it is redacted wherever it is quoted, whatever its shape, in parts and in
 * other encodings.
 */
export function registerSecret(key: string): void {
  const fresh = partsOf(key).flatMap(spellings);
  knownForms = [...new Set([...fresh, ...knownForms])].slice(0, mostForms);
  plainForms = knownForms.filter((form) => !/\\u|%|&#/.test(form));
}

/** The whole key and the parts that a quote could contain. The key id is not secret. */
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

/** The text as it is, escaped for JSON, URLs and HTML, and in hex and base64. */
export function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  const lower = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  const upper = lower.map((hex) => hex.toUpperCase());
  return [
    text,
    encodeURIComponent(text),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    ...[lower, upper].flatMap((hexes) => escapes.map((spell) => hexes.map(spell).join(''))),
  ];
}

/** Redacts the keys of this run, and everything that looks like an API key, a JWT or a bearer header. */
export function redact(text: string): string {
  return secretShapes.reduce((scrubbed, [shape, mask]) => scrubbed.replace(shape, mask), blot(text));
}

/** Whether a JSON text may contain a key of this run: literally, or behind escapes that only parsing reveals. */
export function mayHoldSecret(json: string): boolean {
  if (knownForms.length === 0) return false;
  if (json.includes('\\u')) return true;
  const forms = json.includes('%') || json.includes('&#') ? knownForms : plainForms;
  return forms.some((form) => json.includes(form));
}

/** The same value with the keys of this run redacted in all texts, including field names and JSON inside text. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\\u') ? jsonWithoutSecrets(value) : blot(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [blot(name), withoutSecrets(inner)]));
}

/** The same for JSON text; text that is not JSON is only scrubbed. */
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

/** Why a text cannot be a credential of this service, or null. The result never contains the text. */
export function credentialProblem(text: string): string | null {
  if (text === '') return 'No key was given.';
  if (/[^\x21-\x7e]/.test(text)) return 'The key contains a space or an invalid character. Copy it again.';
  if (/^sk_[^_]+_.+$/.test(text) || /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return null;
  return 'That is not an API key. A key begins with sk_ and has three parts: sk_{keyId}_{secret}.';
}
