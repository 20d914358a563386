import type { SubmitSigned } from '../../actions/own-key/submit-signed.ts';
import type { ActionContext } from '../../actions/pipeline/action-context.ts';
import { type Chain, chains } from '../../domain/market/chain.ts';
import { quoteToken } from '../../domain/market/token.ts';
import type { ChainRpc } from '../../signing/chain/chain-rpc.ts';
import type { DecodedTransaction, Step, SwapCall } from '../../signing/decode/decoded-transaction.ts';
import { isTip } from '../../signing/rules/svm-fees.ts';
import { usdValue } from '../../stores/portfolio/spot-balance.ts';

interface Where {
  readonly walletId: string;
  readonly owner: string;
  readonly chain: Chain;
  /** The user's first endpoint; undefined without one. */
  readonly rpc: ChainRpc | undefined;
}

/** Steps that move nothing away: fees, leave that is given or taken back, accounts that are opened. */
const movesNothing = new Set([
  'approve',
  'revoke',
  'set unit limit',
  'set unit price',
  'request heap',
  'limit loaded data',
  'write',
  'create',
  'create if missing',
  'sync native',
]);
const takesBack = new Set(['approve', 'revoke']);

/**
 * What caps and the key's limits say about a transaction. A swap is worth what it sells; of anything else that moves
 * something the worth is unknown, so that a cap refuses it.
 */
export async function limitsOfSigned(
  { steps }: DecodedTransaction,
  { walletId, owner, chain, rpc }: Where,
  { data }: Pick<ActionContext, 'data'>,
): Promise<Pick<SubmitSigned, 'risk' | 'limits'>> {
  const isAll = (actions: ReadonlySet<string>) => steps.every(({ action }) => action !== null && actions.has(action));
  if (isAll(movesNothing)) {
    const isLess = isAll(takesBack) && steps.every(({ risk }) => risk === null);
    return { risk: isLess ? 'reduces' : 'adds', limits: null };
  }
  const swap = swapAlone(steps, owner);
  if (!swap?.inputToken || !swap.outputToken)
    return { risk: 'adds', limits: { wallets: [{ walletId, chain }], usd: null } };
  const input = { chain, address: swap.inputToken };
  const decimals = quoteToken(input)?.decimals ?? (await decimalsOf(rpc, swap));
  return {
    risk: 'adds',
    limits: {
      wallet: { chain, walletId },
      // The least that it accepts is in the bytes; what was quoted is not.
      slippageBps: 0,
      order: {
        kind: 'swap',
        input,
        output: { chain, address: swap.outputToken },
        usd: decimals === null ? null : usdValue({ data }, { ...input, decimals }, swap.amountIn),
        sharePct: null,
        priceImpactPct: null,
      },
    },
  };
}

/** The swap of a transaction that does nothing else but what a swap needs: accounts, and wrapped native coins. */
function swapAlone(steps: readonly Step[], owner: string): SwapCall | null {
  const [swap, ...others] = steps.flatMap((step) => step.swap ?? []);
  if (!swap || others.length > 0) return null;
  const isNative = swap.inputToken === chains.solana.nativeAddress;
  let wraps = 0;
  const isPart = (step: Step): boolean => {
    const { swap: own, action, details, risk } = step;
    if (risk !== null || action === null) return false;
    if (own || movesNothing.has(action) || isTip(step)) return true;
    if (action === 'close account') return details['remainderTo'] === owner;
    return isNative && action === 'transfer' && details['lamports'] === `${swap.amountIn}` && ++wraps === 1;
  };
  return steps.every(isPart) ? swap : null;
}

const decimalsOf = async (rpc: ChainRpc | undefined, { inputToken }: SwapCall): Promise<number | null> =>
  (await rpc?.token(inputToken ?? '').catch(() => null))?.decimals ?? null;
