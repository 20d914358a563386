import { type Chain, chains } from '../../../../domain/market/chain.ts';
import { idOf } from '../tokens/token-book.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import { canonicalAddress } from './self-custody.ts';

export interface CallerAccountsState {
  readonly nonces: Record<string, number>;
  /** Base units as text. */
  readonly allowances: Record<string, string>;
}

/** An allowance of at least this never decreases, as in the usual token contracts. */
const endless = 2n ** 256n - 1n;

/** EVM state of the callers' own addresses: the next nonce, and the router's allowances. */
export class CallerAccounts {
  readonly #nonces = new Map<string, number>();
  readonly #allowances = new Map<string, bigint>();

  /** The lowest unused nonce of the address on the chain. */
  nextNonce(chain: Chain, address: string): number {
    return this.#nonces.get(nonceKey(chain, address)) ?? 0;
  }

  /** Gaps are allowed: paper never holds a transaction back for an earlier one. */
  spendNonce(chain: Chain, address: string, nonce: number): void {
    this.#nonces.set(nonceKey(chain, address), nonce + 1);
  }

  /** The router's allowance of the token; native coins and Solana tokens need none. */
  allowance(token: PaperToken, address: string): bigint {
    if (token.kind === 'native' || chains[token.chain].family === 'svm') return endless;
    return this.#allowances.get(allowanceKey(token, address)) ?? 0n;
  }

  approve(token: PaperToken, address: string, amount: bigint): void {
    if (amount === 0n) this.#allowances.delete(allowanceKey(token, address));
    else this.#allowances.set(allowanceKey(token, address), amount);
  }

  /** Reduces the allowance by what the router moved. */
  spend(token: PaperToken, address: string, amount: bigint): void {
    const allowance = this.allowance(token, address);
    if (allowance !== endless) this.approve(token, address, allowance - amount);
  }

  snapshot(): CallerAccountsState {
    const allowances = [...this.#allowances].map(([key, amount]) => [key, String(amount)]);
    return { nonces: Object.fromEntries(this.#nonces), allowances: Object.fromEntries(allowances) };
  }

  restore({ nonces, allowances }: CallerAccountsState): void {
    this.#nonces.clear();
    this.#allowances.clear();
    for (const [key, nonce] of Object.entries(nonces)) this.#nonces.set(key, nonce);
    for (const [key, amount] of Object.entries(allowances)) this.#allowances.set(key, BigInt(amount));
  }
}

const nonceKey = (chain: Chain, address: string) => `${chain}:${canonicalAddress(chain, address)}`;
const allowanceKey = (token: PaperToken, address: string) => `${idOf(token)}|${canonicalAddress(token.chain, address)}`;
