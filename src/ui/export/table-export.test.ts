import { describe, expect, test } from 'vitest';
import { type FakeDesk, fakeDesk, readAtMs } from '../fake-desk.fixture.ts';
import { paneOrder } from '../layout.ts';
import { isoTime } from './field.ts';
import { osc52 } from './osc52.ts';
import { exportedRows, exportText, fieldsOf } from './table-export.ts';

function filled(): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  return fake;
}

const records = (fake: FakeDesk, pane: Parameters<typeof exportedRows>[1]): Record<string, string | null>[] =>
  JSON.parse(exportText(exportedRows(fake.desk, pane), 'json'));

describe('positions', () => {
  test('have every digit, not the shortened number', () => {
    const fake = filled();
    const [first] = records(fake, 'positions');
    expect(first?.coin).toBe('BTC');
    for (const name of ['size', 'entry_price', 'mark_price', 'unrealized_pnl_usd', 'margin_usd'])
      expect(first?.[name], name).toMatch(/^-?\d+(\.\d+)?$/);
  });

  test('come as they are filtered and sorted', () => {
    const fake = filled();
    const all = records(fake, 'positions').map(({ coin }) => coin);
    expect(all.length).toBeGreaterThan(1);
    fake.desk.ui.setState({ sort: { positions: { column: 'coin', descending: true } } });
    expect(records(fake, 'positions').map(({ coin }) => coin)).toEqual([...all].sort().reverse());
    fake.desk.ui.setState({ filter: { positions: 'btc' } });
    expect(records(fake, 'positions').map(({ coin }) => coin)).toEqual(['BTC']);
  });
});

test('the tape is written whole, with its gaps, in exact texts', () => {
  const fake = filled();
  const swap = { kind: 'swap', tokenId: 'solana:x', isBuy: true, usd: 1, maker: null } as const;
  fake.desk.tape.push({
    ...swap,
    atMs: readAtMs,
    sizeNative: '1.000000001',
    sizeUsd: '139.912345',
    priceUsd: '139.91234501',
  });
  fake.desk.tape.push({ kind: 'gap', atMs: readAtMs, lengthMs: 3_100, reason: 'reconnected' });
  fake.desk.tape.push({ ...swap, atMs: readAtMs, isBuy: false, sizeNative: '2', sizeUsd: '3', priceUsd: '4' });
  expect(exportText(exportedRows(fake.desk, 'tape'), 'csv').split('\r\n')).toEqual([
    'time,kind,token,symbol,side,size_native,size_usd,price_usd,maker,gap_ms,reason',
    '2026-01-01T14:03:22.000Z,swap,solana:x,,sell,2,3,4,,,',
    '2026-01-01T14:03:22.000Z,gap,,,,,,,,3100,reconnected',
    '2026-01-01T14:03:22.000Z,swap,solana:x,,buy,1.000000001,139.912345,139.91234501,,,',
    '',
  ]);
});

test('every pane can be exported, and every row has names and single-line texts', () => {
  const fake = filled();
  for (const pane of paneOrder)
    for (const fields of exportedRows(fake.desk, pane)) {
      expect(fields.length, pane).toBeGreaterThan(0);
      for (const { name, value } of fields) {
        expect(name, pane).toMatch(/^[a-z_0-9]+$/);
        if (typeof value === 'string') expect(/\p{Cc}/u.test(value), `${pane} ${name}`).toBe(false);
      }
    }
});

test('an unreadable row says why', () => {
  const { desk } = filled();
  const row = {
    key: 'unreadable-0',
    coin: '?',
    position: null,
    problem: 'size is\nno number',
    szDecimals: 0,
    maxLeverage: null,
  };
  expect(fieldsOf(desk, 'positions', row)).toEqual([{ name: 'unreadable', value: 'size is no number' }]);
});

test('times are ISO in UTC, or nothing', () => {
  expect(isoTime(readAtMs)).toBe('2026-01-01T14:03:22.000Z');
  for (const ms of [null, Number.NaN, 9e15]) expect(isoTime(ms)).toBeNull();
});

test('OSC 52 carries any text as base64, and nothing of it can end the sequence', () => {
  const esc = String.fromCharCode(27);
  const bell = String.fromCharCode(7);
  for (const text of ['7xKX', 'ü漢', `a${bell}${esc}]52;c;ZQ==${bell}`]) {
    const [, payload] = new RegExp(`^${esc}\\]52;c;([A-Za-z0-9+/=]*)${bell}$`).exec(osc52(text)) ?? [];
    expect(Buffer.from(payload ?? '', 'base64').toString()).toBe(text);
  }
});
