import { formatClockZone } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { TradingMode } from '../../../stores/account/trading.ts';
import { stillFills, stillFillsWords } from '../../../stores/orders/still-fills.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Keymap, withKeys } from '../../keys/keymap.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';

const labels: Readonly<Record<TradingMode, string>> = {
  halted: 'Switch to halted',
  reducing: 'Switch to reducing',
  active: 'Switch to active …',
};

const effects: Readonly<Record<TradingMode, string>> = {
  halted: 'This desk sends nothing.',
  reducing: 'Only operations that reduce risk are sent: closes, added margin, cancels.',
  active: 'All operations can be sent again, each with its confirmation.',
};

/** Changes the trading mode. Returning to active needs a typed word, since someone had a reason to halt. */
export function modeForm(desk: Desk, first: TradingMode = 'halted'): FormSpec<TradingMode> {
  return {
    id: 'mode',
    title: 'Trading mode',
    isLocal: true,
    initial: { mode: first },
    subject: () => subject(desk),
    fields: () => [fieldOf(desk.trading.getState().mode, desk.keymap)],
    evaluate: (values) => evaluate(desk, values),
    wants: ['perpOrders'],
    confirmation: (mode) => effectRows(desk, mode),
    confirmLocally: (mode) =>
      mode === 'active' ? { by: 'word', word: 'ACTIVE', why: `Trading was stopped: ${reasonOf(desk)}.` } : null,
    submit: async (mode) => {
      if (mode !== desk.trading.getState().mode) desk.actions.setMode(mode, 'chosen on the desk');
      return { kind: 'accepted', message: effects[mode], requestId: '', taskId: null };
    },
  };
}

const fieldOf = (now: TradingMode, keymap: Keymap): Field => ({
  id: 'mode',
  label: 'Mode',
  kind: 'choice',
  choices: (['halted', 'reducing', 'active'] as const).map((value) => ({
    value,
    label: value === now ? `${value} (now)` : value,
  })),
  unit: withKeys(' {form.choiceUp}{form.choiceDown} to change', keymap),
});

const reasonOf = ({ trading }: Desk): string => cleanText(trading.getState().since?.why ?? 'no reason recorded', 200);

/** `HALTED since 14:03:22 UTC: H was pressed`. */
function subject(desk: Desk): Line {
  const { mode, since } = desk.trading.getState();
  return [
    span(mode.toUpperCase(), mode === 'halted' ? 'danger' : 'warn', { bold: true }),
    muted(since ? ` since ${formatClockZone(since.atMs)}: ${reasonOf(desk)}` : ''),
  ];
}

function evaluate(desk: Desk, values: Values): Evaluation<TradingMode> {
  const mode = (['halted', 'reducing', 'active'] as const).find((value) => value === values.mode) ?? 'halted';
  const isSame = mode === desk.trading.getState().mode;
  return {
    problems: {},
    preview: effectRows(desk, mode),
    draft: mode,
    submitLabel: isSame ? `Keep ${mode}` : labels[mode],
  };
}

const effectRows = (desk: Desk, mode: TradingMode): FormRow[] => [
  { label: 'effect', value: [span(effects[mode])], wraps: true },
  {
    label: 'warning',
    value: [span(withKeys(warningOf(desk), desk.keymap), 'warn')],
    wraps: true,
  },
];

function warningOf({ data }: Desk): string {
  const orders = stillFillsWords(stillFills(data));
  return orders === ''
    ? 'No order is left at the service that can fill.'
    : `Orders at the service can fill in any mode: ${orders}. {bulk.cancelAll} on the desk cancels all.`;
}
