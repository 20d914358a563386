import { z } from 'zod';
import { isLoopbackUrl } from '../../platform/config/base-url.ts';
import { dispatchOnce } from '../../platform/process/dispatch-once.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { ChainError } from './chain-rpc.ts';

/** How to reach an endpoint. `fetch` is for tests. */
export interface RpcOptions {
  /** https, or http to loopback. Its path and query may hold a key: neither is ever shown. */
  readonly url: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export interface JsonRpc {
  readonly host: string;
  readonly isLoopback: boolean;
  /** One attempt. Rejects with ChainError. */
  call<T>(method: string, params: unknown, answer: z.ZodType<T>): Promise<T>;
}

const standardTimeoutMs = 8_000;
const mostBytes = 5 * 2 ** 20;
const longestMessage = 200;

const envelope = z.union([
  z.object({ id: z.number(), error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ id: z.number(), result: z.unknown() }),
]);

/** A JSON-RPC 2.0 endpoint. Throws ChainError for an address that it must not use. */
export function createJsonRpc({ url, clock, timeoutMs = standardTimeoutMs, fetch: get = fetch }: RpcOptions): JsonRpc {
  const address = URL.parse(url);
  const isLoopback = isLoopbackUrl(url);
  if (!address || !(address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback)))
    throw new ChainError('UNREACHABLE', 'An RPC endpoint is an https:// address (http:// for loopback only).');
  const { host } = address;
  let count = 0;
  return {
    host,
    isLoopback,
    async call(method, params, answer) {
      const id = ++count;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const text = await request(get, url, { host, body, clock, timeoutMs });
      return resultOf(text, { id, host, method, answer });
    },
  };
}

interface Request {
  readonly host: string;
  readonly body: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

async function request(get: typeof fetch, url: string, { host, body, clock, timeoutMs }: Request): Promise<string> {
  const abort = new AbortController();
  const timer = clock.setTimeout(() => abort.abort(), timeoutMs);
  const unreachable = (why: string) => new ChainError('UNREACHABLE', `${host} ${why}.`);
  try {
    const response = await get(url, {
      body,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      redirect: 'error',
      signal: abort.signal,
      dispatcher: dispatchOnce(),
    }).catch(() => {
      throw unreachable(abort.signal.aborted ? `did not answer within ${timeoutMs / 1_000} s` : 'cannot be reached');
    });
    const text = await readBody(response, host);
    // Nodes send errors of their own with any status; what is not theirs is no answer.
    if (!response.ok && !text.trimStart().startsWith('{')) throw unreachable(`answered with HTTP ${response.status}`);
    return text;
  } finally {
    clock.clearTimeout(timer);
  }
}

async function readBody(response: Response, host: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > mostBytes) throw new ChainError('UNREADABLE', `${host} sent more than 5 MB.`);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof ChainError) throw error;
    throw new ChainError('UNREACHABLE', `${host} broke off its answer.`);
  }
  return Buffer.concat(parts).toString('utf8');
}

interface Expected<T> {
  readonly id: number;
  readonly host: string;
  readonly method: string;
  readonly answer: z.ZodType<T>;
}

function resultOf<T>(text: string, { id, host, method, answer }: Expected<T>): T {
  const unreadable = () => new ChainError('UNREADABLE', `${host} sent no readable answer to ${method}.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw unreadable();
  }
  const read = envelope.safeParse(json);
  if (!read.success || read.data.id !== id) throw unreadable();
  if ('error' in read.data)
    throw new ChainError('REFUSED', `${host} refuses ${method}: ${read.data.error.message.slice(0, longestMessage)}`);
  const result = answer.safeParse(read.data.result);
  if (!result.success) throw unreadable();
  return result.data;
}
