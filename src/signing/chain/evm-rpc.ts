import { z } from 'zod';
import { type Chain, chains } from '../../domain/market/chain.ts';
import { type BalanceChange, ChainError, type EvmRpc, type OwnBalance, type Simulation } from './chain-rpc.ts';
import type { JsonRpc } from './json-rpc.ts';

const hex = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .max(200_000);
const quantity = hex.refine((text) => text.length > 2 && text.length <= 66).transform((text) => BigInt(text));
const receipt = z.object({ status: quantity, blockNumber: quantity.nullish() }).nullable();
const simulatedCall = z.object({
  status: quantity,
  returnData: hex.default('0x'),
  error: z.object({ message: z.string() }).nullish(),
  logs: z.array(z.object({ address: z.string(), topics: z.array(hex), data: hex })).default([]),
  gasUsed: quantity.optional(),
});
const simulatedBlocks = z.array(z.object({ calls: z.array(simulatedCall) })).length(1);

const selectors = {
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  decimals: '0x313ce567',
  symbol: '0x95d89b41',
} as const;
const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** The address under which nodes log moves of the native coin when they are asked to trace them. */
const tracedNative = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** An EVM chain as one endpoint shows it. It is asked once which chain it is. */
export function createEvmRpc(chain: Chain, rpc: JsonRpc): EvmRpc {
  let checked: Promise<void> | null = null;
  const check = (): Promise<void> => {
    checked ??= verifyChain(chain, rpc).catch((error: unknown) => {
      checked = null;
      throw error;
    });
    return checked;
  };
  const call: JsonRpc['call'] = async (...args) => {
    await check();
    return rpc.call(...args);
  };
  const ask = (to: string, data: string) => call('eth_call', [{ to, data }, 'latest'], hex);
  const native = chains[chain].nativeAddress;
  const decimalsOf = async (token: string): Promise<number | null> => {
    const answer = await ask(token, selectors.decimals);
    const value = answer.length >= 66 ? BigInt(answer.slice(0, 66)) : -1n;
    return value >= 0n && value <= 255n ? Number(value) : null;
  };
  const balanceOf = async (owner: string, token: string): Promise<OwnBalance[]> => {
    try {
      const baseUnits = uint(await ask(token, selectors.balanceOf + word(owner)));
      if (baseUnits === null || baseUnits === 0n) return [];
      const decimals = await decimalsOf(token);
      return decimals === null ? [] : [{ token, baseUnits, decimals }];
    } catch (error) {
      // A token that does not answer is none of the owner's balances; a node that does not is no balance at all.
      if (error instanceof ChainError && error.code === 'REFUSED') return [];
      throw error;
    }
  };
  return {
    family: 'evm',
    chain,
    host: rpc.host,
    async balances(owner, tokens) {
      const [coin, ...held] = await Promise.all([
        call('eth_getBalance', [owner, 'latest'], quantity),
        ...tokens.map((token) => balanceOf(owner, token)),
      ]);
      return [{ token: native, baseUnits: coin, decimals: chains[chain].nativeDecimals }, ...held.flat()];
    },
    async token(address) {
      const decimals = await decimalsOf(address);
      if (decimals === null) return null;
      const symbol = await ask(address, selectors.symbol).catch(() => '0x');
      return { decimals, symbol: textOf(symbol), powers: [] };
    },
    nonce: async (owner) => {
      const count = await call('eth_getTransactionCount', [owner, 'pending'], quantity);
      if (count > BigInt(Number.MAX_SAFE_INTEGER)) throw new ChainError('UNREADABLE', `${rpc.host} sent no nonce.`);
      return Number(count);
    },
    async allowance(token, owner, spender) {
      const amount = uint(await ask(token, selectors.allowance + word(owner) + word(spender)));
      if (amount === null) throw new ChainError('UNREADABLE', `${rpc.host} names no allowance.`);
      return amount;
    },
    async simulate(owner, { encoded }, tokens): Promise<Simulation> {
      const { readEvmMessage } = await import('../decode/evm-message.ts');
      const message = await readEvmMessage(encoded as `0x${string}`);
      const watched = tokens.filter((token) => token.toLowerCase() !== native.toLowerCase());
      const asks = watched.map((token) => ({ from: owner, to: token, data: selectors.balanceOf + word(owner) }));
      const transaction = {
        from: owner,
        ...(message.to && { to: message.to }),
        data: message.data,
        value: toQuantity(message.value),
        gas: toQuantity(message.gas ?? 0n),
      };
      const blocks = {
        blockStateCalls: [{ calls: [...asks, transaction, ...asks] }],
        traceTransfers: true,
        validation: false,
      };
      const [{ calls } = { calls: [] }] = await call('eth_simulateV1', [blocks, 'latest'], simulatedBlocks);
      const done = calls[watched.length];
      if (!done || calls.length !== 2 * watched.length + 1)
        throw new ChainError('UNREADABLE', `${rpc.host} simulates something else.`);
      if (done.status !== 1n) return { ok: false, why: (done.error?.message ?? 'it reverts').slice(0, 200) };
      const changes = watched.map((token, index): BalanceChange => {
        const [before, after] = [calls[index], calls[watched.length + 1 + index]].map((one) =>
          uint(one?.returnData ?? ''),
        );
        if (before == null || after == null)
          throw new ChainError('UNREADABLE', `${rpc.host} names no balance of ${token}.`);
        return { token, delta: after - before };
      });
      const fee = (done.gasUsed ?? message.gas ?? 0n) * (message.maxFeePerGas ?? 0n);
      return { ok: true, changes: [...changes, { token: native, delta: nativeDelta(done.logs, owner) - fee }] };
    },
    send: (signed) => call('eth_sendRawTransaction', [signed], hex),
    async landing(txHash, owner, nonce) {
      const found = await call('eth_getTransactionReceipt', [txHash], receipt);
      if (found) return found.status === 1n ? { state: 'confirmed' } : { state: 'failed', why: 'it reverted' };
      const used = await call('eth_getTransactionCount', [owner, 'latest'], quantity);
      if (used <= BigInt(nonce)) return { state: 'unknown' };
      // It may have landed between the two questions.
      const late = await call('eth_getTransactionReceipt', [txHash], receipt);
      return { state: late ? 'seen' : 'expired' };
    },
  };
}

type Log = z.output<typeof simulatedCall>['logs'][number];

/** What the traced moves of the native coin leave the owner with. */
function nativeDelta(logs: readonly Log[], owner: string): bigint {
  const mine = word(owner);
  return logs
    .filter(({ address, topics }) => address.toLowerCase() === tracedNative && topics[0] === transferTopic)
    .reduce((sum, { topics, data }) => {
      const amount = uint(data) ?? 0n;
      const [from, to] = [topics[1], topics[2]].map((topic) => (topic ?? '').slice(2).toLowerCase());
      return sum + (to === mine ? amount : 0n) - (from === mine ? amount : 0n);
    }, 0n);
}

const toQuantity = (value: bigint): string => `0x${value.toString(16)}`;

const uint = (data: string): bigint | null => (data.length === 66 ? BigInt(data) : null);

/** An ABI string, or the 32 bytes that older tokens answer with. */
function textOf(data: string): string | null {
  const bytes = Buffer.from(data.slice(2), 'hex');
  if (bytes.length === 32) return trimmed(bytes);
  if (bytes.length < 96) return null;
  const length = Number(bytes.readBigUInt64BE(56));
  return length <= 64 && bytes.length >= 64 + length ? trimmed(bytes.subarray(64, 64 + length)) : null;
}

const trimmed = (bytes: Buffer): string | null => bytes.toString('utf8').replace(/\0+$/, '') || null;

async function verifyChain(chain: Chain, rpc: JsonRpc): Promise<void> {
  const { chainId, name } = chains[chain];
  const id = await rpc.call('eth_chainId', [], quantity);
  if (id !== BigInt(chainId ?? 0))
    throw new ChainError('WRONG_CHAIN', `${rpc.host} is chain ${id}, not ${name} (${chainId}).`);
}
