import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases, isSoak, seed } from '../run/cases.ts';
import { everyFace } from './every-face.ts';
import { MadeService } from './made-service.ts';

const hexOf = (text: string): string[] => [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'));
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'escaped for JSON': (text) =>
    hexOf(text)
      .map((hex) => `\\u00${hex}`)
      .join(''),
  'escaped for a URL': (text) =>
    hexOf(text)
      .map((hex) => `%${hex.toUpperCase()}`)
      .join(''),
  'escaped for HTML': (text) => [...Buffer.from(text)].map((byte) => `&#${byte};`).join(''),
  'in base64': (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  'in base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'in hex': (text) => hexOf(text).join(''),
  'in upper hex': (text) => hexOf(text).join('').toUpperCase(),
};

const keys = {
  'of the usual shape': 'sk_cafe00000001_Zq7kWm4TxR9bVn2LpYc8HsJd5FgA3eUo',
  'like a token of three parts': 'Zq7kWm4TxR9bVn2.LpYc8HsJd5FgA3eUo6Qi.Bw1NtMz0XvKjGhPfDy',
};

/** Of what could be cut out of a key, everything of nine characters; its id is no secret. */
function quotes(key: string): readonly string[] {
  const secret = key.replace(/^sk_[^_]+_/, '');
  return secret
    .split('.')
    .flatMap((part) => Array.from({ length: part.length - 8 }, (_, at) => part.slice(at, at + 9)));
}

/** One of them in a quick run, another one in the next. */
const tried = Object.entries(keys).filter((_, index, { length }) => isSoak || index === seed % length);

test.each(tried)(
  'a key %s that the service quotes everywhere, in eight spellings, is in no output and no file',
  async (_shape, apiKey) => {
    const secret = apiKey.replace(/^sk_[^_]+_/, '');
    const texts = fc.constantFrom(
      ...Object.values(spellings).flatMap((spell) => [`no: ${spell(apiKey)} is bad`, spell(secret)]),
    );
    for (let round = 0; round < cases(1, 10); round++) {
      const service = await MadeService.start(texts, seed + 1_000_000 * round);
      try {
        const faces = await everyFace({
          baseUrl: service.baseUrl,
          apiKey,
          sizes: [[120, 40]],
          calls: { from: seed + 4 * round, count: cases(2, 8) },
        });
        for (const { name, written } of faces) {
          const plain = written.replaceAll(/\x1b\[[^A-Za-z]*[A-Za-z]/g, '');
          expect([name, ...quotes(apiKey).filter((quote) => plain.includes(quote))]).toEqual([name]);
          for (const [how, spell] of Object.entries(spellings))
            expect([name, how, plain.includes(spell(secret))]).toEqual([name, how, false]);
        }
        expect(service.texts).toBeGreaterThan(500);
      } finally {
        await service.stop();
      }
    }
  },
);
