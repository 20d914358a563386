import { openNames } from './check-names.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { allEndpoints } from './endpoint-list.ts';
import type { OpenName } from './names.ts';
import type { AnyStream } from './stream.ts';
import { allStreams } from './stream-list.ts';

/** A REST method of the published TypeScript client, and the id of the operation that it calls. */
export interface ClientMethod {
  readonly method: string;
  readonly operation: string;
}

type InPaper = (id: string) => string;

const shownBy: Readonly<Record<AnyEndpoint['source'], string>> = {
  contract: 'contract',
  facts: 'published clients',
  paper: 'nobody; paper’s own',
};

/**
 * Generates docs/coverage.md: every operation of the service, where it is documented, who uses it, and what the
 * contract leaves open. @param inPaper what the paper service does with an operation or stream, in a word.
 */
export function coverage(inPaper: InPaper, clientMethods: readonly ClientMethod[]): string {
  return `# Coverage

Written by \`npm run docs\` from \`src/protocol/\`. "Shown by" says where an operation is documented: in the published contract,
only in the service's published clients, or nowhere (then the path is paper's own, and live it is off until \`[names]\` sets it).
"Scope" is what a key needs, one of several where there is an "or"; unknown where the service has published no name for it.
Every operation can be called with \`swapdeck call <operation>\`, and every stream can be followed with \`swapdeck stream <name>\` or in
the streams pane. The last column says where the desk uses it, or why not.

## Operations

${table(
  ['operation', 'method and path', 'shown by', 'scope', 'client', 'paper', 'on the desk'],
  allEndpoints.map((endpoint) => operationRow(endpoint, inPaper)),
)}

## Streams

${table(
  ['stream', 'filter', 'visibility', 'shown by', 'client', 'paper', 'on the desk'],
  allStreams.map((stream) => streamRow(stream, inPaper)),
)}

## Methods of the published client

What \`@shuriken/sdk-ts\` can call. The conformance tests call each of them on the paper service.

${table(
  ['method', 'operation'],
  clientMethods.map(({ method, operation }) => [code(method), code(operation)]),
)}

## Names that the contract leaves open

Each can be set under \`[names]\` in the config.

${table(['name', 'default', 'part', 'meaning'], openNames.map(nameRow))}
`;
}

/** Scopes are the ones that the service's clients name. */
const scopeWords = ({ scope }: AnyEndpoint): string =>
  scope === null ? 'any key' : scope === 'unknown' ? 'unknown' : scope.map(code).join(' or ');

const operationRow = (endpoint: AnyEndpoint, inPaper: InPaper): string[] => {
  const { id, method, path, source, desk } = endpoint;
  return [
    code(id),
    code(`${method} ${path}`),
    shownBy[source],
    scopeWords(endpoint),
    'yes',
    inPaper(id),
    desk || 'none',
  ];
};

const streamRow = ({ id, aliases, filters, visibility, source, desk }: AnyStream, inPaper: InPaper): string[] => [
  [id, ...aliases].map(code).join(', also '),
  filters.map(({ name, required }) => code(required ? name : `${name}?`)).join(', ') || '–',
  visibility,
  shownBy[source],
  'yes',
  inPaper(id),
  desk || 'Streams pane, while it is watched there',
];

const nameRow = ({ key, default: standard, where, meaning }: OpenName): string[] => [
  code(key),
  code(standard),
  where.part,
  meaning,
];

const code = (text: string): string => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
