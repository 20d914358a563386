import { createHash } from 'node:crypto';
import { chains } from '../../domain/market/chain.ts';
import { explainSvm } from '../decode/decode-svm.ts';
import type { Step, SwapCall } from '../decode/decoded-transaction.ts';
import { readSvmMessage, type SvmMessage } from '../decode/svm-message.ts';
import type { SwapOrder } from '../swap-order.ts';
import {
  type Circumstances,
  contradicts,
  extra,
  type Finding,
  programKey,
  type Review,
  type ReviewRow,
  rowFindings,
  type SigningPolicy,
  worstFirst,
} from './review.ts';
import { isTip, mostFee, tipAccounts } from './svm-fees.ts';
import { tokenAccounts } from './token-accounts.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

const native = chains.solana.nativeAddress;

/** A blockhash lives for 150 blocks, about a minute; one that is older than this is not signed. */
const mostAgeMs = 60_000;

/** The owner's accounts that the order is about. */
interface OwnAccounts {
  readonly source: readonly string[];
  readonly destination: readonly string[];
  /** Of wrapped SOL. */
  readonly wrapped: readonly string[];
}

interface Case {
  readonly order: SwapOrder;
  readonly own: OwnAccounts;
  readonly isNativeInput: boolean;
  readonly isNativeOutput: boolean;
}

/** Holds a Solana transaction against a swap order. Throws DecodeError. */
export async function reviewSvm(
  order: SwapOrder,
  bytes: Uint8Array,
  policy: SigningPolicy,
  around: Circumstances,
): Promise<Review> {
  const message = readSvmMessage(bytes, around.tables);
  const decoded = explainSvm(message);
  const kase: Case = {
    order,
    own: {
      source: await tokenAccounts(order.owner, order.inputToken),
      destination: await tokenAccounts(order.owner, order.outputToken),
      wrapped: await tokenAccounts(order.owner, native),
    },
    isNativeInput: order.inputToken === native,
    isNativeOutput: order.outputToken === native,
  };
  const swaps = decoded.steps.flatMap((step) => (step.swap ? [{ step, swap: step.swap }] : []));
  const fee = mostFee(decoded, message.signers.length);
  const messageHash = createHash('sha256').update(bytes).digest('hex');
  const rows = [
    row('signed by', order.owner, message.signers.join(', '), message.signers.join() === order.owner),
    ...(swaps.length === 1 && swaps[0] ? swapRows(kase, swaps[0].swap) : []),
    {
      label: 'fees at most',
      asked: { token: native, baseUnits: policy.maxFee.solana },
      does: { token: native, baseUnits: fee },
      isSame: fee <= policy.maxFee.solana,
    },
  ];
  const unknown = decoded.steps.filter(({ action }) => action === null);
  const findings = [
    ...rowFindings(rows, sentences),
    ...(swaps.length === 1 || unknown.length > 0 ? [] : [contradicts(`It holds ${swaps.length} swaps, not one.`)]),
    ...swaps.flatMap(({ step }) => untrusted(step, policy)),
    ...wrappedFindings(kase, decoded.steps),
    ...decoded.steps.flatMap((step) => stepFindings(kase, step)),
    ...accountFindings(kase, message, decoded.steps, around.ownAccounts),
    ...lifeFindings(message, around, messageHash),
    ...tokenFindings(order, around),
  ];
  return { rows, decoded, messageHash, findings: worstFirst(findings) };
}

const sentences: Readonly<Record<string, string>> = {
  'signed by': 'Somebody else than your wallet pays or has to sign.',
  sells: 'It sells another amount or another token.',
  'least bought': 'It buys another token, or accepts less than your minimum.',
  'taken from': 'It takes from another account than yours of this token.',
  'received by': 'What it buys goes to another account than yours.',
  'fees at most': 'Its fees and tips are above your limit (signing.max_fee).',
};

const row = (label: string, asked: string, does: string | null, isSame: boolean): ReviewRow => ({
  label,
  asked,
  does,
  isSame,
});

function swapRows({ order, own }: Case, swap: SwapCall): readonly ReviewRow[] {
  const { inputToken, outputToken, amountIn, minAmountOut } = order;
  return [
    {
      label: 'sells',
      asked: { token: inputToken, baseUnits: amountIn },
      does: { token: swap.inputToken ?? inputToken, baseUnits: swap.amountIn },
      // Where the bytes do not name the token, the account that it is taken from does.
      isSame: swap.amountIn === amountIn && (swap.inputToken ?? inputToken) === inputToken,
    },
    {
      label: 'least bought',
      asked: { token: outputToken, baseUnits: minAmountOut },
      does: { token: swap.outputToken ?? outputToken, baseUnits: swap.minAmountOut },
      isSame: swap.minAmountOut >= minAmountOut && (swap.outputToken ?? outputToken) === outputToken,
    },
    row('taken from', 'your token account', named(own.source, swap.from), own.source.includes(swap.from)),
    row(
      'received by',
      'your token account',
      named(own.destination, swap.recipient),
      own.destination.includes(swap.recipient),
    ),
  ];
}

const named = (own: readonly string[], account: string): string =>
  own.includes(account) ? 'your token account' : account;

const untrusted = ({ programId }: Step, policy: SigningPolicy): Finding[] =>
  policy.programs.has(programKey('solana', programId))
    ? []
    : [contradicts(`It swaps by the program ${programId}, which is none of yours (signing.programs).`)];

/** SOL is swapped as wrapped SOL: exactly what is sold is wrapped before, and what is left or bought is unwrapped after. */
function wrappedFindings({ order, own, isNativeInput, isNativeOutput }: Case, steps: readonly Step[]): Finding[] {
  const wrapped = steps
    .filter((step) => isWrap(own, order.owner, step))
    .reduce((sum, { details }) => sum + BigInt(details['lamports'] ?? 0), 0n);
  const closes = ({ action, details }: Step): boolean =>
    action === 'close account' && own.wrapped.includes(details['account'] ?? '');
  const swapAt = steps.findIndex(({ swap }) => swap);
  const isLate = steps.some((step, at) => swapAt >= 0 && at > swapAt && isWrap(own, order.owner, step));
  const isEarly = steps.some((step, at) => at < swapAt && closes(step));
  return [
    ...(wrapped === (isNativeInput ? order.amountIn : 0n)
      ? []
      : [
          contradicts(
            `It wraps ${wrapped} lamports, ${isNativeInput ? 'not what you sell' : 'though you do not sell SOL'}.`,
          ),
        ]),
    ...(isNativeOutput && !steps.some(closes)
      ? [extra('What it buys stays wrapped: it does not close the account of wrapped SOL.')]
      : []),
    ...(isLate ? [extra('It wraps SOL after the swap, which does not sell it.')] : []),
    ...(isEarly ? [extra('It closes the account of wrapped SOL before the swap, which is to use it.')] : []),
  ];
}

const isWrap = (own: OwnAccounts, owner: string, { program, action, details }: Step): boolean =>
  program === 'System' &&
  action === 'transfer' &&
  details['from'] === owner &&
  own.wrapped.includes(details['to'] ?? '');

/** What a step does beside the swap. */
function stepFindings(kase: Case, step: Step): Finding[] {
  const { program, programId, action } = step;
  if (action === null)
    return [{ rank: 'unexplained', what: `It calls ${programId} (${program}): ${step.risk}.`, program: programId }];
  if (step.swap || isHarmless(kase, step)) return [];
  const words = Object.entries(step.details).map(([name, value]) => `${name} ${value}`);
  const risk = step.risk ? `: ${step.risk}` : '';
  return [extra(`It also does: ${program} ${action}${risk} (${words.join(', ')}).`)];
}

function isHarmless({ order, own, isNativeInput, isNativeOutput }: Case, step: Step): boolean {
  const { program, action, details } = step;
  const account = details['account'] ?? '';
  const isOwn = [...own.source, ...own.destination].includes(account);
  switch (program) {
    case 'Compute Budget':
    case 'Memo':
      return true;
    case 'System':
      return isWrap(own, order.owner, step) || (isTip(step) && details['from'] === order.owner);
    case 'Associated Token Account':
      return details['payer'] === order.owner && details['owner'] === order.owner && isOwn;
    case 'SPL Token': {
      if ((!isNativeInput && !isNativeOutput) || !own.wrapped.includes(account)) return false;
      if (action === 'sync native') return true;
      return action === 'close account' && details['remainderTo'] === order.owner && details['owner'] === order.owner;
    }
    default:
      return false;
  }
}

/** Every account that it may write to has to belong to the order. */
function accountFindings(
  { order, own }: Case,
  message: SvmMessage,
  steps: readonly Step[],
  ownAccounts: ReadonlySet<string>,
): Finding[] {
  if (!message.isResolved)
    return [{ rank: 'unexplained', what: 'Its lookup tables cannot be read: set an RPC endpoint (rpc.solana).' }];
  const expected = new Set([order.owner, ...own.source, ...own.destination, ...own.wrapped]);
  const pool = new Set(steps.flatMap(({ swap }) => swap?.poolAccounts ?? []));
  const unknown = new Set(
    message.instructions.flatMap(({ accounts }, index) =>
      steps[index]?.action === null ? accounts.map(({ address }) => address) : [],
    ),
  );
  return message.accounts
    .filter(({ isWritable, address }) => isWritable && !expected.has(address))
    .flatMap(({ address }) => {
      if (ownAccounts.has(address))
        return [extra(`It can write to ${address}, an account of yours that the order is not about.`)];
      const isExplained = pool.has(address) || unknown.has(address) || tipAccounts.has(address);
      return isExplained ? [] : [extra(`It can write to ${address}, which is no part of the swap.`)];
    });
}

function lifeFindings({ blockhash }: SvmMessage, around: Circumstances, messageHash: string): Finding[] {
  const isOld = around.nowMs - around.builtAtMs > mostAgeMs;
  return [
    ...(around.isBlockhashValid === false || isOld
      ? [contradicts(`Its blockhash (${blockhash}) is no longer good: ask for a new one.`)]
      : []),
    ...(around.wasSigned(messageHash) ? [contradicts('These bytes were signed before.')] : []),
  ];
}

const tokenFindings = ({ inputToken, outputToken }: SwapOrder, { tokens }: Circumstances): Finding[] =>
  [inputToken, outputToken].flatMap((token) => {
    const powers = tokens.get(token)?.powers ?? [];
    return powers.length === 0
      ? []
      : [extra(`The token ${token} has a ${powers.join(' and a ')}: others decide what happens to it.`)];
  });
