import { z } from 'zod';
import { type ApprovalSearch, ChainError } from './chain-rpc.ts';
import { addressWord } from './evm-abi.ts';
import { bytes, quantity } from './evm-answers.ts';
import { type JsonRpc, NodeError } from './json-rpc.ts';

/** `Approval(address owner, address spender, uint256 value)`, of ERC-20 tokens; of NFTs with a fourth topic. */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
/** Blocks in one request: at first, and the fewest that are worth asking for. */
const mostBlocks = 10_000n;
const fewestBlocks = 100n;
const mostRequests = 60;
const noSuchMethod = -32_601;

const logs = z
  .array(z.looseObject({ address: bytes.length(42), topics: z.array(bytes.length(66)).max(4), data: bytes }))
  .max(20_000);

/** See EvmRpc. Many endpoints answer for a few blocks only: the step is halved until they do. */
export async function searchApprovals(
  call: JsonRpc['call'],
  host: string,
  owner: string,
  blocks: number,
): Promise<ApprovalSearch> {
  const pairs = new Map<string, { token: string; spender: string }>();
  let [step, requests, first]: [bigint, number, bigint | null] = [mostBlocks, 0, null];
  let last: bigint;
  try {
    last = await call('eth_blockNumber', [], quantity);
  } catch (error) {
    return { pairs: [], blocks: null, whyShort: messageOf(error) };
  }
  const end = last >= BigInt(blocks) ? last - BigInt(blocks) + 1n : 0n;
  const done = (whyShort: string | null): ApprovalSearch => ({
    pairs: [...pairs.values()],
    blocks: first === null ? null : [first, last],
    whyShort,
  });
  for (let to = last; to >= end; ) {
    if (++requests > mostRequests) return done(`${host} would need more than ${mostRequests} requests for that`);
    const from = to - step + 1n > end ? to - step + 1n : end;
    try {
      for (const pair of await readRange(call, owner, from, to)) pairs.set(`${pair.token} ${pair.spender}`, pair);
    } catch (error) {
      if (step <= fewestBlocks || !isTooMuch(error)) return done(messageOf(error));
      step = step / 2n > fewestBlocks ? step / 2n : fewestBlocks;
      continue;
    }
    first = from;
    to = from - 1n;
  }
  return done(null);
}

/** Nodes word it in as many ways as there are, or answer with more than is read here. */
const isTooMuch = (error: unknown): boolean =>
  (error instanceof NodeError && error.rpcCode !== noSuchMethod) ||
  (error instanceof ChainError && error.code === 'UNREADABLE');

async function readRange(call: JsonRpc['call'], owner: string, from: bigint, to: bigint) {
  const ownerTopic = `0x${addressWord(owner)}`;
  const [fromBlock, toBlock] = [from, to].map((height) => `0x${height.toString(16)}`);
  const found = await call('eth_getLogs', [{ fromBlock, toBlock, topics: [approvalTopic, ownerTopic] }], logs);
  return found.flatMap(({ address, topics: [kind, by, spender, ...more], data }) => {
    // A node may answer with more than was asked for.
    const isOurs = kind?.toLowerCase() === approvalTopic && by?.toLowerCase() === ownerTopic;
    return isOurs && spender && more.length === 0 && data.length === 66
      ? [{ token: address.toLowerCase(), spender: `0x${spender.slice(26).toLowerCase()}` }]
      : [];
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
