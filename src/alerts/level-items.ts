import Big from 'big.js';
import { dec } from '../domain/numbers/decimal.ts';
import { formatPct, formatPrice, groupThousands } from '../domain/numbers/format.ts';
import type { Remaining } from '../stores/account/key-limits.ts';
import type { AlertSettings } from './alert.ts';
import type { AlertFacts, PositionFact } from './alert-facts.ts';
import type { Level, LevelItem } from './level-latch.ts';
import { isReached, type PriceRule, pricedText, ruleWords } from './price-rules.ts';

/** How far a price must come back before its alert can fire again: half a percent of the value. */
const comesBackBy = new Big('0.005');

export function priceItems({ rules, prices }: AlertFacts): LevelItem[] {
  return rules.map((rule) => priceItem(rule, prices.get(rule.id) ?? null));
}

/** Subject of a price alert, from its rule's id. */
export const priceAbout = (ruleId: string): string => `price:${ruleId}`;

function priceItem(rule: PriceRule, price: Big | null): LevelItem {
  const { id, of, name, direction, value, isOnce, isArmed } = rule;
  return {
    key: id,
    level: price ? priceLevel(rule, price) : 'unknown',
    // The price may have been reached while no desk was running.
    isNew: isArmed,
    alert: {
      kind: 'price',
      about: priceAbout(id),
      tone: 'warn',
      text: `${ruleWords(rule)} reached: ${price ? priceWords(price) : '?'}${isOnce ? '. It was a one-time alert and is removed' : ''}`,
      details: {
        of: pricedText(of),
        name,
        direction,
        value,
        price: price?.toFixed() ?? '',
      },
    },
  };
}

/** In full if it is short: a rounded price could look as if the value had not been reached. */
function priceWords(price: Big): string {
  const whole = price.toFixed();
  return whole.length <= 12 ? groupThousands(whole) : formatPrice(price);
}

function priceLevel(rule: PriceRule, price: Big): Level {
  if (isReached(rule, price)) return 'on';
  const target = dec(rule.value);
  const margin = target.times(comesBackBy);
  const isBack = rule.direction === 'above' ? price.lte(target.minus(margin)) : price.gte(target.plus(margin));
  return isBack ? 'off' : 'between';
}

/** A position that did not exist at the first check is new: it alerts even if it starts close to liquidation. */
export function liquidationItems(
  { positions }: AlertFacts,
  { liquidationPct }: AlertSettings,
  isFirstLook: boolean,
): LevelItem[] {
  if (!positions || liquidationPct === null) return [];
  return positions.all.map((position) => liquidationItem(position, dec(liquidationPct), !isFirstLook));
}

function liquidationItem(
  { coin, szi, liquidationDistancePct: pct }: PositionFact,
  limit: Big,
  isNew: boolean,
): LevelItem {
  const level: Level = !pct ? 'unknown' : pct.lt(limit) ? 'on' : pct.gt(limit.times('1.1')) ? 'off' : 'between';
  const side = szi.lt(0) ? 'short' : 'long';
  return {
    key: coin,
    level,
    isNew,
    alert: {
      kind: 'liquidation',
      about: `liquidation:${coin}`,
      tone: 'error',
      text: `${coin} ${side} is ${pct ? formatPct(pct, 1) : '?'} from its liquidation`,
      details: { coin, side, size: szi.toFixed(), distancePct: pct?.toFixed(2) ?? '', limitPct: limit.toFixed() },
    },
  };
}

/** Alerts at a tenth of the key's hourly or daily executions; re-armed above 15 %. */
export function limitItems({ limits }: AlertFacts, { keyLimit }: AlertSettings): LevelItem[] {
  if (!limits || !keyLimit) return [];
  return [limitItem('hour', limits.hour), limitItem('day', limits.day)];
}

function limitItem(span: 'hour' | 'day', { left, of }: Remaining): LevelItem {
  const level: Level = of <= 0 ? 'unknown' : left * 100 <= of * 10 ? 'on' : left * 100 > of * 15 ? 'off' : 'between';
  return {
    key: span,
    level,
    isNew: false,
    alert: {
      kind: 'limit',
      about: `limit:${span}`,
      tone: 'warn',
      text: `The key has ${left} of ${of} executions left this ${span}`,
      details: { span, left: String(left), of: String(of) },
    },
  };
}
