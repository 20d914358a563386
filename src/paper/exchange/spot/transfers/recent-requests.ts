import type { Chain } from '../../../../domain/market/chain.ts';

export interface TransferRequest {
  readonly fromWalletId: string;
  readonly toWalletId: string;
  readonly chain: Chain;
  /** A symbol, `native` or an address. */
  readonly token: string;
  /** Base units; null moves the whole balance and then archives the wallet. */
  readonly amount: bigint | null;
  readonly correlationId?: string | undefined;
}

interface Recent {
  readonly key: string;
  readonly taskId: string;
  readonly atMs: number;
}

export type RecentRequestsState = readonly Recent[];

/** A request is known for this long, ms. */
const rememberedMs = 300_000;

/** Which transfer a request has started already, so that the same one again starts no other. */
export class RecentRequests {
  #all: readonly Recent[] = [];

  /** The task of an earlier request that is the same one. */
  find(request: TransferRequest, nowMs: number): string | null {
    const key = keyOf(request, nowMs);
    return this.#all.find((one) => one.key === key && nowMs - one.atMs < rememberedMs)?.taskId ?? null;
  }

  add(request: TransferRequest, taskId: string, nowMs: number): void {
    const recent = this.#all.filter(({ atMs }) => nowMs - atMs < rememberedMs);
    this.#all = [...recent, { key: keyOf(request, nowMs), taskId, atMs: nowMs }];
  }

  snapshot(): RecentRequestsState {
    return this.#all;
  }

  restore(state: RecentRequestsState): void {
    this.#all = state;
  }
}

/** Without a correlationId, the move itself and the five minutes in which it was asked for. */
function keyOf(request: TransferRequest, nowMs: number): string {
  const { correlationId, fromWalletId, toWalletId, chain, token, amount } = request;
  const operation = amount === null ? 'retire' : 'send';
  if (correlationId !== undefined) return JSON.stringify([operation, correlationId]);
  const bucket = Math.floor(nowMs / rememberedMs);
  return JSON.stringify([operation, fromWalletId, toWalletId, chain, token, String(amount), bucket]);
}
