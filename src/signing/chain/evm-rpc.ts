import { z } from 'zod';
import { type Chain, chains } from '../../domain/market/chain.ts';
import { ChainError, type EvmRpc, type Landing, type OwnBalance } from './chain-rpc.ts';
import { addressWord, readSymbol, readWord, selectors } from './evm-abi.ts';
import { bytes, quantity } from './evm-answers.ts';
import { searchApprovals } from './evm-approvals.ts';
import { simulateEvm } from './evm-simulate.ts';
import { type JsonRpc, NodeError } from './json-rpc.ts';

/** Nodes behind one address may lag: a receipt that is still missing after so many blocks will not come. */
const settledBlocks = 8n;

const receipt = z.looseObject({ transactionHash: bytes, status: quantity }).nullable();

/** An EVM chain as one endpoint shows it. */
export function createEvmRpc(chain: Exclude<Chain, 'solana'>, rpc: JsonRpc): EvmRpc {
  const { host } = rpc;
  const { nativeAddress, nativeDecimals } = chains[chain];
  const call = withVerification(chain, rpc);

  /** What a contract answers; null if it reverts. */
  async function ask(to: string, data: string): Promise<string | null> {
    try {
      return await call('eth_call', [{ to, data }, 'latest'], bytes);
    } catch (error) {
      // Other errors are the node's: a limit, a method it lacks.
      if (error instanceof NodeError && (error.rpcCode === 3 || /revert|invalid opcode/i.test(error.message)))
        return null;
      throw error;
    }
  }

  const askNumber = async (to: string, data: string) => readWord(await ask(to, data));

  async function decimalsOf(token: string): Promise<number | null> {
    const decimals = await askNumber(token, selectors.decimals);
    return decimals === null || decimals > 255n ? null : Number(decimals);
  }

  async function tokenBalance(token: string, owner: string): Promise<OwnBalance | null> {
    const [baseUnits, decimals] = await Promise.all([
      askNumber(token, `${selectors.balanceOf}${addressWord(owner)}`),
      decimalsOf(token),
    ]);
    return baseUnits === null || decimals === null ? null : { token, baseUnits, decimals };
  }

  async function receiptOf(txHash: string): Promise<Landing | null> {
    const found = await call('eth_getTransactionReceipt', [txHash], receipt);
    if (!found) return null;
    if (found.transactionHash.toLowerCase() !== txHash.toLowerCase())
      throw new ChainError('UNREADABLE', `${host} answered with the receipt of another transaction`);
    if (found.status > 1n) throw new ChainError('UNREADABLE', `${host} answered with a receipt that cannot be read`);
    return found.status === 1n ? { state: 'confirmed' } : { state: 'failed', why: 'it was reverted' };
  }

  async function isNonceUsed(owner: string, nonce: number): Promise<boolean> {
    const height = await call('eth_blockNumber', [], quantity);
    if (height < settledBlocks) return false;
    const block = `0x${(height - settledBlocks).toString(16)}`;
    return (await call('eth_getTransactionCount', [owner, block], quantity)) > BigInt(nonce);
  }

  return {
    family: 'evm',
    chain,
    host,
    async balances(owner, tokens) {
      const others = tokens.filter((token) => token.toLowerCase() !== nativeAddress.toLowerCase());
      const [native, ...held] = await Promise.all([
        call('eth_getBalance', [owner, 'latest'], quantity),
        ...others.map((token) => tokenBalance(token, owner)),
      ]);
      const row = { token: nativeAddress, baseUnits: native, decimals: nativeDecimals };
      return [row, ...held.filter((balance) => balance !== null)];
    },
    async token(address) {
      const [decimals, symbol] = await Promise.all([decimalsOf(address), ask(address, selectors.symbol)]);
      return decimals === null ? null : { decimals, symbol: readSymbol(symbol), powers: [] };
    },
    async nonce(owner) {
      const count = await call('eth_getTransactionCount', [owner, 'pending'], quantity);
      if (count <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(count);
      throw new ChainError('UNREADABLE', `${host} answered with a nonce that cannot be`);
    },
    async allowance(token, owner, spender) {
      const data = `${selectors.allowance}${addressWord(owner)}${addressWord(spender)}`;
      const allowed = await askNumber(token, data);
      if (allowed === null) throw new ChainError('UNREADABLE', `${token} does not tell what it allows to others`);
      return allowed;
    },
    approvals: (owner, blocks) => searchApprovals(call, host, owner, blocks),
    async gasPrices() {
      const [{ baseFeePerGas }, maxPriorityFeePerGas] = await Promise.all([
        call('eth_getBlockByNumber', ['latest', false], z.looseObject({ baseFeePerGas: quantity })),
        call('eth_maxPriorityFeePerGas', [], quantity),
      ]);
      return { maxFeePerGas: 2n * baseFeePerGas + maxPriorityFeePerGas, maxPriorityFeePerGas };
    },
    estimateGas: (from, { to, data }) => call('eth_estimateGas', [{ from, to, data }], quantity),
    simulate: (owner, { encoded }, tokens) => simulateEvm({ call, host, nativeAddress }, owner, encoded, tokens),
    send: (signed) => call('eth_sendRawTransaction', [signed], bytes.length(66)),
    async landing(txHash, owner, nonce) {
      const landed = await receiptOf(txHash);
      if (landed) return landed;
      // It may have landed in between.
      if (await isNonceUsed(owner, nonce)) return (await receiptOf(txHash)) ?? { state: 'expired' };
      const seen = await call('eth_getTransactionByHash', [txHash], z.looseObject({ hash: bytes }).nullable());
      return { state: seen?.hash.toLowerCase() === txHash.toLowerCase() ? 'seen' : 'unknown' };
    },
  };
}

/** The first call asks whether the endpoint is of this chain; each call waits for that. */
function withVerification(chain: Chain, rpc: JsonRpc): JsonRpc['call'] {
  let verified: Promise<void> | null = null;
  const verify = async () => {
    const id = await rpc.call('eth_chainId', [], quantity);
    const { name, chainId } = chains[chain];
    if (id !== BigInt(chainId ?? 0))
      throw new ChainError('WRONG_CHAIN', `${rpc.host} is an endpoint of chain ${id}, not of ${name} (${chainId})`);
  };
  return async (method, params, result) => {
    verified ??= verify().catch((error) => {
      verified = null;
      throw error;
    });
    await verified;
    return rpc.call(method, params, result);
  };
}
