import { intervalText } from '../../../domain/market/candles.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { type OrderRow, orderRows } from '../../../stores/orders/order-rows.ts';
import { showToken } from '../../commands/panes/tape-commands.ts';
import { runCommand } from '../../commands/run-command.ts';
import type { Desk } from '../../desk/desk.ts';
import { openFind } from '../../find/open-find.ts';
import { cancelForm } from '../../forms/cancel/cancel-form.ts';
import { modeForm } from '../../forms/mode/mode-form.ts';
import { openAtConfirmation, openForm } from '../../forms/open-form.ts';
import { tapeTokenForm } from '../../forms/tape-token/tape-token-form.ts';
import { keyOf } from '../../keys/keymap.ts';
import { didYouMean } from '../../keys/nearest-words.ts';
import type { PaneId } from '../../panes/pane-ids.ts';
import { isTablePane, tablePane } from '../../panes/panes.ts';
import type { Intent } from './intent.ts';
import { asksFirst, type Plan } from './plan.ts';

type Of<Kind> = Extract<Intent, { kind: Kind }>;

export function planMode(desk: Desk, { mode }: Of<'mode'>): Plan {
  if (desk.trading.getState().mode === mode) return { problem: `Trading is already ${mode}.` };
  if (mode === 'halted')
    return {
      effect: 'halts trading immediately: nothing is sent; trigger orders stay at the service',
      run: () => desk.actions.setMode('halted', ':halt was typed'),
    };
  const effect = mode === 'active' ? 'all operations are sent again; asks for a word' : 'only reduces risk';
  return { effect: `opens the trading mode form: ${effect}`, run: () => openForm(desk, modeForm(desk, mode)) };
}

/** Open trigger orders by id, id prefix or token symbol. */
export function ordersNamed(desk: Desk, text: string): OrderRow[] {
  const wanted = text.toLowerCase();
  const open = orderRows(desk.data).filter(({ order, isOpen }) => order !== null && isOpen);
  const exact = open.filter(({ key }) => key.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  return open.filter(
    ({ key, sentence }) => key.toLowerCase().startsWith(wanted) || sentence?.symbol.toLowerCase() === wanted,
  );
}

export const orderWords = ({ sentence, key }: OrderRow): string => sentence?.text ?? cleanText(key, 64);

export function planCancel(desk: Desk, { order: text }: Of<'cancel'>): Plan {
  const [found, ...others] = ordersNamed(desk, text);
  if (!found)
    return {
      problem: `No open order matches ${cleanText(text, 32)}; ${keyOf(desk.keymap, 'prompt.complete')} lists them.`,
    };
  if (others.length > 0)
    return {
      problem: `${others.length + 1} open orders match ${cleanText(text, 32)}: enter an id; ${keyOf(desk.keymap, 'prompt.complete')} lists them.`,
    };
  return {
    effect: `cancels ${orderWords(found)}; ${asksFirst}`,
    blocked: desk.actions.whyRefused({
      kind: 'cancelTriggerOrder',
      draft: { orderId: found.key, summary: orderWords(found) },
    }),
    run: () => openAtConfirmation(desk, cancelForm(desk, found), false),
  };
}

/** Tokens on the tape with their symbols. */
export const tapeNames = (desk: Desk): { readonly tokenId: string; readonly name: string }[] =>
  desk.tapeTokens.map((tokenId) => ({
    tokenId,
    name: desk.data.token(tokenId)?.symbol || tokenId.slice(tokenId.indexOf(':') + 1),
  }));

export const planFind = ({ text }: Of<'find'>): Plan => ({
  effect: text === '' ? 'opens the token search' : `searches all chains for ${cleanText(text, 32)}`,
  run: (desk) => openFind(desk, text),
});

export function planTape(desk: Desk, { token }: Of<'tape'>): Plan {
  const names = tapeNames(desk);
  const wanted = token?.toLowerCase();
  const found = names.filter(({ name, tokenId }) => name.toLowerCase() === wanted || tokenId.toLowerCase() === wanted);
  if (token !== null && found.length > 1)
    return { problem: `Several tokens match ${cleanText(token, 32)}: enter the address.` };
  const [only] = found;
  if (token !== null && !only)
    return {
      effect: `${cleanText(token, 32)} is not on the tape: opens the form to add it`,
      run: () => openForm(desk, tapeTokenForm(desk, { token })),
    };
  return {
    effect: `shows the swaps of ${only?.name ?? 'all tokens'}`,
    run: () => {
      runCommand(desk, 'focus.tape');
      showToken(desk, only?.tokenId ?? null);
    },
  };
}

export const planChart = ({ interval }: Of<'chart'>): Plan => ({
  effect: interval === null ? 'shows the chart' : `shows the chart with ${intervalText(interval)} candles`,
  run: (desk) => {
    runCommand(desk, 'focus.chart');
    if (interval !== null) desk.ui.setState(({ chart }) => ({ chart: { ...chart, interval, crosshairMs: null } }));
  },
});

export const planZoom = ({ pane }: Of<'zoom'>): Plan => ({
  effect: `shows ${pane} on the full screen`,
  run: (desk) => {
    runCommand(desk, `focus.${pane}`);
    desk.ui.setState({ zoomed: pane });
  },
});

interface ColumnName {
  readonly id: string;
  readonly name: string;
}

/** Sortable columns of a pane, including hidden ones; empty if it is not a table. */
export const columnsOf = (pane: PaneId): readonly ColumnName[] => {
  if (!isTablePane(pane)) return [];
  return tablePane(pane)
    .columns.filter(({ title, isSortable }) => title !== '' && isSortable !== false)
    .map(({ id, title }) => ({ id, name: title.toLowerCase().replaceAll(' ', '-') }));
};

export function planSort(desk: Desk, { pane: named, column, descending }: Of<'sort'>): Plan {
  const pane = named ?? desk.ui.getState().focus;
  const columns = columnsOf(pane);
  if (columns.length === 0) return { problem: `The ${pane} pane cannot be sorted.` };
  const found = columns.find(({ id, name }) => id === column || name === column);
  if (column !== null && !found) {
    const ids = columns.map(({ id }) => id);
    return {
      problem: `${pane} has no column ${column}.${didYouMean(column, ids)} Allowed: ${[...ids, 'off'].join(', ')}.`,
    };
  }
  const effect = found
    ? `sorts ${pane} by ${found.id}, ${descending ? 'largest' : 'smallest'} first`
    : `shows ${pane} unsorted, in the service's order`;
  return {
    effect,
    run: () => {
      runCommand(desk, `focus.${pane}`);
      desk.ui.setState(({ sort: { [pane]: _old, ...others } }) => ({
        sort: found ? { ...others, [pane]: { column: found.id, descending } } : others,
      }));
    },
  };
}

export function planFilter(desk: Desk, { text }: Of<'filter'>): Plan {
  const { focus } = desk.ui.getState();
  if (!isTablePane(focus)) return { problem: `The ${focus} pane has no text filter.` };
  const kept = cleanText(text, 40);
  return {
    effect: `shows only rows of ${focus} that contain ${JSON.stringify(kept)}`,
    run: () => desk.ui.setState(({ filter }) => ({ filter: { ...filter, [focus]: kept } })),
  };
}
