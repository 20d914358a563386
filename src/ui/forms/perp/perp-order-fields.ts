import type { Desk } from '../../desk/desk.ts';
import type { Choice, Field, Values } from '../form-spec.ts';
import { slippageField } from '../slippage-field.ts';
import { leverageFields } from './leverage-setting.ts';
import { coinField, findMarket } from './perp-market.ts';
import { sizeHint } from './size-text.ts';

const choice = (id: string, label: string, choices: readonly Choice[], unit = ''): Field => ({
  id,
  label,
  kind: 'choice',
  choices,
  ...(unit ? { unit } : {}),
});

/** Every field, always in the same place: one that does not apply says why and is skipped. */
export function perpOrderFields(desk: Desk, values: Values): Field[] {
  const market = findMarket(desk, values.coin ?? '');
  const isMarket = values.type === 'market';
  const price: Field = {
    id: 'price',
    label: 'Price',
    kind: 'text',
    width: 12,
    unit: 'USD',
    choices: pricePresets(market),
  };
  const slippage = slippageField(values.slippage ?? '');
  return [
    coinField(desk, values.coin ?? ''),
    choice('side', 'Side', [
      { value: 'buy', label: 'buy / long' },
      { value: 'sell', label: 'sell / short' },
    ]),
    choice('type', 'Type', [
      { value: 'limit', label: 'limit' },
      { value: 'market', label: 'market' },
    ]),
    isMarket ? { ...price, off: 'not used: market order' } : price,
    isMarket ? slippage : { ...slippage, off: 'not used: limit order' },
    { id: 'size', label: 'Size', kind: 'text', width: 12, unit: `${market?.coin ?? 'coins'} · ${sizeHint}` },
    exitField('sl', 'Stop loss', 'USD · 2 % · 25t (ticks)', values),
    exitField('tp', 'Take profit', 'USD · 2 % · 25t · 1.5R', values),
    ...leverageFields(desk, market, values),
    choice(
      'reduceOnly',
      'Reduce-only',
      [
        { value: 'no', label: 'no' },
        { value: 'yes', label: 'yes' },
      ],
      '  post-only: not in the API',
    ),
  ];
}

const exitField = (id: string, label: string, unit: string, { reduceOnly }: Values): Field => ({
  id,
  label,
  kind: 'text',
  width: 12,
  unit,
  ...(reduceOnly === 'yes' ? { off: 'not used: reduce-only order' } : {}),
});

function pricePresets(market: ReturnType<typeof findMarket>): Choice[] {
  const { bid = null, ask = null } = market ?? {};
  return [
    ...(bid ? [{ value: bid.toFixed(), label: 'bid', key: 'b' }] : []),
    ...(ask ? [{ value: ask.toFixed(), label: 'ask', key: 'a' }] : []),
  ];
}
