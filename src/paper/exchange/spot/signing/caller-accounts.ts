import { type Chain, chains } from '../../../../domain/chain.ts';
import { idOf } from '../token-book.ts';
import type { PaperToken } from '../token-list.ts';
import { canonicalAddress } from './self-custody.ts';

export interface CallerAccountsState {
  readonly nonces: Record<string, number>;
  /** Base units as text. */
  readonly allowances: Record<string, string>;
}

/** An allowance of this much never runs down, as the usual token contracts have it. */
const endless = 2n ** 256n - 1n;

/** What EVM chains keep of the callers' own addresses: the next nonce, and how much the router may move of a token. */
export class CallerAccounts {
  readonly #nonces = new Map<string, number>();
  readonly #allowances = new Map<string, bigint>();

  /** The lowest nonce that the address has not used on the chain. */
  nextNonce(chain: Chain, address: string): number {
    return this.#nonces.get(nonceKey(chain, address)) ?? 0;
  }

  /** Gaps are allowed: paper keeps no transaction waiting for an earlier one. */
  spendNonce(chain: Chain, address: string, nonce: number): void {
    this.#nonces.set(nonceKey(chain, address), nonce + 1);
  }

  /** How much of the token the router may move; native coins and Solana tokens need no one's leave. */
  allowance(token: PaperToken, address: string): bigint {
    if (token.kind === 'native' || chains[token.chain].family === 'svm') return endless;
    return this.#allowances.get(allowanceKey(token, address)) ?? 0n;
  }

  approve(token: PaperToken, address: string, amount: bigint): void {
    if (amount === 0n) this.#allowances.delete(allowanceKey(token, address));
    else this.#allowances.set(allowanceKey(token, address), amount);
  }

  /** The router has moved this much. */
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
