import { chainNamed, chains, isAddress } from '../../domain/chain.ts';
import { parseTokenId, type TokenRef } from '../../domain/token.ts';
import type { BalanceRow } from '../../stores/balance-rows.ts';
import type { OrderRow } from '../../stores/order-rows.ts';
import type { HoldingRow, TradeRow } from '../../stores/portfolio-rows.ts';
import { isSignal, orderable } from '../../stores/signals.ts';
import type { Desk } from '../desk.ts';
import { chartWants } from '../panes/chart/chart-view.ts';
import { isTablePane } from '../panes/pane-list.ts';
import type { SignalEntry } from '../panes/signals/signal-entry.ts';
import { selectedRow } from '../panes/visible-rows.ts';

/** The token that the person is at. */
export interface TokenInHand extends TokenRef {
  /** The wallet whose row it was found in; null where no row says one. */
  readonly walletAddress: string | null;
}

type Found = TokenInHand | string;

const found = (chainName: string, address: string, walletAddress: string | null = null): Found => {
  const chain = chainNamed(chainName);
  if (!chain) return 'this token is on a chain that the desk does not know';
  return isAddress(chain, address) ? { chain, address, walletAddress } : 'the address of this token cannot be read';
};

const ofRow: Readonly<Record<string, (row: never) => Found>> = {
  balances: ({ problem, chain: name, tokenAddress, address }: BalanceRow) => {
    if (problem !== null) return 'this row cannot be read';
    const chain = chainNamed(name);
    return found(name, tokenAddress ?? (chain ? chains[chain].nativeAddress : ''), address);
  },
  orders: ({ chain, sentence }: OrderRow) =>
    chain && sentence ? found(chain, sentence.tokenAddress) : 'the token of this order cannot be read',
  holdings: (row: HoldingRow | TradeRow) => ofPortfolio(row),
  trades: (row: HoldingRow | TradeRow) => ofPortfolio(row),
  signals: ({ row }: SignalEntry) => {
    const token = isSignal(row) ? orderable(row) : 'this row is no signal: choose one';
    return typeof token === 'string' ? token : found(token.chain, token.address);
  },
};

const ofPortfolio = (row: HoldingRow | TradeRow): Found =>
  row.problem === null
    ? found(row.chain, row.kind === 'holding' ? row.token.address : row.traded.address, row.walletAddress)
    : 'this row cannot be read';

const none =
  'no token is selected: choose one in the balances ({focus.balances}), the trigger orders ({focus.orders}) or the signals ({focus.signals}), or focus the chart ({focus.chart})';

/** The token of the selected row, or of the tape and the chart; a sentence, with keys to be resolved, where there is none. */
export function tokenInHand(desk: Desk): TokenInHand | string {
  const { focus, tape } = desk.ui.getState();
  if (focus === 'tape' || focus === 'chart') {
    const ref = parseTokenId((focus === 'tape' ? tape.tokenId : null) ?? chartWants(desk)?.tokenId ?? '');
    return ref ? { ...ref, walletAddress: null } : none;
  }
  const read = ofRow[focus];
  if (!read || !isTablePane(focus)) return none;
  const row = selectedRow(desk, focus);
  return row === null ? none : read(row as never);
}
