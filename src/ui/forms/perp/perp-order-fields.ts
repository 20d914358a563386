import type { Desk } from '../../desk/desk.ts';
import type { Field, Values } from '../form-spec.ts';
import { slippageField } from '../slippage-field.ts';
import { coinField, findMarket } from './perp-market.ts';

const choice = (id: string, label: string, choices: Field['choices'] & {}, unit = ''): Field => ({
  id,
  label,
  kind: 'choice',
  choices,
  ...(unit ? { unit } : {}),
});

/** Fields that apply to the order: a market order has no price, a limit order no slippage. */
export function perpOrderFields(desk: Desk, values: Values): Field[] {
  const market = findMarket(desk, values.coin ?? '');
  const name = market?.coin ?? 'coins';
  const exits = values.reduceOnly === 'yes' ? [] : [exitField('tp', 'Take profit'), exitField('sl', 'Stop loss')];
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
    values.type === 'market'
      ? slippageField(values.slippage ?? '')
      : { id: 'price', label: 'Price', kind: 'text', width: 12, unit: 'USD', choices: pricePresets(market) },
    { id: 'size', label: 'Size', kind: 'text', width: 12, unit: values.sizeIn === 'usd' ? 'USD' : name },
    choice('sizeIn', 'Size in', [
      { value: 'coin', label: name },
      { value: 'usd', label: 'USD' },
    ]),
    choice('reduceOnly', 'Reduce-only', [
      { value: 'no', label: 'no' },
      { value: 'yes', label: 'yes' },
    ]),
    ...exits,
  ];
}

const exitField = (id: string, label: string): Field => ({
  id,
  label,
  kind: 'text',
  width: 12,
  unit: 'USD, optional',
});

function pricePresets(market: ReturnType<typeof findMarket>) {
  const { bid = null, ask = null } = market ?? {};
  return [
    ...(bid ? [{ value: bid.toFixed(), label: 'bid', key: 'b' }] : []),
    ...(ask ? [{ value: ask.toFixed(), label: 'ask', key: 'a' }] : []),
  ];
}
