import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCellSafe } from '../../../stores/desk-data.fixture.ts';
import { addNotice } from '../../../stores/notices.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { fieldsOf } from '../../export/table-export.ts';
import { lineWidth } from '../../text/span.ts';
import { cellText } from '../../text/texts.fixture.ts';
import { paneLines } from '../pane-lines.ts';
import { tablePane } from '../panes.ts';

const drawn = ({ desk }: FakeDesk, width = 80, height = 20): string[] =>
  texts(paneLines(desk, 'notices', { x: 0, y: 1, width, height }));

function opened(...notices: readonly string[]): FakeDesk {
  const fake = fakeDesk();
  for (const [index, text] of notices.entries())
    addNotice(fake.desk.notices, { atMs: readAtMs - 60_000 + index * 60_000, tone: index ? 'ok' : 'error', text });
  return fake;
}

test('are whole, newest first, with time and sign', () => {
  const fake = opened('word '.repeat(60).trim(), 'the newest');
  const lines = drawn(fake);
  expect(lines[0]).toMatch(/╭─ Notices ─+ 2 notices ─╮/);
  expect(lines[1]).toContain('14:03:22  ✓ the newest');
  expect(lines[2]).toContain('14:02:22  ✕ word');
  expect(lines.join(' ').match(/word/g)).toHaveLength(60);
});

test('none yet says what comes here; a filter that nothing passes says so', () => {
  expect(drawn(opened()).join('\n')).toContain('No notices yet.');
  const fake = opened('one');
  fake.desk.ui.setState({ filter: { notices: 'zzz' } });
  expect(drawn(fake).join('\n')).toContain('No notice contains “zzz”');
});

test('are exported with their exact time', () => {
  const { desk } = opened('one');
  expect(fieldsOf(desk, 'notices', tablePane('notices').rows(desk)[0])).toEqual([
    { name: 'time', value: '2026-01-01T14:02:22.000Z' },
    { name: 'tone', value: 'error' },
    { name: 'notice', value: 'one' },
  ]);
});

test('the pane has its size, and the selected notice in it, whatever was said', () => {
  const view = fc.record({
    said: fc.array(fc.oneof(cellText, fc.constant('word '.repeat(80))), { minLength: 1, maxLength: 30 }),
    selected: fc.nat(29),
    width: fc.integer({ min: 38, max: 200 }),
    height: fc.integer({ min: 5, max: 58 }),
  });
  fc.assert(
    fc.property(view, ({ said, selected, width, height }) => {
      const fake = opened(...said.map((text) => `x ${text}`));
      const { notices } = fake.desk.notices.getState();
      const id = notices[Math.min(selected, notices.length - 1)]?.id;
      fake.desk.ui.setState({ focus: 'notices', selected: { notices: `notice ${id}` } });
      const lines = paneLines(fake.desk, 'notices', { x: 0, y: 1, width, height });
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(lineWidth(line)).toBe(width);
      expect(texts(lines).filter((line) => line.includes('▸ '))).toHaveLength(1);
      for (const text of texts(lines)) expect(isCellSafe(text)).toBe(true);
    }),
  );
});
