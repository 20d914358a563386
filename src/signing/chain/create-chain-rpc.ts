import { type Chain, chains } from '../../domain/market/chain.ts';
import type { ChainRpc } from './chain-rpc.ts';
import { createEvmRpc } from './evm-rpc.ts';
import { createJsonRpc, type RpcOptions } from './json-rpc.ts';
import { createSvmRpc } from './svm-rpc.ts';

/** One of the user's endpoints for a chain. Throws ChainError for an address that it must not use. */
export function createChainRpc(chain: Chain, options: RpcOptions): ChainRpc {
  const rpc = createJsonRpc(options);
  return chains[chain].family === 'evm' ? createEvmRpc(chain, rpc) : createSvmRpc(rpc);
}
