// Puts the pages of the documentation into stage/, as VitePress wants them: one folder, an index, the player on its page.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '../..');
const stage = join(here, 'stage');
rmSync(stage, { recursive: true, force: true });
mkdirSync(join(stage, 'public'), { recursive: true });
cpSync(join(here, 'config.js'), join(stage, '.vitepress/config.js'));
cpSync(join(here, 'theme.js'), join(stage, '.vitepress/theme/index.js'));
cpSync(join(root, 'docs/pictures'), join(stage, 'public/pictures'), { recursive: true });
cpSync(join(root, 'docs/recordings'), join(stage, 'public/recordings'), { recursive: true });

/** Page → its first heading. */
const titles = Object.fromEntries(
  readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name.slice(0, -3), /^# (.+)$/m.exec(readFileSync(join(root, 'docs', name), 'utf8'))?.[1]]),
);

const others = {
  'SECURITY.md': 'security.md',
  'CONTRIBUTING.md': 'contributing.md',
  'examples/README.md': 'examples.md',
};
for (const page of readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')))
  put(page === 'README.md' ? 'contents.md' : page, readFileSync(join(root, 'docs', page), 'utf8'));
for (const [page, name] of Object.entries(others)) put(name, readFileSync(join(root, page), 'utf8'));
// The first page is the README: what the program is, and how to try it.
put('index.md', readFileSync(join(root, 'README.md'), 'utf8').replace('## Try it', '<Recording />\n\n## Try it'));

function put(name, text) {
  const linked = text
    .replace(/\]\((?:\.\.\/|docs\/|\.\/)*(SECURITY|CONTRIBUTING)\.md/g, (_, page) => `](${page.toLowerCase()}.md`)
    .replace(/\]\((?:\.\.\/)?examples\/README\.md/g, '](examples.md')
    .replace(/\]\((?:\.\.\/)?(?:docs\/)?README\.md/g, '](contents.md')
    .replaceAll('](docs/', '](')
    .replaceAll('](../docs/', '](')
    .replace(/(src|srcset)="docs\/pictures/g, '$1="/pictures')
    // A page is named by its title, not by its file.
    .replace(/\[(?:docs\/)?[\w-]+\.md\]\(([\w-]+)\.md/g, (_, page) => `[${titles[page] ?? page}](${page}.md`)
    // The man page and the code are not pages.
    .replace(/\[([^\]]*)\]\(([^)#\s]+\.(?:1|js|ts))\)/g, '$1');
  // Names in angle brackets are not HTML, and double braces no templates.
  writeFileSync(join(stage, name), linked.replaceAll('{{', '{\u200b{'));
}
