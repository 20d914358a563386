import type { Chain } from '../../domain/market/chain.ts';
import type { ChainRpc } from './chain-rpc.ts';
import { createEvmRpc } from './evm-rpc.ts';
import { createJsonRpc, type JsonRpcOptions } from './json-rpc.ts';
import { createSvmRpc } from './svm-rpc.ts';

/**
 * The chain as the endpoint at this address shows it. Nothing is asked before the first call, which also asks whether
 * the endpoint is of this chain. Throws ChainError if the address is none that may be asked.
 */
export function createChainRpc(chain: Chain, url: string, options: JsonRpcOptions): ChainRpc {
  const rpc = createJsonRpc(url, options);
  return chain === 'solana' ? createSvmRpc(rpc) : createEvmRpc(chain, rpc);
}
