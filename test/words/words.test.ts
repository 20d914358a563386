import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Phrases that have a plain word; the glossary is in docs/architecture.md. */
const phrases: readonly RegExp[] = [
  /wallet in hand/i,
  /in the hand of a test/i,
  /\bwhat is none\b/i,
  /\bnull for what\b/i,
  /\ba way out for\b/i,
  /\bnobody knows what\b/i,
  /\bwhat became of “/i,
  /\bblotted out\b/i,
  /\bleads back to (?:active|reducing)\b/i,
  /\bin the place of\b/i,
  /\bis nobody's business\b/i,
  /\blevers? for (?:tests|practice)\b/i,
  /\bso many (?:base units|seconds)\b/i,
  /\bonly looks until\b/i,
  /\bmakes? it anew\b/i,
];

const folders = [
  ...'actions alerts client commands domain paper platform protocol recording'.split(' '),
  ...'panes commands overlays keyboard keys desk mouse'.split(' ').map((folder) => join('ui', folder)),
];
const generated = ['commands.md', 'coverage.md', 'keybindings.md'];
const pages = readdirSync(join(root, 'docs')).filter((page) => page.endsWith('.md') && !generated.includes(page));

const files = [
  'README.md',
  'SECURITY.md',
  ...pages.map((page) => join('docs', page)),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => join('src', folder, file)),
  ),
];

test.each(phrases)('no sentence says %s', (phrase) => {
  const found = files.flatMap((file) => {
    // A sentence may go on in the next line of its comment.
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
    const at = text.search(phrase);
    return at < 0 ? [] : [`${relative('.', file)}: … ${text.slice(Math.max(0, at - 40), at + 60)} …`];
  });
  expect(found).toEqual([]);
});
