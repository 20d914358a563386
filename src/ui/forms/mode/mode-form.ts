import { cleanText } from '../../../domain/clean-text.ts';
import { formatClockZone } from '../../../domain/format.ts';
import { type Keymap, withKeys } from '../../../keys/keymap.ts';
import type { TradingMode } from '../../../stores/trading.ts';
import type { Desk } from '../../desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';

const labels: Readonly<Record<TradingMode, string>> = {
  halted: 'Go to halted',
  reducing: 'Go to reducing',
  active: 'Go back to active …',
};

const effects: Readonly<Record<TradingMode, string>> = {
  halted: 'This desk sends nothing at all.',
  reducing: 'Only what takes risk away is sent: closing, adding margin, cancelling.',
  active: 'Everything is sent again, each order with its confirmation.',
};

/** Leads out of halted or reducing, or deeper into it. Back to active needs a typed word: somebody had a reason to halt. */
export function modeForm(desk: Desk, first: TradingMode = 'halted'): FormSpec<TradingMode> {
  return {
    id: 'mode',
    title: 'Trading mode',
    isTrade: false,
    initial: { mode: first },
    subject: () => subject(desk),
    fields: () => [fieldOf(desk.trading.getState().mode, desk.keymap)],
    evaluate: (values) => evaluate(desk, values),
    confirmation: (mode) => effectRows(mode),
    asks: (mode) =>
      mode === 'active' ? { by: 'word', word: 'ACTIVE', why: `It was stopped because: ${reasonOf(desk)}.` } : null,
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
    label: value === now ? `stay ${value}` : value,
  })),
  unit: withKeys(' {form.choiceUp}{form.choiceDown} changes', keymap),
});

const reasonOf = ({ trading }: Desk): string => cleanText(trading.getState().since?.why ?? 'no reason was kept', 200);

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
    preview: effectRows(mode),
    draft: mode,
    submitLabel: isSame ? `Stay ${mode}` : labels[mode],
  };
}

const effectRows = (mode: TradingMode): FormRow[] => [
  { label: 'then', value: [span(effects[mode])], wraps: true },
  {
    label: 'mind',
    value: [span('Trigger orders stay at the service and may fire in every mode; X cancels them all.', 'warn')],
    wraps: true,
  },
];
