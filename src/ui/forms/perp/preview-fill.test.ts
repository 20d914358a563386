import Big from 'big.js';
import { expect, test } from 'vitest';
import { type FillInput, previewFill } from './preview-fill.ts';

type Numbers = Partial<Record<'szi' | 'entryPx' | 'margin' | 'sz' | 'px', string>>;

const input = (over: Numbers & Partial<Omit<FillInput, keyof Numbers>>): FillInput => ({
  isBuy: true,
  reduceOnly: false,
  leverage: 5,
  maxLeverage: 40,
  ...over,
  szi: new Big(over.szi ?? 0),
  entryPx: over.entryPx === undefined ? null : new Big(over.entryPx),
  margin: over.margin === undefined ? null : new Big(over.margin),
  sz: new Big(over.sz ?? 1),
  px: new Big(over.px ?? 100),
});

test.each([
  ['opens', input({}), '1', '1', '100', '20'],
  ['grows', input({ szi: '1', entryPx: '80', margin: '16' }), '2', '1', '90', '20'],
  ['reduces', input({ szi: '2', entryPx: '80', margin: '32', isBuy: false }), '1', '0', '80', '0'],
  ['closes', input({ szi: '1', entryPx: '80', margin: '16', isBuy: false }), '0', '0', null, '0'],
  ['turns', input({ szi: '1', entryPx: '80', margin: '16', isBuy: false, sz: '3' }), '-2', '2', '100', '40'],
  ['turns a short', input({ szi: '-1', entryPx: '120', margin: '24', sz: '2' }), '1', '1', '100', '20'],
  [
    'only reduces',
    input({ szi: '1', entryPx: '80', margin: '16', isBuy: false, sz: '3', reduceOnly: true }),
    '0',
    '0',
    null,
    '0',
  ],
  ['has nothing to reduce', input({ reduceOnly: true }), '0', '0', null, '0'],
])('an order that %s', (_name, fill, szi, opened, entry, margin) => {
  const after = previewFill(fill);
  expect(after.szi.toFixed()).toBe(szi);
  expect(after.opened.toFixed()).toBe(opened);
  expect(after.entryPx?.toFixed() ?? null).toBe(entry);
  expect(after.marginUsd?.toFixed()).toBe(margin);
});

test('liquidation: where margin and result are the maintenance margin', () => {
  const { liquidationPx } = previewFill(input({}));
  const px = liquidationPx ?? new Big(0);
  expect(px.minus(100).plus(20).toFixed(8)).toBe(px.div(80).toFixed(8));
});

test('what is unknown is not made up', () => {
  expect(previewFill(input({ leverage: null }))).toMatchObject({ marginUsd: null, liquidationPx: null });
  expect(previewFill(input({ crossMargin: null })).liquidationPx).toBeNull();
  expect(previewFill(input({ szi: '1', margin: '16' })).liquidationPx).toBeNull();
});

test('on cross margin the whole account stands behind the position', () => {
  const isolated = previewFill(input({})).liquidationPx ?? new Big(0);
  const cross = previewFill(input({ crossMargin: new Big(50) })).liquidationPx ?? new Big(0);
  expect(cross.lt(isolated)).toBe(true);
  expect(previewFill(input({ crossMargin: new Big(500) })).liquidationPx).toBeNull();
});
