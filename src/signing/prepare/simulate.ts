import { type Chain, chains } from '../../domain/market/chain.ts';
import type { ChainRpc, Simulation } from '../chain/chain-rpc.ts';
import { contradicts, extra, type Finding, type Review } from '../rules/review.ts';
import type { SwapOrder, UnsignedTransaction } from '../swap-order.ts';

/** What one endpoint says would happen; `unavailable`: why it did not say. */
export interface SimulationReport {
  readonly host: string;
  readonly simulation: Simulation | null;
  readonly unavailable: string | null;
}

/** Asks each endpoint. Never rejects. */
export const simulateAll = (
  rpcs: readonly ChainRpc[],
  { owner, inputToken, outputToken }: SwapOrder,
  transaction: UnsignedTransaction,
): Promise<readonly SimulationReport[]> =>
  Promise.all(
    rpcs.map((rpc) =>
      rpc.simulate(owner, transaction, [inputToken, outputToken]).then(
        (simulation) => ({ host: rpc.host, simulation, unavailable: null }),
        (error: unknown) => ({
          host: rpc.host,
          simulation: null,
          unavailable: error instanceof Error ? error.message : String(error),
        }),
      ),
    ),
  );

/** What a new token account costs its owner, lamports. */
const accountRent = 2_039_280n;

/** Network fees, tips and new accounts that the bytes may cost, base units of the native coin. */
function mostCosts(chain: Chain, { rows, decoded }: Review): bigint {
  const fee = rows.find(({ label }) => label === 'fees at most')?.does;
  const created = decoded.steps.filter(({ program }) => program === 'Associated Token Account').length;
  const rent = chain === 'solana' ? accountRent * BigInt(created) : 0n;
  return (typeof fee === 'object' && fee !== null ? fee.baseUnits : 0n) + rent;
}

/** Where the chain says something else than was asked. `isSwap`: an approval moves nothing but its fee. */
export function simulationFindings(
  order: SwapOrder,
  review: Review,
  reports: readonly SimulationReport[],
  isSwap = true,
): readonly Finding[] {
  const native = chains[order.chain].nativeAddress;
  const costs = mostCosts(order.chain, review);
  const sold = isSwap ? order.amountIn : 0n;
  const least = isSwap ? order.minAmountOut : 0n;
  return reports.flatMap(({ host, simulation }) => {
    if (!simulation) return [];
    if (!simulation.ok) return [contradicts(`It would fail now, ${host} says: ${simulation.why}.`)];
    return (simulation.changes ?? []).flatMap(({ token, delta }): Finding[] => {
      const isInput = isSameToken(token, order.inputToken);
      const lowest =
        (isInput ? -sold : isSameToken(token, order.outputToken) ? least : 0n) -
        (isSameToken(token, native) ? costs : 0n);
      if (delta >= lowest) return [];
      const words = `your balance of ${token} would change by ${delta} base units, ${host} says; the order allows ${lowest}.`;
      return [
        isInput ? contradicts(`It takes more than you sell: ${words}`) : extra(`Another balance differs: ${words}`),
      ];
    });
  });
}

const isSameToken = (one: string, other: string): boolean =>
  one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other;
