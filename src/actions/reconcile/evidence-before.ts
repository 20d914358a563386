import type { Chain } from '../../domain/market/chain.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import { readable } from '../../protocol/schema.ts';
import type { DeskData } from '../../stores/desk-data.ts';
import { holdingKey, isHeld, isOn, isSameAddress } from '../../stores/portfolio/same-address.ts';
import { balanceIn } from '../../stores/portfolio/wallet-balance.ts';
import type { Evidence, EvidenceOf } from './evidence.ts';
import { isolatedFiguresOf } from './isolated-figures.ts';

type Terms = EvidenceOf<'new-trigger'>['terms'];

const none: Evidence = { kind: 'none' };

/** Rows that must appear again in a complete response: enough of them, yet a short journal line. */
const mostOthers = 20;

/** Evidence is what the desk last read. Without a read there is nothing to compare later. */
export function positionEvidence(data: DeskData, walletId: string, coin: string, percentage: number): Evidence {
  const row = positionOf(data, coin);
  const market = marketOf(data, coin);
  const orders = data.read('perpOrders').data;
  if (!row || !market || !orders) return none;
  return {
    kind: 'position',
    walletId,
    coin,
    sziBefore: row.szi,
    percentage,
    szDecimals: market.meta.szDecimals,
    liquidationPx: row.liquidationPx ?? null,
    restingOids: readable(orders).flatMap((order) => (order.coin === coin ? [order.oid] : [])),
  };
}

/** `amount`: USDC as decimal text, negative when taken out. */
export function marginEvidence(data: DeskData, walletId: string, coin: string, amount: string): Evidence {
  const row = positionOf(data, coin);
  const before = row && isolatedFiguresOf(row);
  const maxLeverage = marketOf(data, coin)?.meta.maxLeverage;
  return before && maxLeverage ? { kind: 'margin', walletId, coin, before, maxLeverage, amount } : none;
}

/** Waiting orders of the very same terms are remembered, so that a new one can be told from them. */
export function triggerEvidence(data: DeskData, terms: Terms): Evidence {
  const orders = data.read('orders').data?.orders;
  if (!orders) return none;
  const known = readable(orders).filter(
    ({ amount, inputToken, outputToken }) =>
      amount === terms.amount &&
      isSameAddress(inputToken, terms.inputToken) &&
      isSameAddress(outputToken, terms.outputToken),
  );
  return { kind: 'new-trigger', terms, knownOrderIds: known.map(({ orderId }) => orderId) };
}

/** A truncated list ends early. Rows listed after these orders show that these would have appeared. */
export function cancelEvidence(data: DeskData, walletId: string, coin: string, oids: readonly number[]): Evidence {
  const listed = readable(data.read('perpOrders').data ?? []).map(({ oid }) => oid);
  const others = listed.slice(listed.findLastIndex((oid) => oids.includes(oid)) + 1);
  return { kind: 'cancelled-perp', walletId, coin, oids: [...oids], others: others.slice(0, mostOthers) };
}

interface Sale {
  readonly walletId: string;
  readonly chain: Chain;
  readonly inputMint: string;
  readonly baseUnits: bigint;
}

/** What the wallet holds of the token sold; null in it where that has not been read. */
export function swapEvidence(data: DeskData, { walletId, chain, inputMint, baseUnits }: Sale): Evidence {
  const wallet = readable(data.read('wallets').data ?? []).find((one) => one.walletId === walletId);
  const held = readable(data.read('holdings').data?.positions ?? []).filter((one) => isOn(one, chain));
  const sold = held.find((one) => wallet && isHeld(one, chain, inputMint, wallet.address));
  const others = held.flatMap((one) => (one === sold ? [] : [holdingKey(one)]));
  return {
    kind: 'swap',
    chain,
    walletAddress: wallet?.address ?? null,
    inputToken: inputMint,
    inputBefore: sold?.latestBalanceRaw ?? null,
    amount: baseUnits.toString(),
    others: others.slice(0, mostOthers),
  };
}

interface Move {
  readonly token: TokenRef;
  readonly fromWalletId: string;
  /** Null for a split. */
  readonly toWalletId: string | null;
  readonly baseUnits: bigint;
}

/** Balances of the wallets as last read. */
export function transferEvidence(data: DeskData, { token, fromWalletId, toWalletId, baseUnits }: Move): Evidence {
  const wallets = readable(data.read('wallets').data ?? []);
  const balances = { holdings: data.read('holdings').data, natives: data.read('balances').data };
  const walletBefore = (walletId: string) => {
    const address = wallets.find((one) => one.walletId === walletId)?.address ?? null;
    const before = address === null ? null : balanceIn(balances, token, address);
    return { address, before: before?.toString() ?? null };
  };
  return {
    kind: 'transfer',
    chain: token.chain,
    token: token.address,
    amount: baseUnits.toString(),
    from: walletBefore(fromWalletId),
    to: toWalletId === null ? null : walletBefore(toWalletId),
  };
}

const positionOf = (data: DeskData, coin: string) =>
  readable(data.read('positions').data?.positions ?? []).find((row) => row.coin === coin);

const marketOf = (data: DeskData, coin: string) =>
  readable(data.read('markets').data ?? []).find(({ meta }) => meta.name === coin);
