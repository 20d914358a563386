import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { seededRandom } from '../../src/platform/time/random.ts';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { withOtherNumbers } from './other-numbers.ts';

/** A request that changes something, as it arrived at the service. */
export interface Mutation {
  /** null: the contract has no such operation. */
  readonly operation: string | null;
  readonly path: string;
  readonly body: unknown;
}

export interface RequestLog extends AsyncDisposable {
  readonly baseUrl: string;
  readonly mutations: readonly Mutation[];
  /** All requests. */
  readonly count: number;
  /** So many of the answers to come have other numbers in them, none of them to a mutation. */
  changesNumbers(answers: number): void;
  /** Every answer to a GET of this path says something else from here on. */
  rewrites(path: string, rewrite: Rewrite): void;
}

type Rewrite = (json: string) => string;

/** Stands before a service and notes each mutation before it goes on; `onMutation` is called at that moment. */
export async function startRequestLog(
  target: string,
  onMutation: (mutation: Mutation) => void = () => {},
): Promise<RequestLog> {
  const { hostname, port } = new URL(target);
  const mutations: Mutation[] = [];
  const sockets = new Set<Socket>();
  const random = seededRandom(1);
  let count = 0;
  let toChange = 0;
  const rewritten = new Map<string, Rewrite>();
  const server = createServer((from, to) => {
    count++;
    const chunks: Buffer[] = [];
    from.on('error', () => {});
    from.on('data', (chunk: Buffer) => chunks.push(chunk));
    from.on('end', () => {
      const body = Buffer.concat(chunks);
      const mutation = mutationOf(from, body);
      if (mutation) {
        mutations.push(mutation);
        onMutation(mutation);
      }
      pass(from, body, to);
    });
  });
  const pass = ({ method, url, headers }: IncomingMessage, body: Buffer, to: ServerResponse): void => {
    const rewrite = method === 'GET' ? rewriteOf(url) : null;
    const onward = httpRequest({ hostname, port, path: url, method, headers }, (answer) => {
      if (rewrite) return void passRewritten(answer, to, rewrite);
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => to.destroy()).pipe(to);
    });
    onward.on('error', () => to.destroy());
    to.on('error', () => {}).on('close', () => onward.destroy());
    onward.end(body);
  };
  const rewriteOf = (url = ''): Rewrite | null => {
    const own = rewritten.get(url.split('?')[0] ?? '');
    if (own || toChange === 0) return own ?? null;
    toChange--;
    return (json) => withOtherNumbers(json, random);
  };
  const passRewritten = async (answer: IncomingMessage, to: ServerResponse, rewrite: Rewrite): Promise<void> => {
    try {
      const body = rewrite(Buffer.concat(await answer.toArray()).toString());
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    } catch {
      to.destroy();
    }
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (from, socket, head) => {
    const onward = connect({ host: hostname, port: Number(port) }, () => {
      const headers = from.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
      onward.write(`${from.method} ${from.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mutations,
    get count() {
      return count;
    },
    changesNumbers: (answers) => {
      toChange = answers;
    },
    rewrites: (path, rewrite) => void rewritten.set(path, rewrite),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Whatever is no GET and no operation that the contract knows as a mere read counts as a mutation. */
function mutationOf({ method = 'GET', url = '' }: IncomingMessage, body: Buffer): Mutation | null {
  const path = url.split('?')[0] ?? '';
  const known = allEndpoints.find((endpoint) => endpoint.method === method && matches(endpoint.path, path));
  if (method === 'GET' || method === 'HEAD' || known?.mutates === false) return null;
  const text = body.toString();
  return { operation: known?.id ?? null, path, body: text === '' ? undefined : readJson(text) };
}

const matches = (template: string, path: string): boolean => {
  const parts = template.split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at]);
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
