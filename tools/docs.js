// Writes the generated pages of docs/ from the program's own tables. Node strips the types of the files it imports.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../src/commands/command-list.ts';
import { commandLineDoc } from '../src/commands/syntax/command-line-doc.ts';
import { manPage } from '../src/commands/syntax/man-page.ts';
import { inPaper } from '../src/paper/service/coverage-gaps.ts';
import { coverage } from '../src/protocol/coverage.ts';
import { commandsDoc } from '../src/ui/command-line/verbs/commands-doc.ts';
import { planKindsDoc } from '../src/ui/command-line/verbs/plan-kinds-doc.ts';
import { keysDoc } from '../src/ui/commands/keys-doc.ts';
import { clientMethods } from '../test/conformance/client-methods.ts';

const write = (name, text) => writeFileSync(join(import.meta.dirname, '../docs', name), text);

write('coverage.md', coverage(inPaper, await clientMethods()));
write('keybindings.md', keysDoc());
write('commands.md', commandsDoc());
write('plan-kinds.md', planKindsDoc());

const syntaxes = commands.map(({ syntax }) => syntax);
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
write('command-line.md', commandLineDoc(syntaxes));
write('swapdeck.1', manPage(syntaxes, version));
