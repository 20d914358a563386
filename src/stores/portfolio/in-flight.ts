import Big from 'big.js';
import { z } from 'zod';
import { chains, isChain } from '../../domain/market/chain.ts';
import { quoteToken, type TokenRef, tokenId } from '../../domain/market/token.ts';
import { readPositive } from '../../domain/numbers/decimal.ts';
import { executeSplit } from '../../protocol/endpoints/splits.ts';
import { executeSwap } from '../../protocol/endpoints/swap.ts';
import { retireWallet, sendTransfer } from '../../protocol/endpoints/transfers.ts';
import { readable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { isTaskUnderWay, isUnresolved, type OperationRecord } from '../orders/operation-records.ts';
import { nativeBaseUnits } from './native-balance.ts';
import { isHeld } from './same-address.ts';
import { balanceIn } from './wallet-balance.ts';

/** Tokens between two wallets of the account: gone from one, not yet in the other. */
export interface InFlight {
  readonly usd: Big;
  /** Number of transfers whose amount in flight or its price is unknown: `usd` lacks them. */
  readonly unknown: number;
  /** A swap, transfer or split is under way, or ended after the balances were read: they may show one side of it only. */
  readonly isSettling: boolean;
}

/** What the desk's own transfers and splits have in flight; it cannot know of others. */
export function inFlight(data: DeskData, records: readonly OperationRecord[]): InFlight {
  const readAtMs = Math.min(data.read('balances').updatedAtMs, data.read('holdings').updatedAtMs);
  const moving = records.filter((record) => isMoving(record, readAtMs));
  const values = moving
    .filter(({ operation }) => operation !== executeSwap.id)
    .map((record) => valueInFlight(data, record.evidence));
  return {
    usd: values.reduce<Big>((sum, usd) => (usd ? sum.plus(usd) : sum), new Big(0)),
    unknown: values.filter((usd) => usd === null).length,
    isSettling: moving.length > 0,
  };
}

const movers: readonly string[] = [executeSwap.id, sendTransfer.id, retireWallet.id, executeSplit.id];

function isMoving(record: OperationRecord, readAtMs: number): boolean {
  if (!movers.includes(record.operation)) return false;
  if (record.state === 'sent' || isUnresolved(record) || isTaskUnderWay(record)) return true;
  const endedAtMs = record.task?.atMs ?? record.resolution?.atMs ?? record.endedAtMs ?? 0;
  return (record.state === 'accepted' || record.resolution?.verdict === 'done') && endedAtMs > readAtMs;
}

const wallet = z.object({ address: z.string(), before: z.string().regex(/^\d{1,80}$/) });

/** The journal's evidence of a transfer; balances before it in base units. */
const transferEvidence = z.object({
  kind: z.literal('transfer'),
  chain: z.string().refine(isChain),
  token: z.string(),
  amount: z.string().regex(/^\d{1,80}$/),
  from: wallet,
  /** null for a split, whose destinations get other amounts: all of it is in flight until its task ends. */
  to: wallet.nullable(),
});

/** USD; null if unknown. */
function valueInFlight(data: DeskData, evidence: unknown): Big | null {
  const move = transferEvidence.safeParse(evidence).data;
  if (!move) return null;
  const token = { chain: move.chain, address: move.token };
  const balances = { holdings: data.read('holdings').data, natives: data.read('balances').data };
  const [from, to] = [move.from, move.to].map((side) => side && balanceIn(balances, token, side.address));
  if (from == null || (move.to && to == null)) return null;
  const left = between(BigInt(move.from.before) - from, BigInt(move.amount));
  const arrived = move.to && to != null ? between(to - BigInt(move.to.before), left) : 0n;
  if (left === arrived) return new Big(0);
  return baseUnitUsd(data, token)?.times(String(left - arrived)) ?? null;
}

const between = (value: bigint, most: bigint): bigint => (value < 0n ? 0n : value > most ? most : value);

/** Price of one base unit, USD; null if unknown. */
function baseUnitUsd(data: DeskData, token: TokenRef): Big | null {
  if (quoteToken(token)?.kind === 'native') return nativeUnitUsd(data, token);
  for (const held of readable(data.read('holdings').data?.positions ?? [])) {
    if (!isHeld(held, token.chain, token.address, held.walletAddress)) continue;
    const price = readPositive(held.latestTokenUsdPrice);
    const decimals = data.token(tokenId(token))?.decimals ?? held.tokenDecimal;
    if (price && decimals != null) return price.div(new Big(10).pow(decimals));
  }
  return null;
}

function nativeUnitUsd(data: DeskData, { chain }: TokenRef): Big | null {
  for (const native of readable(data.read('balances').data?.wallets ?? [])) {
    const baseUnits = nativeBaseUnits(native.nativeBalance, chains[chain as keyof typeof chains].nativeDecimals);
    const usd = readPositive(native.nativeBalanceUsd);
    if (native.chain === chain && baseUnits && usd) return usd.div(String(baseUnits));
  }
  return null;
}
