import { chains, isAddress, readChain } from '../../domain/market/chain.ts';
import { parseTokenId, type TokenRef } from '../../domain/market/token.ts';
import type { OrderRow } from '../../stores/orders/order-rows.ts';
import type { BalanceRow } from '../../stores/portfolio/balance-rows.ts';
import type { HoldingRow, TradeRow } from '../../stores/portfolio/portfolio-rows.ts';
import { isSignal, orderable } from '../../stores/signals/signals.ts';
import type { DeskView } from '../desk/desk.ts';
import { chartWants } from '../panes/chart/chart-view.ts';
import { selectedRow } from '../panes/pane-rows.ts';
import { isTablePane } from '../panes/panes.ts';
import type { SignalEntry } from '../panes/signals/signal-entry.ts';

/** The token that commands act on. */
export interface ActiveToken extends TokenRef {
  /** Wallet of the selected row; null if the row has none. */
  readonly walletAddress: string | null;
}

type Found = ActiveToken | string;

const found = (chainName: string, address: string, walletAddress: string | null = null): Found => {
  const chain = readChain(chainName);
  if (!chain) return 'this token is on an unsupported chain';
  return isAddress(chain, address) ? { chain, address, walletAddress } : 'the address of this token is invalid';
};

const ofRow: Readonly<Record<string, (row: never) => Found>> = {
  balances: ({ problem, chain: name, tokenAddress, address }: BalanceRow) => {
    if (problem !== null) return 'this row cannot be read';
    const chain = readChain(name);
    return found(name, tokenAddress ?? (chain ? chains[chain].nativeAddress : ''), address);
  },
  orders: ({ chain, sentence }: OrderRow) =>
    chain && sentence ? found(chain, sentence.tokenAddress) : 'the token of this order cannot be read',
  holdings: (row: HoldingRow | TradeRow) => ofPortfolio(row),
  trades: (row: HoldingRow | TradeRow) => ofPortfolio(row),
  signals: ({ row }: SignalEntry) => {
    const token = isSignal(row) ? orderable(row) : 'this row is not a signal: select one';
    return typeof token === 'string' ? token : found(token.chain, token.address);
  },
};

const ofPortfolio = (row: HoldingRow | TradeRow): Found =>
  row.problem === null
    ? found(row.chain, row.kind === 'holding' ? row.token.address : row.traded.address, row.walletAddress)
    : 'this row cannot be read';

const none =
  'no token selected: select one in the balances ({focus.balances}), the trigger orders ({focus.orders}) or the signals ({focus.signals}), or focus the chart ({focus.chart})';

/** The token of the selected row, tape or chart; otherwise an error message with key placeholders. */
export function activeToken(desk: DeskView): ActiveToken | string {
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
