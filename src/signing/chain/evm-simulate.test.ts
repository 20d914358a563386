import { encodeErrorResult, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { encodeEvm, evmOrder, honestEvm } from '../rules/honest.fixture.ts';
import { createChainRpc } from './create-chain-rpc.ts';

/** The simulation of a swap that a node says is reverted. */
async function reverted(answer: { returnData: string; error?: { message: string } }) {
  const word = `0x${'1'.padStart(64, '0')}`;
  const probe = { status: '0x1', returnData: word, gasUsed: '0x1' };
  const fetch = (async (_: unknown, init: RequestInit) => {
    const { id, method } = JSON.parse(String(init.body)) as { id: number; method: string };
    const calls = [probe, probe, { status: '0x0', gasUsed: '0x1', ...answer }, probe, probe];
    return Response.json({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x2105' : [{ calls }] });
  }) as typeof globalThis.fetch;
  const rpc = createChainRpc('base', 'https://rpc.example.com', { clock: new FakeClock(), fetch });
  const transaction = { chain: 'base', encoded: encodeEvm(honestEvm(evmOrder)) } as const;
  return rpc.simulate(evmOrder.owner, transaction, [evmOrder.inputToken, evmOrder.outputToken]);
}

const withReason = (reason: string) =>
  encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [reason] });

test.each([
  // As anvil answers.
  ['execution failed', withReason('less than the minimum'), 'execution failed: less than the minimum'],
  // As geth answers.
  ['execution reverted: less', withReason('less'), 'execution reverted: less'],
  [undefined, withReason('less'), 'it is reverted: less'],
  ['out of gas', '0x', 'out of gas'],
  ['execution reverted', '0xdeadbeef', 'execution reverted'],
  ['execution reverted', `${withReason('less').slice(0, -64)}`, 'execution reverted'],
])('a node that says %j with %s', async (message, returnData, why) => {
  const error = message === undefined ? {} : { error: { message } };
  expect(await reverted({ returnData, ...error })).toEqual({ ok: false, why });
});

test('the reason is a contract’s own text: nothing of it acts on a terminal, and it is cut', async () => {
  const hostile = await reverted({ returnData: withReason(`\u001b[2J\u202eno${'x'.repeat(1_000)}`) });
  expect(hostile).toMatchObject({ ok: false, why: expect.stringMatching(/^it is reverted: .no(x)+…?$/) });
  expect(JSON.stringify(hostile).length).toBeLessThan(400);
});
