import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { allChains, type Chain, chains, isChain } from '../../domain/market/chain.ts';
import type { HttpAnswer } from '../http/envelope.ts';
import { readText } from '../http/read-input.ts';
import { PaperError } from '../service/handler.ts';
import type { ChainState } from './chain-state.ts';
import type { Node } from './node.ts';
import { RpcError } from './rpc-error.ts';

const call = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
});

const mostInBatch = 100;

export interface RpcApiOptions {
  readonly stateOf: (chain: Chain) => ChainState;
  /** Takes a signed transaction as `swap.submit` does, and resolves to its hash once it is saved. Rejects with PaperError. */
  readonly submit: (chain: Chain, signed: string, from: string) => Promise<string>;
  readonly onFault: (error: unknown) => void;
}

/**
 * `POST /paper/rpc/{chain}`: JSON-RPC as the chain's own nodes speak it, without a key, for wallets whose keys the caller
 * holds. Null for any other path.
 */
export function createRpcApi(options: RpcApiOptions) {
  const nodes = new Map<Chain, Promise<Node['call']>>();
  const nodeOf = (chain: Chain): Promise<Node['call']> => {
    const known = nodes.get(chain) ?? openNode(chain, options);
    nodes.set(chain, known);
    return known;
  };
  return async (request: IncomingMessage): Promise<HttpAnswer | null> => {
    const target = request.url ?? '';
    if (!target.startsWith('/paper/rpc/')) return null;
    const chain = target.slice('/paper/rpc/'.length).split('?')[0] ?? '';
    if (!isChain(chain)) return plain(404, `there is no such chain; there are ${allChains.join(', ')}`);
    if (request.method !== 'POST') return plain(405, 'only POST is offered here');
    let body: unknown;
    try {
      body = JSON.parse(await readText(request));
    } catch (error) {
      if (error instanceof PaperError) return plain(error.status, error.message);
      return answered(failed(null, new RpcError(-32700, 'the body is not valid JSON')));
    }
    const handle = (one: unknown) => answerOne(nodeOf(chain), one, options.onFault);
    if (!Array.isArray(body)) return answered(await handle(body));
    if (body.length === 0 || body.length > mostInBatch)
      return answered(failed(null, new RpcError(-32600, `a batch has 1 to ${mostInBatch} calls`)));
    return answered(await Promise.all(body.map(handle)));
  };
}

// A chain's library takes longer to load than the whole service takes to start, so each loads with its first call.
async function openNode(chain: Chain, { stateOf, submit }: RpcApiOptions): Promise<Node['call']> {
  const state = stateOf(chain);
  const isEvm = chains[chain].family === 'evm';
  const { signerOf } = await import('./signer-of.ts');
  const send = async (signed: string): Promise<string> => {
    const from = await signerOf(chain, signed);
    if (from === null) throw new RpcError(-32602, 'the transaction is unreadable or not signed');
    try {
      return await submit(chain, signed, from);
    } catch (error) {
      if (!(error instanceof PaperError)) throw error;
      throw new RpcError(isEvm ? -32000 : -32002, `${error.code}: ${error.message}`);
    }
  };
  return isEvm
    ? (await import('./evm-node.ts')).createEvmNode(state, send)
    : (await import('./svm-node.ts')).createSvmNode(state, send);
}

async function answerOne(node: Promise<Node['call']>, given: unknown, onFault: (error: unknown) => void) {
  const read = call.safeParse(given);
  if (!read.success) return failed(null, new RpcError(-32600, 'this is no JSON-RPC 2.0 call'));
  const { id = null, method, params = [] } = read.data;
  try {
    return { jsonrpc: '2.0', id, result: await (await node)(method, params) };
  } catch (error) {
    if (error instanceof RpcError) return failed(id, error);
    onFault(error);
    return failed(id, new RpcError(-32603, 'the paper service failed on this call; its log has the cause'));
  }
}

const failed = (id: string | number | null, { code, message }: RpcError) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
const answered = (answer: unknown): HttpAnswer => ({ status: 200, headers, body: JSON.stringify(answer) });
const plain = (status: number, text: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});
