import type { Chain } from '../../domain/market/chain.ts';
import type { UnsignedTransaction } from '../swap-order.ts';

/** Base units; `token` is an address as requests have it, the native coin by `chains[chain].nativeAddress`. */
export interface OwnBalance {
  readonly token: string;
  readonly baseUnits: bigint;
  readonly decimals: number;
}

/** What the chain itself says of a token. */
export interface TokenFacts {
  readonly decimals: number;
  /** Null where the chain names none, as SPL mints without metadata. Foreign text: clean it before it is shown. */
  readonly symbol: string | null;
  /** Of Token-2022 mints: what can move or tax the tokens beside their owner. Empty for others. */
  readonly powers: readonly ('transfer hook' | 'permanent delegate' | 'transfer fee')[];
}

/** What one balance of the owner changed by. Wrapped SOL counts as SOL. */
export interface BalanceChange {
  readonly token: string;
  readonly delta: bigint;
}

/**
 * How a transaction would end if it were executed now. Balances include what the owner pays in fees; on EVM chains the
 * most that its own gas price allows for the gas used. `changes` is null where the node can only tell that it succeeds.
 */
export type Simulation =
  | { readonly ok: true; readonly changes: readonly BalanceChange[] | null }
  | { readonly ok: false; readonly why: string };

/** `expired`: it can never land any more. `unknown`: the chain has not seen it, and it may still land. */
export type Landing =
  | { readonly state: 'unknown' | 'seen' | 'expired' }
  | { readonly state: 'confirmed' }
  | { readonly state: 'failed'; readonly why: string };

/** A token account of the owner from which another may move tokens. Base units. */
export interface Delegation {
  readonly account: string;
  readonly token: string;
  readonly delegate: string;
  readonly amount: bigint;
  readonly decimals: number;
}

/** Tokens and spenders that Approval events of the owner name, and which blocks were searched for them. */
export interface ApprovalSearch {
  readonly pairs: readonly { readonly token: string; readonly spender: string }[];
  /** First and last block; null if the endpoint searches none. */
  readonly blocks: readonly [first: bigint, last: bigint] | null;
  /** Why it did not go back as far as asked, as a sentence; null if it did. */
  readonly whyShort: string | null;
}

/** What a transaction costs, wei. */
export interface GasPrices {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** A chain as one RPC endpoint of the user shows it. Every call rejects with ChainError. */
interface CommonRpc {
  readonly chain: Chain;
  /** The endpoint's host, for messages; its path may hold a key. */
  readonly host: string;
  /** The native coin and every token that the owner holds; on EVM chains the given tokens, which the chain does not list. */
  balances(owner: string, tokens: readonly string[]): Promise<readonly OwnBalance[]>;
  token(address: string): Promise<TokenFacts | null>;
  simulate(owner: string, transaction: UnsignedTransaction, tokens: readonly string[]): Promise<Simulation>;
  /**
   * Sends a signed transaction once; resolves to the hash that the node names. Whatever the error, the transaction may
   * have been sent, except with WRONG_CHAIN: ask for its landing.
   */
  send(signed: string): Promise<string>;
}

export interface SvmRpc extends CommonRpc {
  readonly family: 'svm';
  /** Addresses of all token accounts of the owner. */
  tokenAccounts(owner: string): Promise<readonly string[]>;
  delegations(owner: string): Promise<readonly Delegation[]>;
  /** The addresses that a lookup table holds; null if there is none. */
  lookupTable(address: string): Promise<readonly string[] | null>;
  /** Whether a transaction with this blockhash may still land. */
  isBlockhashValid(blockhash: string): Promise<boolean>;
  /**
   * `expired` once the blockhash is too old and neither the recent statuses nor the node's history have the transaction.
   * A node that lags does not know a blockhash yet: it must have been valid before, or unknown for 32 slots.
   */
  landing(txHash: string, blockhash: string): Promise<Landing>;
}

export interface EvmRpc extends CommonRpc {
  readonly family: 'evm';
  /** The next nonce of the address, pending transactions included. */
  nonce(owner: string): Promise<number>;
  allowance(token: string, owner: string, spender: string): Promise<bigint>;
  /** Searches the newest blocks for approvals, backwards, in as many requests as the endpoint needs. Never rejects. */
  approvals(owner: string, blocks: number): Promise<ApprovalSearch>;
  /** Enough for the next blocks: twice the base fee, and the tip that the node suggests. */
  gasPrices(): Promise<GasPrices>;
  estimateGas(owner: string, call: { readonly to: string; readonly data: string }): Promise<bigint>;
  /** `expired` once another transaction of the owner has used the nonce, 8 blocks ago or earlier. */
  landing(txHash: string, owner: string, nonce: number): Promise<Landing>;
}

export type ChainRpc = SvmRpc | EvmRpc;

/** The endpoint did not answer, or not as a node answers. The message is a sentence without the endpoint's path. */
export class ChainError extends Error {
  readonly code: 'UNREACHABLE' | 'REFUSED' | 'UNREADABLE' | 'WRONG_CHAIN';

  constructor(code: ChainError['code'], message: string) {
    super(message);
    this.name = 'ChainError';
    this.code = code;
  }
}
