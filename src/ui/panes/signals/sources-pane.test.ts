import { expect, test } from 'vitest';
import { signalSource } from '../../../stores/signals/signals.fixture.ts';
import { type FakeDesk, fakeDesk, texts } from '../../desk/fake-desk.fixture.ts';
import { fieldsOf } from '../../export/table-export.ts';
import { paneLines } from '../pane-lines.ts';
import { tablePane } from '../panes.ts';

function opened(): FakeDesk {
  const fake = fakeDesk();
  const now = fake.desk.now();
  fake.signals.state.sourceReads = { updatedAtMs: now, problem: null };
  fake.signals.state.sources = [
    signalSource({ origin: '1142' }),
    signalSource({
      id: 'con_2',
      name: 'BNB Lounge',
      platform: 'telegram',
      isEnabled: false,
      createdAtMs: null,
    }),
  ];
  return fake;
}

const drawn = ({ desk }: FakeDesk, width = 80): string[] =>
  texts(paneLines(desk, 'sources', { x: 0, y: 1, width, height: 8 }));

test('a source has its name, whether it is on, where it is, and since when; what is not told is a dash', () => {
  const lines = drawn(opened());
  expect(lines[0]).toMatch(/╭─ Sources ─+ 1 of 2 on ─╮/);
  expect(lines[2]).toMatch(/Solana Trenches +on +discord +1142 +2025-11-21/);
  expect(lines[3]).toMatch(/BNB Lounge +off +telegram +– +–/);
});

test('in the place of rows: what it waits for, what failed, where sources come from', () => {
  const fake = opened();
  fake.signals.state.sources = null;
  expect(drawn(fake).join('\n')).toContain('Reading the sources …');
  const problem = { kind: 'forbidden', code: 'FORBIDDEN', message: 'the key lacks read:alpha', requestId: 'req_9' };
  fake.signals.state.sourceReads = { updatedAtMs: 0, problem };
  expect(drawn(fake).join('\n')).toContain('✕ the key lacks read:alpha');
  fake.signals.state.sources = [];
  expect(drawn(fake).join('\n')).toContain('No sources connected');
});

test('old sources say their age', () => {
  const fake = opened();
  fake.clock.nowMs += 120_000;
  expect(drawn(fake)[0]).toContain('2 m old');
});

test('a source is exported whole', () => {
  const { desk } = opened();
  const [first] = tablePane('sources').rows(desk);
  expect(fieldsOf(desk, 'sources', first)).toEqual([
    { name: 'id', value: 'con_1' },
    { name: 'name', value: 'Solana Trenches' },
    { name: 'platform', value: 'discord' },
    { name: 'origin', value: '1142' },
    { name: 'state', value: 'on' },
    { name: 'created_at', value: '2025-11-21T00:00:00.000Z' },
  ]);
});
