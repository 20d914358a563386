import type Big from 'big.js';
import { formatUsd } from '../../../domain/numbers/format.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, FormSpec, Values } from '../form-spec.ts';
import { noMarketRulesText } from '../position-form-parts.ts';
import { findMarket } from './perp-market.ts';
import { readNumber } from './read-number.ts';
import { gridSize, type Rounded, tooSmall } from './venue-order.ts';

interface LadderSize {
  readonly coin: string;
  /** The row that the order would be placed at. */
  readonly price: Big;
  /** The size set now; null for none. */
  readonly size: string | null;
  set(size: string): void;
}

/** Sets the size of orders placed in the ladder of a market, for this session. Sends nothing. */
export function ladderSizeForm(desk: Desk, { coin, price, size, set }: LadderSize): FormSpec<Rounded> {
  return {
    id: 'ladder-size',
    title: 'Order size of the ladder',
    isLocal: true,
    initial: { size: size ?? '' },
    subject: () => [span(coin, 'title', { bold: true }), muted('  kept for this session')],
    fields: () => [{ id: 'size', label: 'Size', kind: 'text', width: 12, unit: coin }],
    evaluate: (values) => evaluate(desk, coin, price, values),
    confirmation: () => [],
    submit: async ({ value }) => {
      set(value.toFixed());
      return { kind: 'accepted', message: `Ladder size: ${value.toFixed()} ${coin}`, requestId: '', taskId: null };
    },
  };
}

function evaluate(desk: Desk, coin: string, price: Big, values: Values): Evaluation<Rounded> {
  const submitLabel = 'Set size';
  const market = findMarket(desk, coin);
  if (!market) return { problems: { form: noMarketRulesText(coin) }, preview: [], draft: null, submitLabel };
  const typed = readNumber(values.size ?? '', '0.5');
  const size = typeof typed === 'string' ? typed : gridSize(typed, market.szDecimals, coin);
  const problem = typeof size === 'string' ? size : tooSmall(size.value, price, market.szDecimals, coin);
  if (typeof size === 'string' || problem !== null)
    return { problems: { size: problem ?? '' }, preview: [], draft: null, submitLabel };
  const isCut = !size.typed.eq(size.value);
  return {
    problems: {},
    preview: [
      {
        label: 'each order',
        value: [
          span(`${size.value.toFixed()} ${coin}`, 'title'),
          muted(` ≈ ${formatUsd(size.value.times(price))} USD at the cursor`),
        ],
      },
      ...(isCut ? [{ label: 'rounding', value: [muted(`down to ${market.szDecimals} decimals`)] }] : []),
    ],
    draft: size,
    submitLabel,
  };
}
