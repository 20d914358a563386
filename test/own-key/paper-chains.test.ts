import { address, createSolanaRpc } from '@solana/kit';
import { createPublicClient, erc20Abi, type Hex, http, parseAbiItem } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chain, chains } from '../../src/domain/market/chain.ts';
import { paperRouter } from '../../src/domain/market/paper-contracts.ts';
import type { ChainRpc, Landing } from '../../src/signing/chain/chain-rpc.ts';
import { approvalData } from '../../src/signing/prepare/approval-data.ts';
import { unsignedEvm } from '../../src/signing/prepare/evm-envelope.ts';
import type { PreparedTransaction } from '../../src/signing/prepare/prepare-swap.ts';
import { openPaper, testKeys } from './paper-account.fixture.ts';

/* Paper's chains as wallets see them: by the published clients of the chains, and by the desk's own reader. */

const usdc = {
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  bsc: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
};

let paper: Awaited<ReturnType<typeof openPaper>>;
let keys: Awaited<ReturnType<typeof testKeys>>;
beforeAll(async () => {
  [paper, keys] = await Promise.all([openPaper(), testKeys()]);
});
afterAll(() => paper.paper.close());

async function landed(
  rpc: ChainRpc,
  txHash: string,
  { nonce, blockhash, order }: PreparedTransaction,
): Promise<Landing> {
  for (;;) {
    const landing =
      rpc.family === 'evm'
        ? await rpc.landing(txHash, order.owner, nonce ?? 0)
        : await rpc.landing(txHash, blockhash ?? '');
    if (landing.state !== 'unknown' && landing.state !== 'seen') return landing;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const balanceOf = async (rpc: ChainRpc, owner: string, token: string): Promise<bigint> =>
  (await rpc.balances(owner, [token])).find((row) => row.token === token)?.baseUnits ?? 0n;

async function carryOut(chain: Chain, inputToken: string, outputToken: string, amountIn: bigint) {
  const [rpc, owner] = [paper.rpc(chain), keys.addressOn(chain)];
  let prepared = await paper.prepare(chain, owner, inputToken, outputToken, amountIn);
  const kinds = [prepared.kind];
  while (prepared.kind === 'approval') {
    expect(prepared.verdict).toEqual({ kind: 'fits' });
    const hash = await rpc.send(await keys.sign(prepared.unsigned));
    expect(await landed(rpc, hash, prepared)).toEqual({ state: 'confirmed' });
    prepared = await paper.prepare(chain, owner, inputToken, outputToken, amountIn);
    kinds.push(prepared.kind);
  }
  expect(prepared.review.findings).toEqual([]);
  expect(prepared.verdict).toEqual({ kind: 'fits' });
  const [simulated] = prepared.simulations;
  if (!simulated?.simulation?.ok) throw new Error(JSON.stringify(simulated));
  const before = { input: await balanceOf(rpc, owner, inputToken), output: await balanceOf(rpc, owner, outputToken) };
  const hash = await rpc.send(await keys.sign(prepared.unsigned));
  expect(await landed(rpc, hash, prepared)).toEqual({ state: 'confirmed' });
  const native = chains[chain].nativeAddress;
  const [spent, got] = [
    before.input - (await balanceOf(rpc, owner, inputToken)),
    (await balanceOf(rpc, owner, outputToken)) - before.output,
  ];
  // What the market moved by meanwhile is within the slippage; what is not the native coin is sold exactly.
  if (inputToken !== native) expect(spent).toBe(amountIn);
  else expect(spent).toBeGreaterThan(amountIn);
  if (outputToken !== native) expect(got).toBeGreaterThanOrEqual(prepared.order.minAmountOut);
  const said = simulated.simulation.changes?.find(({ token }) => token === inputToken)?.delta ?? 0n;
  if (inputToken !== native) expect(said).toBe(-amountIn);
  return kinds;
}

describe('a swap signed with an own key lands as it was previewed', () => {
  test('on Solana: SOL → USDC → SOL', async () => {
    await paper.fund('solana', keys.addressOn('solana'), 20_000_000_000n);
    expect(await carryOut('solana', chains.solana.nativeAddress, usdc.solana, 2_000_000_000n)).toEqual(['swap']);
    expect(await carryOut('solana', usdc.solana, chains.solana.nativeAddress, 50_000_000n)).toEqual(['swap']);
  });

  test.each(['base', 'bsc'] as const)('on %s: the native coin → USDC, and back after an approval', async (chain) => {
    await paper.fund(chain, keys.addressOn(chain), 5n * 10n ** 18n);
    const native = chains[chain].nativeAddress;
    expect(await carryOut(chain, native, usdc[chain], 10n ** 17n)).toEqual(['swap']);
    const amount = chain === 'base' ? 20_000_000n : 20n * 10n ** 18n;
    expect(await carryOut(chain, usdc[chain], native, amount)).toEqual(['approval', 'swap']);
  });
});

describe('the published clients read the same', () => {
  test('of Solana', async () => {
    const owner = keys.addressOn('solana');
    await paper.fund('solana', owner, 3_000_000n, usdc.solana);
    const [rpc, kit] = [paper.rpc('solana'), createSolanaRpc(paper.rpcUrl('solana'))];
    if (rpc.family !== 'svm') throw new Error('not Solana');
    const { value: lamports } = await kit.getBalance(address(owner)).send();
    expect(await balanceOf(rpc, owner, chains.solana.nativeAddress)).toBe(lamports);
    const { value: rows } = await kit
      .getTokenAccountsByOwner(address(owner), { mint: address(usdc.solana) }, { encoding: 'jsonParsed' })
      .send();
    expect(await balanceOf(rpc, owner, usdc.solana)).toBe(
      BigInt(rows[0]?.account.data.parsed.info.tokenAmount.amount ?? 0),
    );
    const { value: latest } = await kit.getLatestBlockhash().send();
    expect(await rpc.isBlockhashValid(latest.blockhash)).toBe(true);
    expect(await rpc.isBlockhashValid('GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W')).toBe(false);
    expect(await rpc.token(usdc.solana)).toEqual({ decimals: 6, symbol: null, powers: [] });
    expect(await kit.getBlockHeight().send()).toBeGreaterThan(0n);
    await expect(kit.getGenesisHash().send()).resolves.toMatch(/^Paper/);
  });

  test('of an EVM chain', async () => {
    const owner = keys.addressOn('base') as Hex;
    await paper.fund('base', owner, 3_000_000n, usdc.base);
    const client = createPublicClient({ transport: http(paper.rpcUrl('base')) });
    const rpc = paper.rpc('base');
    if (rpc.family !== 'evm') throw new Error('not an EVM chain');
    expect(await balanceOf(rpc, owner, chains.base.nativeAddress)).toBe(await client.getBalance({ address: owner }));
    const token = { address: usdc.base as Hex, abi: erc20Abi } as const;
    expect(await balanceOf(rpc, owner, usdc.base)).toBe(
      await client.readContract({ ...token, functionName: 'balanceOf', args: [owner] }),
    );
    expect(await client.readContract({ ...token, functionName: 'symbol' })).toBe('USDC');
    expect(await rpc.token(usdc.base)).toEqual({ decimals: 6, symbol: 'USDC', powers: [] });
    expect(await rpc.nonce(owner)).toBe(await client.getTransactionCount({ address: owner }));
    expect(await client.getChainId()).toBe(8453);
    expect((await client.getBlock()).baseFeePerGas).toBeGreaterThan(0n);
  });

  test('of approvals', async () => {
    const owner = keys.addressOn('bsc') as Hex;
    const [client, rpc] = [createPublicClient({ transport: http(paper.rpcUrl('bsc')) }), paper.rpc('bsc')];
    if (rpc.family !== 'evm') throw new Error('not an EVM chain');
    const nonce = await rpc.nonce(owner);
    const { maxFeePerGas, maxPriorityFeePerGas } = await rpc.gasPrices();
    expect(maxFeePerGas).toBeGreaterThan(maxPriorityFeePerGas);
    const data = approvalData(paperRouter, 7n);
    const gasLimit = `${await rpc.estimateGas(owner, { to: usdc.bsc, data })}`;
    const envelope = { to: usdc.bsc, data, value: '0', gasLimit, maxFeePerGas: `${maxFeePerGas}` };
    const unsigned = unsignedEvm('bsc', { ...envelope, maxPriorityFeePerGas: `${maxPriorityFeePerGas}` }, nonce);
    const hash = (await rpc.send(await keys.sign(unsigned))) as Hex;
    await client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
    const toBlock = await client.getBlockNumber();
    const event = parseAbiItem('event Approval(address indexed owner, address indexed spender, uint256 value)');
    const search = { event, args: { owner }, fromBlock: toBlock - 9_000n, toBlock };
    const [log] = (await client.getLogs(search)).slice(-1);
    expect(log).toMatchObject({
      address: usdc.bsc.toLowerCase(),
      transactionHash: hash,
      args: { owner, value: 7n },
    });
    expect((await client.getTransactionReceipt({ hash })).logs).toMatchObject([{ blockNumber: log?.blockNumber }]);
    expect(await client.getLogs({ ...search, address: usdc.base as Hex })).toEqual([]);
    expect((await rpc.approvals(owner, 20_000)).pairs).toContainEqual({
      token: usdc.bsc.toLowerCase(),
      spender: paperRouter,
    });
    await expect(client.getLogs({ ...search, fromBlock: toBlock - 10_000n })).rejects.toThrow('at most 10000 blocks');
    await expect(client.getLogs({ ...search, fromBlock: toBlock + 1n })).rejects.toThrow('ends before it begins');
  });

  test.each([
    [{ topics: ['0x01'] }],
    [{ fromBlock: 'newest' }],
    [{ fromBlock: 7 }],
    [{ address: '0x12' }],
    [{ fromBlock: '0x1', blockHash: `0x${'0'.repeat(64)}` }],
    [{ wallet: usdc.base }],
  ])('eth_getLogs refuses %j', async (filter) => {
    const response = await fetch(paper.rpcUrl('base'), {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] }),
    });
    expect(await response.json()).toMatchObject({ error: { code: -32602 } });
  });

  test('a method that there is not is refused as nodes refuse', async () => {
    const response = await fetch(paper.rpcUrl('base'), {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sign', params: [] }),
    });
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } });
  });
});
