import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/*.md', 'examples/*.md'], { cwd: root });

/** Without code, in which brackets mean something else. */
const prose = (file: string): string =>
  readFileSync(file, 'utf8')
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]*`/g, 'x');

/** How GitHub and the docs site name a heading. */
const anchorsOf = (file: string): Set<string> =>
  new Set(
    Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const links = pages.flatMap((page) => {
  const text = prose(join(root, page));
  const found = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/(?:src|srcset)="([^"]+)"/g)];
  return found.map(([, target = '']) => [page, target] as const).filter(([, target]) => !/^https?:/.test(target));
});

test('links are found', () => expect(links.length).toBeGreaterThan(60));

test.each(links)('%s links to %s', (page, target) => {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? join(root, page) : resolve(root, dirname(page), path);
  expect(existsSync(file), relative(root, file)).toBe(true);
  if (anchor !== undefined) expect([...anchorsOf(file)]).toContain(anchor);
});

test('every page of the docs is in their index', () => {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  for (const page of globSync('docs/*.md', { cwd: root }))
    if (page !== 'docs/README.md') expect(index).toContain(`(${page.slice('docs/'.length)})`);
});
