import { mayHoldSecret, withoutSecrets } from '../platform/secrets.ts';

const maxDepth = 1_000;

/**
 * Reads JSON from outside: SyntaxError for bad JSON and for more than 1,000 levels (a walker that recurses would run out of
 * stack); keys named `__proto__` are dropped, so that no later copy can change a prototype; a quoted API key is blotted out.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`nested deeper than ${maxDepth} levels`);
  // The reviver costs several times the plain parse, and the key can be spelt with \u escapes.
  const isSuspect = text.includes('__proto__') || /\\u00(?:5f|70|72|6f|74)/i.test(text);
  const value = isSuspect ? JSON.parse(text, dropProto) : JSON.parse(text);
  return mayHoldSecret(text) ? withoutSecrets(value) : value;
}

function dropProto(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (isInString) {
      if (char === 0x5c) index++;
      else if (char === 0x22) isInString = false;
    } else if (char === 0x22) isInString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}
