import Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { AdjustMargin } from '../../../actions/orders/adjust-margin.ts';
import { type MarginPreview, type Position, previewMargin } from '../../../domain/market/position.ts';
import { AmountError, formatAmount, parseAmount } from '../../../domain/numbers/amount.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { formatPct, formatPrice, formatUsd } from '../../../domain/numbers/format.ts';
import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Keymap, withKeys } from '../../keys/keymap.ts';
import { known } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';
import { protectionRows } from '../consequence-rows.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import {
  accountRows,
  keyLimitRows,
  livePosition,
  markAge,
  noMarketRulesText,
  noPositionText,
  perpWarningRows,
  positionSubject,
} from '../position-form-parts.ts';

interface MarginDraft extends AdjustMargin {
  readonly position: Position;
  readonly preview: MarginPreview;
}

/** Decimals of USDC and of the venue's margin. */
const usdcDecimals = 6;

const fields = (keymap: Keymap): readonly Field[] => [
  { id: 'amount', label: 'Amount', kind: 'text', unit: 'USDC', width: 14 },
  {
    id: 'direction',
    label: 'Margin',
    kind: 'choice',
    choices: [
      { value: 'add', label: 'add' },
      { value: 'remove', label: 'remove' },
    ],
    unit: withKeys(' {form.choiceUp}{form.choiceDown} to change', keymap),
  },
];

/** Adds margin to an isolated position or removes it. `prefill` overrides the default values. */
export function marginForm(
  desk: Desk,
  row: PositionRow,
  walletId: string,
  prefill: Values = {},
): FormSpec<MarginDraft> {
  return {
    id: 'margin',
    title: 'Adjust margin',
    initial: { direction: 'add', amount: '', ...prefill },
    wants: ['perpOrders'],
    subject: () => positionSubject(desk, row),
    fields: () => fields(desk.keymap),
    evaluate: (values) => evaluate(desk, row, walletId, values),
    confirmation: (draft) => confirmationRows(desk, atPresent(desk, row, draft)),
    operation: toOperation,
    submit: (draft) => desk.actions.send(toOperation(draft)),
  };
}

const toOperation = ({ walletId, coin, amount }: MarginDraft): Operation => ({
  kind: 'adjustMargin',
  draft: { walletId, coin, amount },
});

/** The draft with the position as the frame shows it, unless the change would be refused by now. */
function atPresent(desk: Desk, row: PositionRow, draft: MarginDraft): MarginDraft {
  const live = livePosition(desk, row.key);
  if (!live || live.maxLeverage === null) return draft;
  const preview = previewMargin(live.position, new Big(draft.amount), live.maxLeverage);
  return typeof preview === 'string' ? draft : { ...draft, position: live.position, preview };
}

function confirmationRows(desk: Desk, { amount, coin, position, preview, walletId }: MarginDraft): FormRow[] {
  const isRemoval = amount.startsWith('-');
  return [
    {
      label: isRemoval ? 'remove' : 'add',
      value: [
        span(`${amount.replace('-', '')} USDC`, 'title'),
        muted(` ${isRemoval ? 'from' : 'to'} ${position.coin} ${position.side}`),
      ],
    },
    { label: 'base units', value: [muted(`${toBaseUnits(amount)} (6 decimals), not rounded`)] },
    ...previewRows(position, preview),
    ...protectionRows(desk, coin),
    ...perpWarningRows(desk, null),
    {
      label: 'price',
      value: [muted(`mark ${position.markPx ? formatPrice(position.markPx) : 'unknown'} ${markAge(desk)}`)],
    },
    ...accountRows(desk, walletId),
  ];
}

const toBaseUnits = (amount: string): string => parseAmount(amount.replace('-', ''), usdcDecimals).toString();

function evaluate(desk: Desk, row: PositionRow, walletId: string, values: Values): Evaluation<MarginDraft> {
  const isRemoval = values.direction === 'remove';
  const submitLabel = isRemoval ? 'Remove margin' : 'Add margin';
  const live = livePosition(desk, row.key);
  const refuse = (problems: Record<string, string>, preview: readonly FormRow[] = []): Evaluation<MarginDraft> => ({
    problems,
    preview,
    draft: null,
    submitLabel,
  });
  if (!live) return refuse({ form: noPositionText(row.coin) });
  if (live.maxLeverage === null) return refuse({ form: noMarketRulesText(row.coin) });
  const amount = readAmount(values.amount ?? '');
  const now: FormRow[] = [nowRow(live.position), ...keyLimitRows(desk)];
  if (amount instanceof AmountError) return refuse({ amount: amount.message }, now);
  const free = isRemoval ? null : readDecimal(desk.data.read('positions').data?.withdrawable);
  if (free?.lt(amount)) return refuse({ amount: `Only ${formatUsd(free)} USDC is available on this account.` }, now);
  const signed = isRemoval ? `-${amount}` : amount;
  const preview = previewMargin(live.position, new Big(signed), live.maxLeverage);
  if (typeof preview === 'string') return refuse({ amount: preview }, now);
  return {
    problems: {},
    preview: [
      ...previewRows(live.position, preview),
      ...protectionRows(desk, row.key),
      ...perpWarningRows(desk, null),
      ...keyLimitRows(desk),
    ],
    draft: { walletId, coin: row.key, amount: signed, position: live.position, preview },
    submitLabel,
    referencePrice: live.position.markPx?.toFixed(),
  };
}

/** Parses the amount into plain decimal text, or returns the error. */
function readAmount(text: string): string | AmountError {
  try {
    const baseUnits = parseAmount(text, usdcDecimals, 'USDC');
    return baseUnits === 0n
      ? new AmountError('Enter an amount above zero, such as 25.')
      : formatAmount(baseUnits, usdcDecimals);
  } catch (error) {
    if (error instanceof AmountError) return error;
    throw error;
  }
}

const nowRow = ({ marginUsed, liquidationPx }: Position): FormRow => ({
  label: 'now',
  value: [muted('margin '), known(marginUsed, formatUsd), muted('   liquidation '), known(liquidationPx, formatPrice)],
});

function previewRows(position: Position, preview: MarginPreview): FormRow[] {
  return [
    nowRow(position),
    {
      label: 'margin',
      value: [
        span(formatUsd(preview.margin), 'title'),
        muted(` USDC   ${preview.leverage.toFixed(1)}× effective`),
        muted(position.notionalUsd ? ` on ${formatUsd(position.notionalUsd)} USD` : ''),
      ],
    },
    {
      label: 'liquidation',
      value: [
        known(preview.liquidationPx, formatPrice, 'title'),
        muted(preview.distancePct ? `   ${formatPct(preview.distancePct, 1)} from mark` : ''),
        muted(position.liquidationDistancePct ? ` (now ${formatPct(position.liquidationDistancePct, 1)})` : ''),
      ],
    },
  ];
}
