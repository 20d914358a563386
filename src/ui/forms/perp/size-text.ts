import type Big from 'big.js';
import { readNumber } from './read-number.ts';

/** A size as typed: coins, USD, a percentage of the free margin, or what may be lost at the stop. */
export interface SizeText {
  readonly unit: 'coin' | 'usd' | 'share' | 'risk-usd' | 'risk-pct';
  /** Above zero; at most 100 for a percentage. */
  readonly value: Big;
}

/** What the size field takes, as its hint. */
export const sizeHint = '500 usd · 25 % · risk 1 %';

const usdForm = /^\$?\s*(.*?)\s*(usdc?)?$/i;

/** Parses `0.5`, `0.5 BTC`, `500 usd`, `25 %`, `risk 1 %` or `risk 50 usd`. Returns an error message if it is invalid. */
export function readSizeText(text: string, coin: string): SizeText | string {
  const typed = text.trim();
  const [, risk] = /^r(?:isk)?\s*(.*)$/i.exec(typed) ?? /^(.*\S)\s*risk$/i.exec(typed) ?? [];
  if (risk !== undefined)
    return risk.endsWith('%') ? percentage(risk, 'risk-pct') : number(usdOf(risk), 'risk-usd', '50');
  if (typed.endsWith('%')) return percentage(typed, 'share');
  if (/^\$|usdc?$/i.test(typed)) return number(usdOf(typed), 'usd', '500');
  const isNamed = coin !== '' && typed.toLowerCase().endsWith(coin.toLowerCase());
  return number(isNamed ? typed.slice(0, -coin.length) : typed, 'coin', `0.5, ${sizeHint.replaceAll(' · ', ', ')}`);
}

const usdOf = (text: string): string => usdForm.exec(text)?.[1] ?? text;

function number(text: string, unit: SizeText['unit'], example: string): SizeText | string {
  const value = readNumber(text, example);
  return typeof value === 'string' ? value : { unit, value };
}

function percentage(text: string, unit: SizeText['unit']): SizeText | string {
  const value = readNumber(text.slice(0, -1), '1 %');
  if (typeof value === 'string') return value;
  return value.lte(100) ? { unit, value } : 'Enter at most 100 %.';
}
