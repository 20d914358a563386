import Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { SetLeverage } from '../../../actions/orders/set-leverage.ts';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import { type Position, previewMargin } from '../../../domain/market/position.ts';
import { formatPrice, formatUsd } from '../../../domain/numbers/format.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyOf } from '../../keys/keymap.ts';
import { known } from '../../text/cells.ts';
import { type Line, muted, type Span, span } from '../../text/span.ts';
import { protectionRows } from '../consequence-rows.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { accountRows, livePosition, markAge, perpWarningRows } from '../position-form-parts.ts';
import { type KnownLeverage, knownLeverage } from './known-leverage.ts';
import { marginAddedBy, readLeverage } from './leverage-setting.ts';
import { freeUsd, missingWallet, perpWalletId } from './perp-account.ts';
import { coinField, coinProblem, findMarket } from './perp-market.ts';

interface LeverageDraft extends SetLeverage {
  readonly market: PerpMarket;
}

/** Sets the leverage of a coin and, if it has no open position, its margin mode. */
export function leverageForm(desk: Desk, coin: string, wanted?: string): FormSpec<LeverageDraft> {
  const set = knownLeverage(desk, coin, perpWalletId(desk));
  const isIsolated = set ? !set.isCross : (findMarket(desk, coin)?.onlyIsolated ?? false);
  return {
    id: 'leverage',
    title: 'Set leverage',
    initial: { leverage: wanted ?? (set ? String(set.leverage) : ''), mode: isIsolated ? 'isolated' : 'cross', coin },
    wants: ['perpOrders'],
    subject: (values) => subject(desk, values),
    fields: (values) => fieldsOf(desk, values),
    evaluate: (values) => evaluate(desk, values),
    confirmation: (draft) => [
      {
        label: 'set',
        value: [
          span(`${draft.leverage}× ${draft.isCross ? 'cross' : 'isolated'}`, 'title'),
          muted(` for ${draft.coin}`),
        ],
      },
      ...previewRows(desk, draft.market, draft.leverage),
      ...perpWarningRows(desk, null),
      ...accountRows(desk, draft.walletId),
    ],
    operation: toOperation,
    submit: (draft) => desk.actions.send(toOperation(draft)),
  };
}

const toOperation = ({ market: _market, ...draft }: LeverageDraft): Operation => ({ kind: 'setLeverage', draft });

function subject(desk: Desk, values: Values): Line {
  const market = findMarket(desk, values.coin ?? '');
  if (!market) return [muted('choose a market')];
  return [
    span(market.coin, 'title', { bold: true }),
    muted(`  max ${market.maxLeverage}×   mark `),
    known(market.markPx, formatPrice),
    muted(` ${markAge(desk)}`),
  ];
}

function fieldsOf(desk: Desk, values: Values): Field[] {
  const market = findMarket(desk, values.coin ?? '');
  const isOpen = market !== null && livePosition(desk, market.coin) !== null;
  return [
    {
      id: 'leverage',
      label: 'Leverage',
      kind: 'text',
      width: 5,
      unit: `×${market ? `   1 to ${market.maxLeverage}` : ''}`,
    },
    ...(isOpen
      ? []
      : [
          {
            id: 'mode',
            label: 'Margin',
            kind: 'choice' as const,
            choices: [
              ...(market?.onlyIsolated ? [] : [{ value: 'cross', label: 'cross' }]),
              { value: 'isolated', label: 'isolated' },
            ],
          },
        ]),
    coinField(desk, values.coin ?? ''),
  ];
}

function evaluate(desk: Desk, values: Values): Evaluation<LeverageDraft> {
  const market = findMarket(desk, values.coin ?? '');
  const walletId = perpWalletId(desk);
  const problems: Problems = {};
  const submitLabel = 'Set leverage';
  if (walletId === null) problems.form = missingWallet;
  if (!market) {
    problems.coin = coinProblem(desk, values.coin ?? '');
    return { problems, preview: [], draft: null, submitLabel };
  }
  const leverage = readLeverage(values.leverage ?? '', market);
  if (typeof leverage === 'string') problems.leverage = leverage;
  const { coin } = market;
  const before = knownLeverage(desk, coin, walletId);
  const hasPosition = livePosition(desk, coin) !== null;
  // The margin mode cannot change while a position is open.
  const isCross = hasPosition && before ? before.isCross : values.mode !== 'isolated';
  if (isCross && market.onlyIsolated)
    problems.mode = `${coin} supports isolated margin only: select it with ${keyOf(desk.keymap, 'form.choiceDown')}.`;
  if (before && before.leverage === leverage && before.isCross === isCross && before.from === 'position')
    problems.leverage = `${coin} is already at ${leverage}×: enter another value.`;
  const isReady = Object.keys(problems).length === 0 && walletId !== null && typeof leverage === 'number';
  return {
    problems,
    preview: typeof leverage === 'number' ? previewRows(desk, market, leverage) : [nowRow(before)],
    draft: isReady
      ? { walletId, coin, leverage, isCross, hasPosition, market, before: before && withoutSource(before) }
      : null,
    submitLabel,
    referencePrice: market.markPx?.toFixed(),
  };
}

const withoutSource = ({ leverage, isCross }: KnownLeverage) => ({ leverage, isCross });

const nowRow = (before: KnownLeverage | null): FormRow => ({
  label: 'now',
  value: before
    ? [
        span(`${before.leverage}× ${before.isCross ? 'cross' : 'isolated'}`),
        muted(before.from === 'desk' ? '   last set from this desk' : ''),
      ]
    : [muted('unknown: the service reports it only for open positions')],
});

function previewRows(desk: Desk, market: PerpMarket, leverage: number): FormRow[] {
  const before = knownLeverage(desk, market.coin, perpWalletId(desk));
  const position = livePosition(desk, market.coin)?.position ?? null;
  return [
    nowRow(before),
    {
      label: 'effect',
      value: position
        ? effect(position, leverage, freeUsd(desk))
        : [muted(`a 1,000 USD order will require ${formatUsd(String(1000 / leverage))} USDC margin`)],
      wraps: true,
    },
    ...(position ? [liquidationRow(position, leverage, market), ...protectionRows(desk, market.coin)] : []),
  ];
}

/** USD that a lower leverage adds to an isolated position, null if unknown. A higher one leaves its margin unchanged. */
function addedUsd(position: Position, leverage: number): Big | null {
  if (position.leverageType !== 'isolated') return new Big(0);
  const missing = marginAddedBy(leverage, position);
  return missing?.lt(0) ? new Big(0) : missing;
}

function effect(position: Position, leverage: number, free: Big | null): Line {
  const { marginUsed, leverageType } = position;
  const [added, missing] = [addedUsd(position, leverage), marginAddedBy(leverage, position)];
  if (!missing || !marginUsed || !added) return [muted('effect on margin unknown right now')];
  if (leverageType !== 'isolated')
    return [muted(`cross: margin used ${formatUsd(marginUsed)} → ${formatUsd(marginUsed.plus(missing))} USDC`)];
  if (added.eq(0)) return [muted('isolated: margin unchanged')];
  const isShort = free?.lt(added);
  return [
    span(`adds ≈ ${formatUsd(added)} USDC to the position`),
    ...(isShort ? [span(`; only ${formatUsd(free ?? '0')} available`, 'danger')] : []),
  ];
}

function liquidationRow(position: Position, leverage: number, { maxLeverage }: PerpMarket): FormRow {
  const before = known(position.liquidationPx, formatPrice);
  const added = addedUsd(position, leverage);
  const after = added?.gt(0) ? previewMargin(position, added, maxLeverage) : null;
  const value: Span[] =
    added === null || typeof after === 'string'
      ? [before, muted(' → unknown')]
      : after
        ? [before, muted(' → '), after.liquidationPx ? span(`≈ ${formatPrice(after.liquidationPx)}`) : span('none')]
        : [before, muted(', unchanged')];
  return { label: 'liquidation', value };
}
