import { decodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem';
import { z } from 'zod';
import { chains, isAddress } from '../../domain/market/chain.ts';
import { paperRouter } from '../../domain/market/paper-contracts.ts';
import { readEvmCall } from '../exchange/spot/signing/evm-transaction.ts';
import { chainTraits } from '../exchange/spot/tokens/chain-traits.ts';
import type { PaperToken } from '../exchange/spot/tokens/token-list.ts';
import type { ChainState } from './chain-state.ts';
import { approvalLog, approvalLogs, logFilter } from './evm-logs.ts';
import type { Node } from './node.ts';
import { read } from './read-params.ts';
import { noSuchMethod, RpcError } from './rpc-error.ts';

/* Loads viem: import it only when a transaction needs it. */

const erc20 = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
]);
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const zeros = (bytes: number): Hex => `0x${'0'.repeat(2 * bytes)}`;
const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`;
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;
const topic = (account: string): Hex => `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;

const account = z.string().refine((text) => isAddress('base', text));
const hex = z.string().regex(/^0x[0-9a-f]*$/i);
const callShape = z.looseObject({
  from: account.nullish(),
  to: account.nullish(),
  data: hex.nullish(),
  input: hex.nullish(),
  value: hex.nullish(),
});
const overrides = z.record(account, z.looseObject({ code: hex.nullish() }));
const block = z.unknown();
const swapGas = 150_000n;
const plainGas = 46_000n;
const gasOf = ({ moves }: Executed): bigint => (moves.length > 0 ? swapGas : plainGas);
const mostCalls = 50;

type Call = z.output<typeof callShape>;

/** Ethereum's JSON-RPC over the paper market, as far as a wallet needs it. */
export function createEvmNode(state: ChainState, submit: Node['submit']): Node['call'] {
  const { maxFeePerGas, maxPriorityFeePerGas } = chainTraits[state.chain];
  const { chainId } = chains[state.chain];
  return async (method, params) => {
    switch (method) {
      case 'eth_chainId':
        return quantity(chainId ?? 0);
      case 'net_version':
        return String(chainId);
      case 'eth_blockNumber':
        return quantity(state.height);
      case 'eth_gasPrice':
        return quantity(maxFeePerGas);
      case 'eth_maxPriorityFeePerGas':
        return quantity(maxPriorityFeePerGas);
      case 'eth_getBlockByNumber':
        return blockOf(state, maxFeePerGas - maxPriorityFeePerGas);
      case 'eth_getBalance':
        return quantity(state.balance(read(z.tuple([account]).rest(block), params)[0], state.native));
      case 'eth_getTransactionCount': {
        const [of, at] = read(z.tuple([account]).rest(block), params);
        const { pending, latest } = state.nonces(of);
        return quantity(at === 'pending' ? pending : latest);
      }
      case 'eth_getCode':
        return '0x';
      case 'eth_estimateGas': {
        const [call] = read(z.tuple([callShape]).rest(block), params);
        const done = execute(state, call);
        if (done.status === 0) throw new RpcError(3, `execution reverted: ${done.why}`);
        return quantity(gasOf(done));
      }
      case 'eth_call': {
        const [call] = read(z.tuple([callShape]).rest(block), params);
        const done = execute(state, call);
        if (done.status === 0) throw new RpcError(3, `execution reverted: ${done.why}`);
        return done.returnData;
      }
      case 'eth_simulateV1': {
        const wanted = z.looseObject({
          blockStateCalls: z
            .array(z.looseObject({ calls: z.array(callShape).max(mostCalls), stateOverrides: overrides.nullish() }))
            .length(1),
          traceTransfers: z.boolean().nullish(),
        });
        const [{ blockStateCalls, traceTransfers }] = read(z.tuple([wanted]).rest(block), params);
        const [{ calls, stateOverrides } = { calls: [], stateOverrides: null }] = blockStateCalls;
        const probes = probesIn(stateOverrides ?? {});
        return [{ ...blockOf(state, 0n), calls: simulated(state, calls, probes, traceTransfers === true) }];
      }
      case 'eth_getLogs':
        return approvalLogs(state, read(z.tuple([logFilter]), params)[0]);
      case 'eth_sendRawTransaction':
        return submit(read(z.tuple([hex]), params)[0]);
      case 'eth_getTransactionReceipt':
        return receiptOf(state, read(z.tuple([hex]), params)[0], maxFeePerGas);
      case 'eth_getTransactionByHash': {
        const [hash] = read(z.tuple([hex]), params);
        return state.taskOf(hash.toLowerCase()) ? { hash } : null;
      }
      default:
        throw noSuchMethod(method);
    }
  };
}

interface Executed {
  readonly status: 0 | 1;
  readonly why: string;
  readonly returnData: Hex;
  /** What its sender's balances change by. */
  readonly moves: readonly (readonly [PaperToken, bigint])[];
}

const reverted = (why: string): Executed => ({ status: 0, why, returnData: '0x', moves: [] });
const returned = (returnData: Hex): Executed => ({ status: 1, why: '', returnData, moves: [] });

/** What one call does or answers now. */
function execute(state: ChainState, { to, data, input, value }: Call): Executed {
  const bytes = (data ?? input ?? '0x') as Hex;
  if (!to) return reverted('nobody can create contracts on paper');
  const token = state.token(to);
  if (to.toLowerCase() !== paperRouter && !token) return returned('0x');
  const { chainId } = chains[state.chain];
  const call = readEvmCall({ to: to as Hex, data: bytes, value: BigInt(value ?? 0), chainId: chainId ?? 0 });
  if (call?.kind === 'approve') return token ? returned(word(1n)) : reverted('this is no token');
  if (call?.kind === 'swap') {
    const built = state.builtBy(call.quoteId);
    if (!built || !call.isFor(built)) return reverted('paper built no such swap');
    const effect = state.effectOf(built);
    if (!effect.ok) return reverted(effect.why);
    const moves = [[effect.input, -effect.amountIn] as const, [effect.output, effect.amountOut] as const];
    return { ...returned(word(effect.amountOut)), moves };
  }
  return token ? (tokenRead(state, token, bytes) ?? reverted('no such method')) : reverted('no such method');
}

function tokenRead(state: ChainState, token: PaperToken, data: Hex): Executed | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20, data });
    switch (functionName) {
      case 'balanceOf':
        return returned(word(state.balance(args[0], token)));
      case 'allowance':
        return returned(word(args[1].toLowerCase() === paperRouter ? state.allowance(token, args[0]) : 0n));
      case 'decimals':
        return returned(word(BigInt(token.decimals)));
      default:
        return returned(encodeFunctionResult({ abi: erc20, functionName, result: token[functionName] }));
    }
  } catch {
    return null;
  }
}

/** Calls in sequence: each balance that is read later counts what earlier ones moved. */
function simulated(state: ChainState, calls: readonly Call[], probes: ReadonlySet<string>, tracesNative: boolean) {
  const moved = new Map<PaperToken, bigint>();
  return calls.map((call) => {
    if (probes.has(call.to?.toLowerCase() ?? '')) return probed(state, call, moved);
    const done = execute(state, call);
    for (const [token, delta] of done.moves) moved.set(token, (moved.get(token) ?? 0n) + delta);
    const token = call.to ? state.token(call.to) : null;
    const isBalance = (call.data ?? call.input ?? '').startsWith('0x70a08231');
    const shift = token && isBalance ? (moved.get(token) ?? 0n) : 0n;
    const returnData = shift === 0n ? done.returnData : word(BigInt(done.returnData) + shift);
    return {
      status: quantity(done.status),
      returnData,
      gasUsed: quantity(gasOf(done)),
      logs: tracesNative ? nativeLogs(state, call, done) : [],
      ...(done.status === 0 && { error: { code: 3, message: `execution reverted: ${done.why}` } }),
    };
  });
}

/** Code that answers with the balance of the address in its call data, as wallets place it for a simulation. */
const balanceProbe = '0x6000353160005260206000f3';

const probesIn = (placed: z.output<typeof overrides>): ReadonlySet<string> =>
  new Set(Object.entries(placed).flatMap(([at, { code }]) => (code === balanceProbe ? [at.toLowerCase()] : [])));

function probed(state: ChainState, { data, input }: Call, moved: ReadonlyMap<PaperToken, bigint>) {
  const of = `0x${(data ?? input ?? '').slice(-40)}`;
  const balance = state.balance(of, state.native) + (moved.get(state.native) ?? 0n);
  return { status: '0x1', returnData: word(balance), gasUsed: quantity(plainGas), logs: [] };
}

function nativeLogs(state: ChainState, { from }: Call, { moves }: Executed) {
  return moves
    .filter(([token]) => token === state.native)
    .map(([, delta]) => {
      const [one, other] = [topic(from ?? zeros(20)), topic(paperRouter)];
      return {
        address: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        topics: [transferTopic, ...(delta < 0n ? [one, other] : [other, one])],
        data: word(delta < 0n ? -delta : delta),
      };
    });
}

function blockOf(state: ChainState, baseFeePerGas: bigint) {
  return {
    number: quantity(state.height),
    hash: word(BigInt(state.height)),
    parentHash: word(BigInt(state.height - 1)),
    timestamp: quantity(Math.trunc(state.nowMs / 1_000)),
    baseFeePerGas: quantity(baseFeePerGas),
    gasLimit: quantity(60_000_000n),
    gasUsed: quantity(0n),
    miner: zeros(20),
    difficulty: '0x0',
    extraData: '0x',
    logsBloom: zeros(256),
    transactions: [],
    uncles: [],
  };
}

/** Null until the chain has confirmed or reverted it. */
function receiptOf(state: ChainState, hash: string, maxFeePerGas: bigint) {
  const task = state.taskOf(hash.toLowerCase());
  if (task?.status !== 'success' && task?.status !== 'failed') return null;
  const height = state.heightOf(task);
  const [approval] = state.approvals(({ txHash }) => txHash === task.txHash);
  return {
    transactionHash: hash,
    transactionIndex: '0x0',
    blockHash: word(BigInt(height)),
    blockNumber: quantity(height),
    from: state.ownerOf(task),
    to: task.job.kind === 'approval' ? task.job.token : paperRouter,
    contractAddress: null,
    cumulativeGasUsed: quantity(swapGas),
    gasUsed: quantity(swapGas),
    effectiveGasPrice: quantity(maxFeePerGas),
    logs: approval ? [approvalLog(approval)] : [],
    logsBloom: zeros(256),
    status: task.status === 'success' ? '0x1' : '0x0',
    type: '0x2',
  };
}
