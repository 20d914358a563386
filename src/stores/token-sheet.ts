import Big from 'big.js';
import { readDecimal } from '../domain/decimal.ts';
import type { ResponseData } from '../protocol/endpoint.ts';
import type { getToken, tokenPools, tokenPrice, tokenStats } from '../protocol/endpoints/tokens.ts';
import { readable } from '../protocol/schema.ts';

/** What is read when a person wants to see a token, each part by itself. */
export interface SheetParts {
  readonly info: ResponseData<typeof getToken>;
  readonly price: ResponseData<typeof tokenPrice>;
  readonly stats: ResponseData<typeof tokenStats>;
  readonly pools: ResponseData<typeof tokenPools>;
  /** Other tokens of the chain that go by its symbol. */
  readonly namesakes: number;
}

export interface TokenSheets {
  /** Reads every part of the token now, unless it is young; `DeskData.sheet` has what came of it. */
  ask(tokenId: string): void;
}

type SheetPool = Exclude<SheetParts['pools']['pools'][number], { unreadable: string }>;

const none = new Big(0);

/** The pools that can be read; of several, the deepest says what the token is worth, and comes first. */
export const deepestFirst = (pools: SheetParts['pools']['pools']): SheetPool[] =>
  readable(pools).toSorted((a, b) => (readDecimal(b.liquidityUsd) ?? none).cmp(readDecimal(a.liquidityUsd) ?? none));
