import { chains } from '../../domain/market/chain.ts';
import type { ChainRpc, EvmRpc, SvmRpc, TokenFacts } from '../chain/chain-rpc.ts';
import { DecodeError } from '../decode/decoded-transaction.ts';
import {
  type Circumstances,
  type Finding,
  programKey,
  type Review,
  type SigningPolicy,
  type Verdict,
  verdictOf,
  worstFirst,
} from '../rules/review.ts';
import { reviewApproval, reviewSwap } from '../rules/review-transaction.ts';
import type { SwapOrder, UnsignedTransaction } from '../swap-order.ts';
import { type BuiltSwap, type Envelope, PrepareError } from './built-swap.ts';
import { type SimulationReport, simulateAll, simulationFindings } from './simulate.ts';
import { type ClaimedToken, tokenMismatches } from './token-check.ts';

/** A transaction that a person can decide about: what was asked, what the bytes do, what the chain says. */
export interface PreparedTransaction {
  /** An EVM token is sold after the router was allowed to move it, by a transaction of its own. */
  readonly kind: 'swap' | 'approval';
  readonly order: SwapOrder;
  readonly unsigned: UnsignedTransaction;
  readonly review: Review;
  readonly verdict: Verdict;
  readonly simulations: readonly SimulationReport[];
  /** EVM. */
  readonly nonce: number | null;
  /** Solana. */
  readonly blockhash: string | null;
}

export interface PrepareOptions {
  readonly order: SwapOrder;
  readonly built: BuiltSwap;
  /** Input and output token as the service describes them, without the native coin. */
  readonly claimed: readonly ClaimedToken[];
  /** The user's endpoints for the chain; the first that answers is believed where one is enough. */
  readonly rpcs: readonly ChainRpc[];
  readonly policy: SigningPolicy;
  readonly nowMs: number;
  readonly wasSigned: (messageHash: string) => boolean;
}

/** Explains, compares and simulates what the service built. Throws PrepareError, and ChainError where a node has to answer. */
export async function prepareSwap(options: PrepareOptions): Promise<PreparedTransaction> {
  try {
    return chains[options.order.chain].family === 'evm' ? await prepareEvm(options) : await prepareSvm(options);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new PrepareError('UNREADABLE_TRANSACTION', `The service sent no readable transaction: ${error.message}.`);
  }
}

async function prepareSvm(options: PrepareOptions): Promise<PreparedTransaction> {
  const { order, built, rpcs, policy } = options;
  if (typeof built.transaction !== 'string')
    throw new PrepareError('UNREADABLE_TRANSACTION', 'The service sent no Solana transaction.');
  const unsigned = { chain: order.chain, encoded: built.transaction };
  const { readSvmMessage } = await import('../decode/svm-message.ts');
  const { blockhash, tables } = readSvmMessage(new Uint8Array(Buffer.from(unsigned.encoded, 'base64')));
  const rpc = rpcs.find((one): one is SvmRpc => one.family === 'svm');
  const [around, simulations] = await Promise.all([
    svmCircumstances(options, rpc, blockhash, tables),
    simulateAll(rpcs, order, unsigned),
  ]);
  const review = await reviewSwap(order, unsigned, policy, around);
  return finished(options, { kind: 'swap', order, unsigned, review, simulations, nonce: null, blockhash }, around);
}

async function svmCircumstances(
  options: PrepareOptions,
  rpc: SvmRpc | undefined,
  blockhash: string,
  tables: readonly string[],
): Promise<Circumstances> {
  const { order, nowMs, built, wasSigned } = options;
  const base = { ...offline(options), nowMs, builtAtMs: built.builtAtMs, wasSigned };
  if (!rpc) return base;
  const [isBlockhashValid, tokens, accounts, ...read] = await Promise.all([
    answered(rpc.isBlockhashValid(blockhash)),
    tokenFacts(rpc, order),
    answered(rpc.tokenAccounts(order.owner)),
    ...tables.map(async (table) => [table, await answered(rpc.lookupTable(table))] as const),
  ]);
  const known = read.flatMap(([table, entries]) => (entries ? [[table, entries] as const] : []));
  return { ...base, isBlockhashValid, tokens, ownAccounts: new Set(accounts ?? []), tables: new Map(known) };
}

async function prepareEvm(options: PrepareOptions): Promise<PreparedTransaction> {
  const { order, built, rpcs, policy, nowMs, wasSigned } = options;
  const rpc = rpcs.find((one): one is EvmRpc => one.family === 'evm');
  if (!rpc)
    throw new PrepareError(
      'NO_RPC',
      `A swap with your own key on ${chains[order.chain].name} needs your next nonce: set an RPC endpoint (rpc.${order.chain}).`,
    );
  if (typeof built.transaction === 'string')
    throw new PrepareError('UNREADABLE_TRANSACTION', 'The service sent no EVM transaction.');
  const router = built.transaction.to;
  const [nonce, tokens, allowance] = await Promise.all([
    rpc.nonce(order.owner),
    tokenFacts(rpc, order),
    allowanceFor(rpc, options, router),
  ]);
  const around = { ...offline(options), nowMs, builtAtMs: built.builtAtMs, wasSigned, nonce, tokens };
  const isApproval = allowance !== null && allowance < order.amountIn;
  const envelope = isApproval ? await approvalOf(order, built, router) : built.transaction;
  const { unsignedEvm } = await import('./evm-envelope.ts');
  const unsigned = unsignedEvm(order.chain, envelope, nonce);
  const [review, simulations] = await Promise.all([
    isApproval ? reviewApproval(order, router, unsigned, policy, around) : reviewSwap(order, unsigned, policy, around),
    simulateAll(rpcs, order, unsigned),
  ]);
  const kind = isApproval ? 'approval' : 'swap';
  return finished(options, { kind, order, unsigned, review, simulations, nonce, blockhash: null }, around);
}

/** What the router may move of the token that is sold; null where it needs no leave, or is not to be asked about. */
async function allowanceFor(rpc: EvmRpc, { order, policy }: PrepareOptions, router: string): Promise<bigint | null> {
  const isNative = order.inputToken === chains[order.chain].nativeAddress;
  const isTrusted = policy.programs.has(programKey(order.chain, router));
  return isNative || !isTrusted ? null : rpc.allowance(order.inputToken, order.owner, router);
}

/** The service's approval, or one for exactly the amount that is sold at the swap's own prices of gas. */
async function approvalOf(
  order: SwapOrder,
  { approvalTransaction, transaction }: BuiltSwap,
  router: string,
): Promise<Envelope> {
  if (approvalTransaction) return approvalTransaction;
  const { approvalData } = await import('./approval-data.ts');
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction as Envelope;
  const data = approvalData(router, order.amountIn);
  return { to: order.inputToken, data, value: '0', gasLimit: '80000', maxFeePerGas, maxPriorityFeePerGas };
}

const offline = (_: PrepareOptions) =>
  ({
    tables: new Map(),
    tokens: new Map(),
    isBlockhashValid: null,
    ownAccounts: new Set<string>(),
    nonce: null,
  }) as const;

function finished(
  { order, claimed, policy }: PrepareOptions,
  prepared: Omit<PreparedTransaction, 'verdict'>,
  { tokens }: Circumstances,
): PreparedTransaction {
  const more: readonly Finding[] = [
    ...simulationFindings(order, prepared.review, prepared.simulations, prepared.kind === 'swap'),
    ...tokenMismatches(claimed, tokens),
  ];
  const review = { ...prepared.review, findings: worstFirst([...prepared.review.findings, ...more]) };
  return { ...prepared, review, verdict: verdictOf(review, order.chain, policy) };
}

async function tokenFacts(
  rpc: ChainRpc,
  { chain, inputToken, outputToken }: SwapOrder,
): Promise<Map<string, TokenFacts>> {
  const asked = [inputToken, outputToken].filter((token) => token !== chains[chain].nativeAddress);
  const facts = await Promise.all(asked.map(async (token) => [token, await answered(rpc.token(token))] as const));
  return new Map(facts.flatMap(([token, known]) => (known ? [[token, known] as const] : [])));
}

/** What is asked for safety alone may stay unanswered: the rules know what they were not told. */
const answered = <T>(read: Promise<T>): Promise<T | null> => read.catch(() => null);
