import { homedir } from 'node:os';
import { cleanText } from '../../domain/text/clean-text.ts';
import { API_KEY_VARIABLE, redact, registerSecret, spellings } from '../../platform/secrets/secrets.ts';
import { MaskText } from '../check/mask-text.ts';

/** Anything shorter would match harmless text. */
const shortestSecret = 8;
const secretName = /key|token|secret|passw|passphrase|credential|auth/i;

const patterns: readonly [RegExp, string][] = [
  // The password of an address, and secrets in its query.
  [/(:\/\/)[^/\s"'@]+@/g, '$1***@'],
  [/([?&][\w-]*(?:key|token|secret|sig|auth)[\w-]*=)[^&\s"'\\]+/gi, '$1***'],
  // `password=…`, `"apiKey":"…"`, `x-api-key: …`, also in JSON within JSON.
  [
    /((?:secret|passw(?:or)?d|passphrase|api[_-]?key|private[_-]?key|mnemonic|access[_-]?token|auth[_-]?token|authorization|cookie)\\*["']?\s*[:=]\s*\\*["']?)(?!\s*\*\*\*)[^"'\\\n]+/gi,
    '$1***',
  ],
];

/**
 * Returns a function that makes text fit to be passed on: no keys, no secrets of the environment, no addresses, no home
 * folder, no control characters. Line breaks stay.
 */
export function createScrubber(env: NodeJS.ProcessEnv): (text: string) => string {
  const key = env[API_KEY_VARIABLE]?.trim();
  // In parts and other encodings too, even if the command then takes another key.
  if (key) registerSecret(key);
  const secrets = secretValues(env);
  const mask = new MaskText('');
  const home = homedir();
  return (text) => {
    const known = secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text);
    const shaped = patterns.reduce((left, [pattern, to]) => left.replace(pattern, to), redact(known));
    const local = home.length > 1 ? shaped.replaceAll(home, '~') : shaped;
    return mask
      .numberedCodes(local)
      .split('\n')
      .map((line) => cleanText(line))
      .join('\n');
  };
}

/** What the environment names a secret, longest first: a part of one must not leave the rest of another. */
const secretValues = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(env)
    .flatMap(([name, value]) =>
      secretName.test(name) && value && value.length >= shortestSecret ? spellings(value) : [],
    )
    .sort((a, b) => b.length - a.length);
