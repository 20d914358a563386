import { z } from 'zod';
import { isAddress } from '../../domain/market/chain.ts';
import { paperRouter } from '../../domain/market/paper-contracts.ts';
import type { ChainState, ConfirmedApproval } from './chain-state.ts';
import { badParams, RpcError } from './rpc-error.ts';

/** `Approval(address owner, address spender, uint256 value)` */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
/** As public nodes limit it. */
const mostBlocks = 10_000;

const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`;
const quantity = (value: number): string => `0x${value.toString(16)}`;
const padded = (address: string): string => word(BigInt(address));

const bytes32 = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform((text) => text.toLowerCase());
const address = z
  .string()
  .refine((text) => isAddress('base', text))
  .transform((text) => text.toLowerCase());
const height = z.union([
  z.string().regex(/^0x(0|[1-9a-f][0-9a-f]{0,12})$/i),
  z.enum(['earliest', 'latest', 'safe', 'finalized', 'pending']),
]);

export const logFilter = z
  .strictObject({
    fromBlock: height.nullish(),
    toBlock: height.nullish(),
    blockHash: bytes32.nullish(),
    address: z.union([address, z.array(address).max(1_000)]).nullish(),
    topics: z
      .array(z.union([bytes32, z.array(bytes32).max(1_000)]).nullable())
      .max(4)
      .nullish(),
  })
  .refine(({ blockHash, fromBlock, toBlock }) => !blockHash || (!fromBlock && !toBlock), {
    error: 'blockHash excludes fromBlock and toBlock',
  });

type Filter = z.output<typeof logFilter>;

/** The events of the chain that fit the filter: paper's tokens emit Approval. Throws RpcError for a range that nodes refuse. */
export function approvalLogs(state: ChainState, filter: Filter) {
  const [from, to] = rangeOf(state, filter);
  if (from > to) throw badParams('the block range ends before it begins');
  if (to - from >= mostBlocks) throw new RpcError(-32005, `at most ${mostBlocks} blocks can be searched at once`);
  return state
    .approvals((one) => one.height >= from && one.height <= to)
    .map(approvalLog)
    .filter((log) => fits(log, filter));
}

/** First and last block. */
function rangeOf(state: ChainState, { blockHash, fromBlock, toBlock }: Filter): readonly [number, number] {
  if (blockHash) {
    const at = BigInt(blockHash);
    if (at > BigInt(state.height)) throw new RpcError(-32000, 'unknown block');
    return [Number(at), Number(at)];
  }
  const at = (given: string | null | undefined): number => {
    if (given?.startsWith('0x')) return Number(given);
    return given === 'earliest' ? 0 : state.height;
  };
  return [at(fromBlock), at(toBlock)];
}

/** An approval as the token's contract tells it. */
export const approvalLog = ({ owner, token, amount, txHash, height: at }: ConfirmedApproval) => ({
  address: token.toLowerCase(),
  topics: [approvalTopic, padded(owner), padded(paperRouter)],
  data: word(amount),
  blockNumber: quantity(at),
  blockHash: word(at),
  transactionHash: txHash,
  transactionIndex: '0x0',
  logIndex: '0x0',
  removed: false,
});

/** A position with several values takes any of them, one with none takes everything. */
function fits(log: ReturnType<typeof approvalLog>, { address: by, topics }: Filter): boolean {
  const isAmong = (value: string | undefined, wanted: string | readonly string[] | null | undefined): boolean =>
    wanted === null ||
    wanted === undefined ||
    wanted.length === 0 ||
    (value !== undefined && (typeof wanted === 'string' ? wanted === value : wanted.includes(value)));
  return isAmong(log.address, by) && (topics ?? []).every((wanted, position) => isAmong(log.topics[position], wanted));
}
