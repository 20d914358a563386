import type { Chain } from '../domain/chain.ts';
import { readable } from '../protocol/schema.ts';
import type { DeskData, DeskQueries } from '../stores/desk-data.ts';
import type { Evidence } from './evidence.ts';
import { depositOf, isHeld, isSameAddress } from './look-for-order.ts';

type Terms = Extract<Evidence, { kind: 'new-trigger' }>['terms'];

const none: Evidence = { kind: 'none' };

/** Evidence is what the desk last read; where it has read nothing, nothing can be compared afterwards. */
export function positionEvidence(data: DeskData, walletId: string, coin: string, percentage: number): Evidence {
  const row = positionOf(data, coin);
  return row ? { kind: 'position', walletId, coin, sziBefore: row.szi, percentage } : none;
}

export function marginEvidence(data: DeskData, walletId: string, coin: string, amount: string): Evidence {
  const row = positionOf(data, coin);
  const deposit = row && depositOf(row);
  return deposit ? { kind: 'margin', walletId, coin, depositBefore: deposit.toFixed(), amount } : none;
}

export function triggerEvidence(data: DeskData, terms: Terms): Evidence {
  const known = readable(data.read('orders').data?.orders ?? []).filter(
    ({ amount, inputToken, outputToken }) =>
      amount === terms.amount &&
      isSameAddress(inputToken, terms.inputToken) &&
      isSameAddress(outputToken, terms.outputToken),
  );
  return { kind: 'new-trigger', terms, knownOrderIds: known.map(({ orderId }) => orderId) };
}

interface Sale {
  readonly walletId: string;
  readonly chain: Chain;
  readonly inputMint: string;
  readonly baseUnits: bigint;
}

export function swapEvidence(data: DeskData, { walletId, chain, inputMint, baseUnits }: Sale): Evidence {
  const wallet = readable(data.read('wallets').data ?? []).find((one) => one.walletId === walletId);
  const holding = readable(data.read('holdings').data?.positions ?? []).find(
    (one) => wallet && isHeld(one, chain, inputMint, wallet.address),
  );
  return {
    kind: 'swap',
    chain,
    walletAddress: wallet?.address ?? null,
    inputToken: inputMint,
    inputBefore: holding?.latestBalanceRaw ?? null,
    amount: baseUnits.toString(),
  };
}

const positionOf = (data: DeskData, coin: string) =>
  readable(data.read('positions').data?.positions ?? ([] as DeskQueries['positions']['positions'])).find(
    (row) => row.coin === coin,
  );
