import { expect, test } from 'vitest';
import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import type { Notice } from '../../stores/notices.ts';
import type { StreamRow } from '../../stores/streams.ts';
import { fakeDesk } from '../desk/fake-desk.fixture.ts';
import type { Scope } from '../keys/scopes.ts';
import { lineWidth, plainText } from '../text/span.ts';
import { footerLine, noticeNow, noticeShownMs } from './footer.ts';

const fake = fakeDesk();
fake.connect({ state: 'connected' });
const { desk } = fake;
const positions: readonly Scope[] = ['positions', 'desk'];
const notice = (over: Partial<Notice> = {}): Notice => ({ id: 1, atMs: 0, tone: 'ok', text: 'Closed 50 %', ...over });
const footer = (width: number, shown: Notice | null = null, scopes = positions): string =>
  plainText(footerLine(desk, scopes, shown, width));

test('the keys of the focused pane come first, then the desk’s, help and quit last', () => {
  expect(footer(140).trim()).toMatch(/^c close {2}m margin {2}Q quick .* o order {2}s swap .* \? help {2}q quit$/);
});

test('at any width every hint is whole, and help and quit stay longest', () => {
  const whole = footer(200).trim().split('  ');
  for (let width = 1; width <= 200; width++) {
    const line = footer(width);
    expect(lineWidth(footerLine(desk, positions, null, width))).toBe(width);
    const hints = line.trim() === '' ? [] : line.trim().split('  ');
    for (const hint of hints) expect(whole, `${width}: ${line}`).toContain(hint);
    if (hints.length > 0 && width >= 18) expect(hints.slice(-2), line).toEqual(['? help', 'q quit']);
  }
  expect(footer(45).trim()).toBe('c close  m margin  Q quick  ? help  q quit');
});

test('a form has its own keys and no desk key', () => {
  expect(footer(120, null, ['form']).trim()).toBe('⏎ continue  Esc leave  Tab next field  ↓ next choice');
});

test.each([
  ['ok', '✓'],
  ['info', 'i'],
  ['warn', '!'],
  ['error', '✕'],
] as const)('a notice takes the right side, with a sign for %s', (tone, sign) => {
  expect(footer(80, notice({ tone })).endsWith(` ${sign} Closed 50 % `)).toBe(true);
  expect(footer(80, notice({ tone }))).toContain('? help  q quit');
});

test('a long notice is cut and leaves room; the line keeps its width', () => {
  const long = notice({ text: 'outcome unknown '.repeat(20) });
  for (const width of [60, 80, 120, 200]) {
    const line = footerLine(desk, positions, long, width);
    expect(lineWidth(line)).toBe(width);
    expect(plainText(line).trimEnd().endsWith('…')).toBe(true);
    expect(plainText(line)).toMatch(/\? help {2}q quit|^ *!|^ *✓/);
  }
});

test('what went wrong stays longer', () => {
  expect(noticeShownMs(notice({ tone: 'error' }))).toBeGreaterThan(noticeShownMs(notice({ tone: 'ok' })));
  expect(noticeShownMs(notice({ tone: 'warn' }))).toBe(noticeShownMs(notice({ tone: 'error' })));
});

test('a warning stands long enough to be read before good news takes its place, and another warning takes it at once', () => {
  const warning = notice({ id: 1, tone: 'warn', atMs: 1_000 });
  const filled = notice({ id: 2, tone: 'ok', atMs: 1_001 });
  const refused = notice({ id: 2, tone: 'error', atMs: 1_001 });
  expect(noticeNow([warning, filled], 1_001)).toBe(warning);
  expect(noticeNow([warning, filled], 2_499)).toBe(warning);
  expect(noticeNow([warning, filled], 2_500)).toBe(filled);
  expect(noticeNow([warning, filled], 9_001)).toBeNull();
  expect(noticeNow([warning, refused], 1_001)).toBe(refused);
  expect(noticeNow([filled, warning], 9_000)).toBe(warning);
});

const streaming = (state: ConnectionStatus['state'], refusedChannels: number) => {
  const fake = fakeDesk();
  fake.connect({ state });
  const row = { state: 'refused' } as StreamRow;
  return { ...fake.desk, streams: { ...fake.desk.streams, rows: () => Array(refusedChannels).fill(row) } };
};

test.each([
  ['reconnecting', 0],
  ['failed', 0],
  ['disconnected', 0],
  ['connected', 2],
] as const)('the key that tries again comes first when the stream is %s with %i refused channels', (state, refused) => {
  for (const width of [60, 80, 120])
    expect(plainText(footerLine(streaming(state, refused), positions, null, width))).toMatch(/^ {2}R retry {2}c close/);
});

test.each(['connecting', 'connected'] as const)('and is not offered while the stream is %s', (state) => {
  expect(plainText(footerLine(streaming(state, 0), positions, null, 200))).not.toContain('retry');
});
