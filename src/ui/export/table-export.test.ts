import { describe, expect, test } from 'vitest';
import { tapeSwap } from '../../stores/market/tape-swap.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../desk/fake-desk.fixture.ts';
import { type PaneId, paneIds } from '../panes/pane-ids.ts';
import { isoTime } from './field.ts';
import { osc52 } from './osc52.ts';
import { type ExportFormat, exportedRow, exportPieces, fieldsOf, rowsToExport } from './table-export.ts';

function filled(): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  return fake;
}

const exportedRows = ({ desk }: FakeDesk, pane: PaneId) =>
  rowsToExport(desk, pane).map((row) => exportedRow(desk, pane, row));

function exportText(fake: FakeDesk, pane: PaneId, format: ExportFormat): string {
  const rows = exportedRows(fake, pane);
  const names = [...new Set(rows.flatMap((fields) => fields.map(({ name }) => name)))];
  return [...exportPieces(rows, names, format)].map(({ text }) => text).join('');
}

const records = (fake: FakeDesk, pane: PaneId): Record<string, string | null>[] =>
  JSON.parse(exportText(fake, pane, 'json'));

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
  const swap = tapeSwap({ atMs: readAtMs, tokenId: 'solana:x' });
  fake.desk.tape.push({ ...swap, sizeNative: '1.000000001', sizeUsd: '139.912345', priceUsd: '139.91234501' });
  fake.desk.tape.push({ kind: 'gap', atMs: readAtMs, lengthMs: 3_100, reason: 'reconnected' });
  fake.desk.tape.push({ ...swap, isBuy: false, sizeNative: '2', sizeUsd: '3', priceUsd: '4' });
  expect(exportText(fake, 'tape', 'csv').split('\r\n')).toEqual([
    'time,kind,token,symbol,side,size_native,size_usd,price_usd,maker,gap_ms,reason',
    '2026-01-01T14:03:22.000Z,swap,solana:x,,sell,2,3,4,,,',
    '2026-01-01T14:03:22.000Z,gap,,,,,,,,3100,reconnected',
    '2026-01-01T14:03:22.000Z,swap,solana:x,,buy,1.000000001,139.912345,139.91234501,,,',
    '',
  ]);
});

test('every pane can be exported, and every row has names and single-line texts', () => {
  const fake = filled();
  for (const pane of paneIds)
    for (const fields of exportedRows(fake, pane)) {
      expect(fields.length, pane).toBeGreaterThan(0);
      for (const { name, value } of fields) {
        expect(name, pane).toMatch(/^[a-z_0-9]+$/);
        if (typeof value === 'string') expect(/\p{Cc}/u.test(value), `${pane} ${name}`).toBe(false);
      }
    }
});

test('many rows in pieces are what they would be at once', () => {
  const rows = Array.from({ length: 250 }, (_, at) => [
    { name: 'a', value: at },
    ...(at % 2 ? [{ name: 'b', value: `"${at}"` }] : []),
  ]);
  const text = (format: ExportFormat) =>
    [...exportPieces(rows, ['a', 'b'], format)].map((piece) => piece.text).join('');
  expect(text('csv').split('\r\n')).toHaveLength(252);
  const records = rows.map((fields) => Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  expect(text('json')).toBe(`${JSON.stringify(records, null, 2)}\n`);
  expect([...exportPieces(rows, ['a', 'b'], 'json')].reduce((sum, piece) => sum + piece.rows, 0)).toBe(250);
  expect([...exportPieces([], [], 'json')].map((piece) => piece.text)).toEqual(['[]\n']);
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
