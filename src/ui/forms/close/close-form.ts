import type Big from 'big.js';
import type { ClosePosition } from '../../../actions/close-position.ts';
import type { Order } from '../../../actions/orders.ts';
import { formatPct, formatPrice, formatSignedUsd, formatSize, formatUsd } from '../../../domain/format.ts';
import { minOrderUsd } from '../../../domain/perp-rules.ts';
import { type ClosePreview, type Position, previewClose } from '../../../domain/position.ts';
import type { PositionRow } from '../../../stores/position-rows.ts';
import type { Desk } from '../../desk.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import {
  accountRows,
  keyRow,
  livePosition,
  markAge,
  perpWarningRows,
  positionSubject,
} from '../position-form-parts.ts';

interface CloseDraft extends ClosePosition {
  readonly preview: ClosePreview;
  readonly position: Position;
  readonly szDecimals: number;
}

const presets = [
  { value: '25', label: '25', key: 'q' },
  { value: '50', label: '50', key: 'h' },
  { value: '75', label: '75', key: 't' },
  { value: '100', label: '100', key: 'a' },
];

const field: Field = { id: 'percentage', label: 'Percentage', kind: 'text', unit: '%', width: 5, choices: presets };

/** Closes a share of a perp position at the market. `prefill` stands in the place of the fields' usual first values. */
export function closeForm(desk: Desk, row: PositionRow, walletId: string, prefill: Values = {}): FormSpec<CloseDraft> {
  return {
    id: 'close',
    title: 'Close position',
    initial: { percentage: '100', ...prefill },
    subject: () => positionSubject(desk, row),
    fields: () => [field],
    evaluate: (values) => evaluate(desk, row, walletId, values),
    confirmation: (draft) => [
      { label: 'closes', value: [span(`${draft.percentage} % of ${draft.position.coin} ${draft.side}`, 'title')] },
      ...previewRows(draft.position, draft.preview, draft.szDecimals),
      {
        label: 'price',
        value: [
          span(`market, mark ${draft.position.markPx ? formatPrice(draft.position.markPx) : 'not known'}`),
          muted(` ${markAge(desk)}`),
        ],
      },
      slippageRow(draft.preview),
      ...keyWarnings(desk, draft),
      ...accountRows(desk, draft.walletId),
    ],
    order,
    submit: (draft) => desk.actions.send(order(draft)),
  };
}

const order = ({ walletId, coin, percentage, side }: CloseDraft): Order => ({
  kind: 'closePosition',
  draft: { walletId, coin, percentage, side },
});

function evaluate(desk: Desk, row: PositionRow, walletId: string, values: Values): Evaluation<CloseDraft> {
  const live = livePosition(desk, row.key);
  const percentage = readPercentage(values.percentage ?? '');
  const isNumber = typeof percentage === 'number';
  const submitLabel = isNumber ? `Close ${percentage} %` : 'Close';
  if (!live)
    return {
      problems: { form: `There is no open ${row.coin} position any more.` },
      preview: [],
      draft: null,
      submitLabel,
    };
  if (!isNumber) return { problems: { percentage }, preview: [], draft: null, submitLabel };
  const { position, szDecimals } = live;
  const preview = previewClose(position, percentage, szDecimals);
  const problem = preview.closeSize.eq(0)
    ? `${percentage} % is less than the smallest size of ${row.coin}: type more.`
    : null;
  return {
    problems: problem ? { percentage: problem } : {},
    preview: [
      ...previewRows(position, preview, szDecimals),
      slippageRow(preview),
      ...keyWarnings(desk, { side: position.side, percentage, preview }),
      ...keyRow(desk),
    ],
    draft: problem ? null : { walletId, coin: row.key, percentage, side: position.side, preview, position, szDecimals },
    submitLabel,
    referencePrice: position.markPx?.toFixed(),
  };
}

/** A whole percentage, or the sentence that says what is allowed. */
export function readPercentage(text: string): number | string {
  const typed = text.trim().replace(/\s*%$/, '');
  const allowed = 'a whole number from 1 to 100';
  if (typed === '') return `Type ${allowed}.`;
  if (/^\d{1,6}\.\d+$/.test(typed)) return `The service takes whole percentages only: type ${allowed}.`;
  if (!/^\d{1,6}$/.test(typed)) return `A percentage is ${allowed}.`;
  const percentage = Number(typed);
  return percentage >= 1 && percentage <= 100 ? percentage : `${percentage} is not allowed: type ${allowed}.`;
}

function previewRows(position: Position, preview: ClosePreview, szDecimals: number): FormRow[] {
  const { closeSize, keepSize, notionalUsd, realisedUsd, feeUsd, remainingMargin } = preview;
  const isSmall = notionalUsd?.lt(minOrderUsd) && !keepSize.eq(0);
  return [
    {
      label: 'size',
      value: [
        span(`${formatSize(closeSize, szDecimals)} ${position.coin}`, 'title'),
        muted(notionalUsd ? `   ≈ ${formatUsd(notionalUsd)} USD` : ''),
      ],
    },
    {
      label: 'keeps',
      value: keepSize.eq(0)
        ? [muted('nothing: the position is gone')]
        : [
            span(`${formatSize(keepSize, szDecimals)} ${position.coin}`),
            muted(position.markPx ? `   ≈ ${formatUsd(keepSize.times(position.markPx))} USD` : ''),
            muted(remainingMargin ? `   margin ${formatUsd(remainingMargin)}` : ''),
          ],
    },
    ...(keepSize.eq(0) ? [] : [riskRow(position)]),
    {
      label: 'realises',
      value: [
        known(realisedUsd, formatSignedUsd, signTone(realisedUsd)),
        muted(feeUsd ? ` USD   fee ≈ ${formatUsd(feeUsd)} (4.5 bps)` : ' USD'),
      ],
    },
    {
      label: 'rounding',
      value: [
        muted(
          keepSize.eq(0)
            ? 'none: the whole position'
            : `down to ${szDecimals} decimals, ${formatPct(shareOf(preview), 2)} of the position`,
        ),
      ],
    },
    ...(isSmall ? [{ label: '', value: [span(`below ${minOrderUsd} USD: the venue may refuse it`, 'warn')] }] : []),
  ];
}

/** An isolated position gives its margin back in proportion; on cross margin it depends on the whole account. */
function riskRow({ leverage, leverageType, liquidationPx, liquidationDistancePct }: Position): FormRow {
  const isIsolated = leverageType === 'isolated';
  return {
    label: 'its risk',
    value: [
      muted(`${leverage ? `${leverage.toFixed()}× ` : ''}${isIsolated ? 'isolated' : 'cross'}, liquidation `),
      known(liquidationPx, formatPrice),
      muted(liquidationDistancePct ? ` ${formatPct(liquidationDistancePct, 1)} away` : ''),
      muted(isIsolated ? ', as now' : ', then more'),
    ],
    wraps: true,
  };
}

/** The close is a market order, and the service takes no limit for it: what its slippage costs can only be sized. */
const slippageRow = ({ notionalUsd }: ClosePreview): FormRow => ({
  label: 'slippage',
  value: [
    muted(
      notionalUsd
        ? `no limit can be sent; each 0.1 % costs ${formatUsd(notionalUsd.div(1_000))} USD`
        : 'no limit can be sent',
    ),
  ],
});

/** Closing a long sells, closing a short buys: the key's limits may look at it so. */
const keyWarnings = (
  desk: Desk,
  { side, percentage, preview }: Pick<CloseDraft, 'side' | 'percentage' | 'preview'>,
): FormRow[] => perpWarningRows(desk, { side: side === 'long' ? 'sell' : 'buy', usd: preview.notionalUsd, percentage });

/** In per cent; a position of nothing, which a service may list, has no share. */
function shareOf({ closeSize, keepSize }: ClosePreview): Big {
  const size = closeSize.plus(keepSize);
  return size.eq(0) ? size : closeSize.times(100).div(size);
}
