import { intervalText } from '../../domain/candles.ts';
import { cleanText } from '../../domain/clean-text.ts';
import { keyOf } from '../../keys/keymap.ts';
import { didYouMean } from '../../keys/nearest-words.ts';
import { type OrderRow, orderRows } from '../../stores/order-rows.ts';
import type { Desk } from '../desk.ts';
import { openFind } from '../find/open-find.ts';
import { cancelForm } from '../forms/cancel/cancel-form.ts';
import { modeForm } from '../forms/mode/mode-form.ts';
import { openForm } from '../forms/open-form.ts';
import { tapeTokenForm } from '../forms/tape-token/tape-token-form.ts';
import { isTablePane, tablePanes } from '../panes/pane-list.ts';
import { runCommand } from '../run/run-command.ts';
import { showToken } from '../run/run-tape.ts';
import type { PaneId } from '../workspaces/layout.ts';
import type { Intent } from './intent.ts';
import { asksFirst, type Plan } from './plan.ts';

type Of<Kind> = Extract<Intent, { kind: Kind }>;

export function planMode(desk: Desk, { mode }: Of<'mode'>): Plan {
  if (desk.trading.getState().mode === mode) return { problem: `Trading is ${mode} already.` };
  if (mode === 'halted')
    return {
      says: 'halts at once: nothing is sent any more; trigger orders stay at the service',
      run: () => desk.actions.setMode('halted', ':halt was typed'),
    };
  const says = mode === 'active' ? 'everything is sent again; asks for a word' : 'only what takes risk away is sent';
  return { says: `opens the trading mode: ${says}`, run: () => openForm(desk, modeForm(desk, mode)) };
}

/** Open orders by id, the beginning of it, or the symbol of what they are about. */
export function ordersNamed(desk: Desk, text: string): OrderRow[] {
  const wanted = text.toLowerCase();
  const open = orderRows(desk.data).filter(({ order, isOpen }) => order !== null && isOpen);
  const exact = open.filter(({ key }) => key.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  return open.filter(
    ({ key, sentence }) => key.toLowerCase().startsWith(wanted) || sentence?.symbol.toLowerCase() === wanted,
  );
}

export const orderWords = ({ sentence, key }: OrderRow): string =>
  sentence
    ? `${sentence.verb} ${sentence.amountText} ${sentence.symbol} when ${sentence.conditionText}`
    : cleanText(key, 64);

export function planCancel(desk: Desk, { order: text }: Of<'cancel'>): Plan {
  const [found, ...others] = ordersNamed(desk, text);
  if (!found)
    return {
      problem: `No open order has the id or the token ${cleanText(text, 32)}; ${keyOf(desk.keymap, 'prompt.complete')} lists them.`,
    };
  if (others.length > 0)
    return {
      problem: `${others.length + 1} open orders are meant by ${cleanText(text, 32)}: type an id, ${keyOf(desk.keymap, 'prompt.complete')} lists them.`,
    };
  return {
    says: `cancels ${orderWords(found)}; ${asksFirst}`,
    blocked: desk.actions.whyRefused({
      kind: 'cancelTriggerOrder',
      draft: { orderId: found.key, summary: orderWords(found) },
    }),
    run: () => openForm(desk, cancelForm(desk, found)),
  };
}

/** Tokens of the tape with the names that the desk knows. */
export const tapeNames = (desk: Desk): { readonly tokenId: string; readonly name: string }[] =>
  desk.tapeTokens.map((tokenId) => ({
    tokenId,
    name: desk.data.token(tokenId)?.symbol || tokenId.slice(tokenId.indexOf(':') + 1),
  }));

export const planFind = ({ text }: Of<'find'>): Plan => ({
  says: text === '' ? 'opens the search for tokens' : `searches all chains for ${cleanText(text, 32)}`,
  run: (desk) => openFind(desk, text),
});

export function planTape(desk: Desk, { token }: Of<'tape'>): Plan {
  const names = tapeNames(desk);
  const wanted = token?.toLowerCase();
  const found = names.filter(({ name, tokenId }) => name.toLowerCase() === wanted || tokenId.toLowerCase() === wanted);
  if (token !== null && found.length > 1)
    return { problem: `Several tokens are called ${cleanText(token, 32)}: type its address.` };
  const [only] = found;
  if (token !== null && !only)
    return {
      says: `${cleanText(token, 32)} is not on the tape: opens the form that finds it and puts it there`,
      run: () => openForm(desk, tapeTokenForm(desk, { token })),
    };
  return {
    says: `shows the swaps of ${only?.name ?? 'all tokens'}`,
    run: () => {
      runCommand(desk, 'focus.tape');
      showToken(desk, only?.tokenId ?? null);
    },
  };
}

export const planChart = ({ interval }: Of<'chart'>): Plan => ({
  says: interval === null ? 'shows the chart' : `shows the chart in candles of ${intervalText(interval)}`,
  run: (desk) => {
    runCommand(desk, 'focus.chart');
    if (interval !== null) desk.ui.setState(({ chart }) => ({ chart: { ...chart, interval, crosshairMs: null } }));
  },
});

export const planZoom = ({ pane }: Of<'zoom'>): Plan => ({
  says: `gives ${pane} the whole screen`,
  run: (desk) => {
    runCommand(desk, `focus.${pane}`);
    desk.ui.setState({ zoomed: pane });
  },
});

interface ColumnName {
  readonly id: string;
  readonly name: string;
}

/** Columns by which a pane can be sorted as it stands, hidden ones as well; none where it has no rows to sort. */
export const columnsOf = (pane: PaneId): readonly ColumnName[] => {
  if (!isTablePane(pane)) return [];
  return tablePanes[pane].columns
    .filter(({ title, isSortable }) => title !== '' && isSortable !== false)
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
  const says = found
    ? `sorts ${pane} by ${found.id}, ${descending ? 'the largest' : 'the smallest'} first`
    : `shows ${pane} in the order of the service`;
  return {
    says,
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
  if (!isTablePane(focus)) return { problem: `The ${focus} pane has no filter by text.` };
  const kept = cleanText(text, 40);
  return {
    says: `shows only rows of ${focus} that contain ${JSON.stringify(kept)}`,
    run: () => desk.ui.setState(({ filter }) => ({ filter: { ...filter, [focus]: kept } })),
  };
}
