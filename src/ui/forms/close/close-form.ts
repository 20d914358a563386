import type Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { ClosePosition } from '../../../actions/orders/close-position.ts';
import { minOrderUsd, worstPrice } from '../../../domain/market/perp-rules.ts';
import { type ClosePreview, type Position, previewClose } from '../../../domain/market/position.ts';
import { formatPct, formatPrice, formatSignedUsd, formatSize, formatUsd } from '../../../domain/numbers/format.ts';
import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';
import { tradeConsequences } from '../consequence-rows.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { defaultSlippageBps } from '../perp/perp-account.ts';
import {
  accountRows,
  keyLimitRows,
  livePosition,
  markAge,
  noPositionText,
  perpWarningRows,
  positionSubject,
} from '../position-form-parts.ts';
import { shareChoices } from '../share-choices.ts';

interface CloseDraft extends ClosePosition {
  readonly preview: ClosePreview;
  readonly position: Position;
  readonly szDecimals: number;
}

const choices = shareChoices('');
const field: Field = { id: 'percentage', label: 'Percentage', kind: 'text', unit: '%', width: 5, choices };

/** Closes a percentage of a perp position at the market. `prefill` overrides the default values. */
export function closeForm(desk: Desk, row: PositionRow, walletId: string, prefill: Values = {}): FormSpec<CloseDraft> {
  return {
    id: 'close',
    title: 'Close position',
    initial: { percentage: '100', ...prefill },
    wants: ['perpOrders'],
    subject: () => positionSubject(desk, row),
    fields: () => [field],
    evaluate: (values) => evaluate(desk, row, walletId, values),
    confirmation: (draft) => confirmationRows(desk, atPresent(desk, row, draft)),
    operation: toOperation,
    submit: (draft) => desk.actions.send(toOperation(draft)),
  };
}

const toOperation = ({ walletId, coin, percentage, side }: CloseDraft): Operation => ({
  kind: 'closePosition',
  draft: { walletId, coin, percentage, side },
});

/** The draft with the position as the frame shows it: what is sent is a percentage of whatever is open then. */
function atPresent(desk: Desk, row: PositionRow, draft: CloseDraft): CloseDraft {
  const live = livePosition(desk, row.key);
  if (live?.position.side !== draft.side) return draft;
  const { position, szDecimals } = live;
  return { ...draft, position, szDecimals, preview: previewClose(position, draft.percentage, szDecimals) };
}

function confirmationRows(desk: Desk, draft: CloseDraft): FormRow[] {
  const { position, preview, percentage, side, szDecimals, walletId } = draft;
  return [
    { label: 'close', value: [span(`${percentage} % of ${position.coin} ${side}`, 'title')] },
    ...previewRows(position, preview, szDecimals),
    {
      label: 'price',
      value: [
        span(`market, mark ${position.markPx ? formatPrice(position.markPx) : 'unknown'}`),
        muted(` ${markAge(desk)}`),
      ],
    },
    slippageRow(preview),
    ...consequences(desk, draft),
    ...keyWarnings(desk, draft),
    ...accountRows(desk, walletId),
  ];
}

function evaluate(desk: Desk, row: PositionRow, walletId: string, values: Values): Evaluation<CloseDraft> {
  const live = livePosition(desk, row.key);
  const percentage = readPercentage(values.percentage ?? '');
  const isNumber = typeof percentage === 'number';
  const submitLabel = isNumber ? `Close ${percentage} %` : 'Close';
  if (!live)
    return {
      problems: { form: noPositionText(row.coin) },
      preview: [],
      draft: null,
      submitLabel,
    };
  if (!isNumber) return { problems: { percentage }, preview: [], draft: null, submitLabel };
  const { position, szDecimals } = live;
  const preview = previewClose(position, percentage, szDecimals);
  const problem = preview.closeSize.eq(0)
    ? `${percentage} % is below the minimum size of ${row.coin}: enter more.`
    : null;
  return {
    problems: problem ? { percentage: problem } : {},
    preview: [
      ...previewRows(position, preview, szDecimals),
      slippageRow(preview),
      ...consequences(desk, { coin: row.key, preview, position, szDecimals }),
      ...keyWarnings(desk, { side: position.side, percentage, preview }),
      ...keyLimitRows(desk),
    ],
    draft: problem ? null : { walletId, coin: row.key, percentage, side: position.side, preview, position, szDecimals },
    submitLabel,
    referencePrice: position.markPx?.toFixed(),
  };
}

/** Parses a whole percentage. Returns an error message if it is invalid. */
export function readPercentage(text: string): number | string {
  const typed = text.trim().replace(/\s*%$/, '');
  const allowed = 'a whole number from 1 to 100';
  if (typed === '') return `Enter ${allowed}.`;
  if (/^\d{1,6}\.\d+$/.test(typed)) return `The service accepts whole percentages only: enter ${allowed}.`;
  if (!/^\d{1,6}$/.test(typed)) return `Enter ${allowed}.`;
  const percentage = Number(typed);
  return percentage >= 1 && percentage <= 100 ? percentage : `${percentage} is out of range: enter ${allowed}.`;
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
      label: 'remaining',
      value: keepSize.eq(0)
        ? [muted('none: closes the whole position')]
        : [
            span(`${formatSize(keepSize, szDecimals)} ${position.coin}`),
            muted(position.markPx ? `   ≈ ${formatUsd(keepSize.times(position.markPx))} USD` : ''),
            muted(remainingMargin ? `   margin ${formatUsd(remainingMargin)}` : ''),
          ],
    },
    ...(keepSize.eq(0) ? [] : [riskRow(position)]),
    {
      label: 'realised PnL',
      value: [
        muted('est. '),
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
    ...(isSmall ? [{ label: '', value: [span(`below ${minOrderUsd} USD: the venue may reject it`, 'warn')] }] : []),
  ];
}

/** Closing part of an isolated position releases margin pro rata; with cross margin it depends on the whole account. */
function riskRow({ leverage, leverageType, liquidationPx, liquidationDistancePct }: Position): FormRow {
  const isIsolated = leverageType === 'isolated';
  return {
    label: 'risk',
    value: [
      muted(`${leverage ? `${leverage.toFixed()}× ` : ''}${isIsolated ? 'isolated' : 'cross'}, liquidation `),
      known(liquidationPx, formatPrice),
      muted(liquidationDistancePct ? ` ${formatPct(liquidationDistancePct, 1)} away` : ''),
      muted(isIsolated ? ', unchanged' : ', will widen'),
    ],
    wraps: true,
  };
}

/** The service accepts no slippage limit for a close, so show what slippage costs. */
const slippageRow = ({ notionalUsd }: ClosePreview): FormRow => ({
  label: 'slippage',
  value: [
    muted(
      notionalUsd
        ? `no limit supported; each 0.1 % costs ${formatUsd(notionalUsd.div(1_000))} USD`
        : 'no limit supported',
    ),
  ],
});

/** A close has no price limit; beyond the usual slippage no own order is expected to be reached. */
function consequences(
  desk: Desk,
  { coin, preview, position, szDecimals }: Pick<CloseDraft, 'coin' | 'preview' | 'position' | 'szDecimals'>,
): FormRow[] {
  const { side, markPx } = position;
  const isBuy = side === 'short';
  if (preview.closeSize.eq(0)) return [];
  const worstPx = markPx && worstPrice(markPx, isBuy, defaultSlippageBps(desk), szDecimals);
  const trade = { isBuy, worstPx, size: preview.closeSize, reduceOnly: true, px: markPx, exits: [] };
  return tradeConsequences(desk, coin, trade);
}

/** Closing a long sells and closing a short buys; the API key's limits may apply to that side. */
const keyWarnings = (
  desk: Desk,
  { side, percentage, preview }: Pick<CloseDraft, 'side' | 'percentage' | 'preview'>,
): FormRow[] => perpWarningRows(desk, { side: side === 'long' ? 'sell' : 'buy', usd: preview.notionalUsd, percentage });

/** Closed share in percent; 0 for a position of size zero, which a service may list. */
function shareOf({ closeSize, keepSize }: ClosePreview): Big {
  const size = closeSize.plus(keepSize);
  return size.eq(0) ? size : closeSize.times(100).div(size);
}
