import { z } from 'zod';
import { cleanText } from '../../domain/text/clean-text.ts';
import { ChainError, type Simulation } from './chain-rpc.ts';
import { addressWord, readReason, readWord, selectors } from './evm-abi.ts';
import { bytes, quantity } from './evm-answers.ts';
import { type JsonRpc, NodeError } from './json-rpc.ts';

/* Loads viem when a transaction is simulated. */

interface Node {
  readonly call: JsonRpc['call'];
  readonly host: string;
  readonly nativeAddress: string;
}

/** Answers with the balance of the address in its call data; placed where nothing is, in the simulation only. */
const balanceProbe = { address: '0x00000000000000000000000000000000b0a1a9ce', code: '0x6000353160005260206000f3' };

const simulated = z
  .array(
    z.looseObject({
      calls: z.array(
        z.looseObject({
          status: quantity,
          returnData: bytes,
          gasUsed: quantity,
          error: z.looseObject({ message: z.string() }).nullish(),
        }),
      ),
    }),
  )
  .length(1);

/**
 * Executes the transaction between two readings of the owner's balances, in one simulated block. The fee is not part of
 * that: the gas used at the transaction's own highest price is subtracted from the native coin. What a rollup charges for
 * publishing is not included. A node without eth_simulateV1 tells only whether it succeeds.
 */
export async function simulateEvm(
  node: Node,
  owner: string,
  encoded: string,
  tokens: readonly string[],
): Promise<Simulation> {
  const { transaction, gasPrice } = await readTransaction(owner, encoded);
  const others = tokens.filter((token) => token.toLowerCase() !== node.nativeAddress.toLowerCase());
  const probes = [
    { to: balanceProbe.address, input: `0x${addressWord(owner)}` },
    ...others.map((to) => ({ to, input: `${selectors.balanceOf}${addressWord(owner)}` })),
  ].map((probe) => ({ ...probe, gas: '0x7a120' }));
  const block = {
    stateOverrides: { [balanceProbe.address]: { code: balanceProbe.code } },
    calls: [...probes, transaction, ...probes],
  };
  const options = { blockStateCalls: [block], traceTransfers: false, validation: false };
  let calls: z.output<typeof simulated>[number]['calls'];
  try {
    calls = (await node.call('eth_simulateV1', [options, 'latest'], simulated))[0]?.calls ?? [];
  } catch (error) {
    if (error instanceof NodeError && isMissingMethod(error)) return callOnly(node, transaction);
    if (error instanceof NodeError && /insufficient (funds|balance)/i.test(error.message))
      return { ok: false, why: error.message };
    throw error;
  }
  const executed = calls[probes.length];
  if (!executed || calls.length !== block.calls.length)
    throw new ChainError('UNREADABLE', `${node.host} did not simulate what it was asked to`);
  if (executed.status !== 1n) return { ok: false, why: revertText(executed) };
  const fee = executed.gasUsed * gasPrice;
  const changes = [node.nativeAddress, ...others].map((token, index) => {
    const before = balance(node, token, calls[index]);
    const after = balance(node, token, calls[probes.length + 1 + index]);
    return { token, delta: after - before - (index === 0 ? fee : 0n) };
  });
  return { ok: true, changes };
}

function balance({ host }: Node, token: string, call: { status: bigint; returnData: string } | undefined): bigint {
  const value = call?.status === 1n ? readWord(call.returnData) : null;
  if (value === null) throw new ChainError('UNREADABLE', `${host} did not tell the balance of ${token}`);
  return value;
}

async function callOnly({ call }: Node, transaction: object): Promise<Simulation> {
  try {
    await call('eth_call', [transaction, 'latest'], bytes);
    return { ok: true, changes: null };
  } catch (error) {
    if (error instanceof NodeError && (error.rpcCode === 3 || /revert|insufficient|out of gas/i.test(error.message)))
      return { ok: false, why: error.message };
    throw error;
  }
}

const isMissingMethod = ({ rpcCode, message }: NodeError): boolean =>
  rpcCode === -32_601 || /method.{0,60}(not (found|supported|available)|does not exist|unsupported)/i.test(message);

/** Some nodes repeat the contract's reason in their own words, others leave it in the answer. */
function revertText({
  error,
  returnData,
}: {
  error?: { message: string } | null | undefined;
  returnData: string;
}): string {
  const message = error?.message ?? 'it is reverted';
  const reason = readReason(returnData);
  return cleanText(reason === null || message.includes(reason) ? message : `${message}: ${reason}`, 300);
}

const hex = (value: bigint): string => `0x${value.toString(16)}`;

async function readTransaction(owner: string, encoded: string) {
  const { parseTransaction } = await import('viem');
  const read = parseTransaction(encoded as `0x${string}`);
  const { to, data, value = 0n, gas, gasPrice, maxFeePerGas, accessList } = read;
  const transaction = {
    from: owner,
    ...(to && { to }),
    input: data ?? '0x',
    value: hex(value),
    ...(gas !== undefined && { gas: hex(gas) }),
    ...(accessList && accessList.length > 0 && { accessList }),
  };
  return { transaction, gasPrice: maxFeePerGas ?? gasPrice ?? 0n };
}
