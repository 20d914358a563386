import Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { getToken, tokenPools, tokenPrice, tokenStats } from '../../protocol/endpoints/tokens.ts';
import { readable } from '../../protocol/schema.ts';

/** The parts of the token view, each read separately. */
export interface SheetParts {
  readonly info: ResponseData<typeof getToken>;
  readonly price: ResponseData<typeof tokenPrice>;
  readonly stats: ResponseData<typeof tokenStats>;
  readonly pools: ResponseData<typeof tokenPools>;
  /** Number of other tokens on the chain with the same symbol. */
  readonly namesakes: number;
}

export interface TokenSheets {
  /** Reads every part of the token now, unless it was read moments ago. `DeskData.sheet` has the results. */
  ask(tokenId: string): void;
}

type SheetPool = Exclude<SheetParts['pools']['pools'][number], { unreadable: string }>;

const none = new Big(0);

/** The readable pools, deepest first. The deepest pool gives the token's price. */
export const deepestFirst = (pools: SheetParts['pools']['pools']): SheetPool[] =>
  readable(pools).toSorted((a, b) => (readDecimal(b.liquidityUsd) ?? none).cmp(readDecimal(a.liquidityUsd) ?? none));
