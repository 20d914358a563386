// Writes the generated pages of docs/ from the program's own tables. Node strips the types of the files it imports.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysDoc } from '../src/keys/keys-doc.ts';
import { coverage } from '../src/protocol/coverage.ts';
import { allEndpoints } from '../src/protocol/endpoint-list.ts';
import { allStreams } from '../src/protocol/stream-list.ts';

// Paper answers everything the protocol knows; test/conformance fails when that stops being so.
const inPaper = new Set([...allEndpoints, ...allStreams].map(({ id }) => id));
const write = (name, text) => writeFileSync(join(import.meta.dirname, '../docs', name), text);

write('coverage.md', coverage(inPaper));
write('keybindings.md', keysDoc());
