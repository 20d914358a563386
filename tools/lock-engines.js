// Takes the engines of packages out of package-lock.json, or checks with --check that there are none. npm compares them
// with the Node that installs, and warns; but the packages run on the Node that the project pins (tools/runtime), which
// is newer than all of them ask for.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const found = Object.keys(lock.packages).filter(
  (path) => path.includes('node_modules/') && lock.packages[path].engines,
);

if (process.argv.includes('--check')) {
  if (found.length > 0)
    console.error(`package-lock.json: ${found.length} packages name engines. Run: node tools/lock-engines.js`);
  process.exit(found.length > 0 ? 1 : 0);
}
for (const path of found) delete lock.packages[path].engines;
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
