// Imports point one way (docs/architecture.md): this table is the rule, and the lint command enforces it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../src');

/** room → rooms it may import from, beside itself. `*` marks the composition rooms that see everything. */
const allowed = {
  domain: [],
  platform: [],
  protocol: ['domain'],
  plans: ['domain'],
  stores: ['plans', 'domain', 'protocol'],
  client: ['protocol', 'domain', 'platform'],
  recording: ['client', 'protocol', 'domain', 'platform'],
  alerts: ['stores', 'protocol', 'domain', 'platform'],
  sync: ['client', 'stores', 'protocol', 'domain', 'platform'],
  actions: ['client', 'signing', 'plans', 'stores', 'protocol', 'domain', 'platform'],
  ui: ['actions', 'alerts', 'plans', 'stores', 'domain'],
  paper: ['protocol', 'domain', 'platform'],
  signing: ['domain', 'platform'],
  commands: ['*'],
  '': ['*'],
};

const files = readdirSync(root, { recursive: true })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join(root, file));

const roomOf = (file) => {
  const parts = relative(root, file).split('/');
  return parts.length > 1 ? parts[0] : '';
};

const isTestSupport = (file) => /\.(test|fixture)\.tsx?$/.test(file);

/** File → the files of ours that it imports, types included. */
const imports = new Map();
const problems = [];
for (const file of files) {
  const room = roomOf(file);
  const rule = allowed[room];
  if (!rule) {
    problems.push(`src/${relative(root, file)}: no rule for the room ${room}; add it to tools/check-imports.js`);
    continue;
  }
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
    const to = resolve(dirname(file), target);
    if (relative(root, to).startsWith('..')) {
      if (!/\.test\.tsx?$/.test(file)) problems.push(`src/${relative(root, file)} reaches outside src: ${target}`);
      continue;
    }
    imports.set(file, [...(imports.get(file) ?? []), to]);
    if (isTestSupport(to) && !isTestSupport(file))
      problems.push(`src/${relative(root, file)} is not a test, and may not import ${target}`);
    const toRoom = roomOf(to);
    if (toRoom !== room && !rule.includes('*') && !rule.includes(toRoom))
      problems.push(`src/${relative(root, file)} (${room}) may not import from ${toRoom || 'the composition root'}`);
    const [pane, otherPane] = [file, to].map((path) => /\/ui\/panes\/([^/]+)\//.exec(path)?.[1]);
    if (pane && otherPane && pane !== otherPane)
      problems.push(`src/${relative(root, file)}: panes do not import panes (${otherPane})`);
  }
}
problems.push(...circles().map((circle) => `a circle of imports: ${circle.join(' → ')}`));
for (const problem of problems) console.error(problem);
console.log(`imports: ${files.length} files, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

/** One circle of imports for each knot that files form, types included: such files can't be read one by one. */
function circles() {
  const found = [];
  const done = new Set();
  const path = [];
  const visit = (file) => {
    const at = path.indexOf(file);
    if (at >= 0) return void found.push([...path.slice(at), file].map((each) => relative(root, each)));
    if (done.has(file)) return;
    path.push(file);
    for (const to of imports.get(file) ?? []) visit(to);
    path.pop();
    done.add(file);
  };
  for (const file of files) visit(file);
  return found;
}
