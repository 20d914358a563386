// Writes docs/coverage.md from the protocol's own data. Node strips the types of the files it imports.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverage } from '../src/protocol/coverage.ts';
import { allEndpoints } from '../src/protocol/endpoint-list.ts';
import { allStreams } from '../src/protocol/stream-list.ts';

// Paper answers everything the protocol knows; test/conformance fails when that stops being so.
const inPaper = new Set([...allEndpoints, ...allStreams].map(({ id }) => id));

writeFileSync(join(import.meta.dirname, '../docs/coverage.md'), coverage(inPaper));
