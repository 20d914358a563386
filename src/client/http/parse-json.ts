import { mayHoldSecret, withoutSecrets } from '../../platform/secrets/secrets.ts';

const maxDepth = 1_000;

/**
 * Parses untrusted JSON. Throws SyntaxError for bad JSON and for nesting deeper than 1,000 levels, which would overflow
 * the stack of a recursive walker. Drops keys named `__proto__`, so that no later copy can change a prototype, and
 * redacts a quoted API key.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`nested deeper than ${maxDepth} levels`);
  // The reviver costs several times the plain parse; the key may be written with \u escapes.
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
