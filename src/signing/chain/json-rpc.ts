import { z } from 'zod';
import { cleanText } from '../../domain/text/clean-text.ts';
import { isLoopbackUrl } from '../../platform/config/base-url.ts';
import { parseRpcUrl } from '../../platform/config/rpc-url.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { ChainError } from './chain-rpc.ts';

const maxBodyBytes = 5_000_000;

export interface JsonRpcOptions {
  readonly clock: Clock;
  /** 8 s unless given. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** One endpoint. Each call is one attempt, and rejects with ChainError. */
export interface JsonRpc {
  readonly host: string;
  readonly isLoopback: boolean;
  /** Integers that a double cannot hold arrive as bigint. */
  call<T>(method: string, params: readonly unknown[], result: z.ZodType<T>): Promise<T>;
}

/** The node answered the call with an error of its own. */
export class NodeError extends ChainError {
  readonly rpcCode: number;

  constructor(rpcCode: number, message: string) {
    super('REFUSED', message);
    this.rpcCode = rpcCode;
  }
}

const envelope = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.number().nullable(),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

/** Throws ChainError if the address is none that may be asked. Messages name the endpoint's host only. */
export function createJsonRpc(address: string, options: JsonRpcOptions): JsonRpc {
  const url = readUrl(address);
  const { host } = url;
  const { clock, timeoutMs = 8_000, fetch = globalThis.fetch } = options;
  let lastId = 0;

  async function post(body: string, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const response = await fetch(url.href, { method: 'POST', body, headers, signal, redirect: 'manual' });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw new ChainError('REFUSED', `${host} redirects to another address, which is not followed`);
    return { status: response.status, text: await readBounded(response, host) };
  }

  async function exchange(body: string): Promise<{ status: number; text: string }> {
    const stopped = new AbortController();
    const late = Promise.withResolvers<never>();
    const timer = clock.setTimeout(() => {
      late.reject(new ChainError('UNREACHABLE', `${host} did not answer within ${timeoutMs / 1_000} s`));
      stopped.abort();
    }, timeoutMs);
    const work = post(body, stopped.signal);
    // It may fail long after the race, when nobody handles the rejection.
    work.catch(() => {});
    try {
      return await Promise.race([work, late.promise]);
    } catch (error) {
      if (error instanceof ChainError) throw error;
      throw new ChainError('UNREACHABLE', `${host} cannot be reached`);
    } finally {
      clock.clearTimeout(timer);
    }
  }

  return {
    host,
    isLoopback: isLoopbackUrl(url.href),
    async call(method, params, result) {
      lastId += 1;
      const id = lastId;
      const { status, text } = await exchange(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      const answer = envelope.safeParse(parseJson(text)).data;
      const isOurs = answer?.id === id;
      // An error that concerns the request as a whole may have no id.
      if (answer?.error && (isOurs || answer.id === null))
        throw new NodeError(answer.error.code, `${host} refused ${method}: ${withoutKey(answer.error.message, url)}`);
      if (status !== 200) throw httpError(host, status);
      if (!answer) throw new ChainError('UNREADABLE', `${host} did not answer ${method} with JSON-RPC`);
      if (!isOurs) throw new ChainError('UNREADABLE', `${host} answered ${method} with the id of another request`);
      const read = result.safeParse(answer.result);
      if (read.success) return read.data;
      throw new ChainError('UNREADABLE', `${host} answered ${method} with something that cannot be read`);
    },
  };
}

function readUrl(address: string): URL {
  try {
    return new URL(parseRpcUrl(address));
  } catch (error) {
    throw new ChainError('REFUSED', `the address of the RPC endpoint ${error instanceof Error ? error.message : ''}`);
  }
}

function httpError(host: string, status: number): ChainError {
  if (status === 401 || status === 403)
    return new ChainError('REFUSED', `${host} refuses the request (${status}); check the key in its address`);
  if (status === 429) return new ChainError('REFUSED', `${host} has had too many requests (429)`);
  return new ChainError('UNREACHABLE', `${host} answered with status ${status}`);
}

/** A node may repeat the address it was asked at, and so a key. */
function withoutKey(message: string, url: URL): string {
  const parts = [url.pathname, url.search, ...url.pathname.split('/'), ...url.searchParams.values()]
    .flatMap((part) => [part, URL.parse(part)?.href ?? part, safeDecode(part)])
    .filter((part) => part.length > 3)
    .sort((a, b) => b.length - a.length);
  const text = parts.reduce((shown, part) => shown.replaceAll(part, '[key]'), message.slice(0, 10_000));
  return cleanText(text, 300);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function readBounded(response: Response, host: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBodyBytes) {
      reader?.cancel().catch(() => {});
      throw new ChainError('UNREADABLE', `${host} answered with more than ${maxBodyBytes / 1_000_000} MB`);
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactInteger);
  } catch {
    return null;
  }
}

/** Lamports and token supplies may exceed what a double holds exactly. */
function exactInteger(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d{1,80}$/.test(source) ? BigInt(source) : value;
}
