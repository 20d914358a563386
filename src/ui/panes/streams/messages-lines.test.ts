import { describe, expect, test } from 'vitest';
import { hostileTexts, isCellSafe } from '../../../stores/desk-data.fixture.ts';
import { rawMessage, streamRow } from '../../../stores/streams.fixture.ts';
import type { MessagesView } from '../../desk/desk-ui.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { lineWidth } from '../../text/span.ts';
import { messagesLines } from './messages-lines.ts';
import { selectedMessage } from './shown-messages.ts';

const viewOf = (over: Partial<MessagesView> = {}): MessagesView => ({
  kind: 'messages',
  rowKey: streamRow().key,
  isAll: false,
  selectedSeq: null,
  held: null,
  opened: null,
  ...over,
});

const event = JSON.stringify({ event: 'update', channel: 'presence-portfolio', data: '{"type":"swap","taskId":"t1"}' });

function withMessages(): FakeDesk {
  const fake = fakeDesk();
  const { state } = fake.streams;
  state.rows = [streamRow()];
  state.messages = [
    rawMessage('{"event":"pusher:pong"}', { seq: 3, atMs: readAtMs, channel: null }),
    rawMessage(event, { seq: 2, atMs: readAtMs - 1_000 }),
    rawMessage('no json', { seq: 1, atMs: readAtMs - 2_000, problem: 'a frame without an event' }),
  ];
  return fake;
}

const drawn = ({ desk }: FakeDesk, view: MessagesView, width = 100, height = 20): string[] =>
  texts(messagesLines(desk, view, { x: 0, y: 1, width, height }));

describe('the list', () => {
  test('has the messages of the one channel, newest first, with what is wrong with them', () => {
    const text = drawn(withMessages(), viewOf()).join('\n');
    expect(text).toMatch(/Messages of portfolio\.notifications .* 2 kept/);
    expect(text).toMatch(/live {2}presence-portfolio/);
    expect(text).toMatch(
      /▸ 14:03:21 +96 +update +\{"type":"swap","taskId":"t1"\}(?:.|\n)*14:03:20 +7 +– +✕ a frame without/,
    );
    expect(text).not.toContain('pong');
  });

  test('or those of all channels, pongs and handshakes too', () => {
    const text = drawn(withMessages(), viewOf({ isAll: true })).join('\n');
    expect(text).toMatch(/Messages of all channels .* 3 kept/);
    expect(text).toMatch(/▸ 14:03:22 +23 +– +pong/);
    expect(text).toMatch(/presence-portfolio +update/);
  });

  test('an integer above 2^53 is shown with all its digits, in the list and opened', () => {
    const fake = withMessages();
    const data = { amountIn: 1, fee: 2 };
    const text = JSON.stringify({ event: 'update', data }).replace(':1,', ':18446744073709551615,');
    const message = rawMessage(text, { seq: 4, atMs: readAtMs });
    fake.streams.state.messages.unshift(message);
    expect(drawn(fake, viewOf()).join('\n')).toContain('{"amountIn":18446744073709551615,"fee":2}');
    const opened = viewOf({ opened: { message, scroll: 0 } });
    expect(drawn(fake, opened).join('\n')).toMatch(/"amountIn": 18446744073709551615,/);
  });

  test('held still, it stays as it was and counts what has come since', () => {
    const fake = withMessages();
    const held = fake.desk.streams.messages('presence-portfolio', 9);
    fake.streams.state.messages.unshift(rawMessage(event, { seq: 4, atMs: readAtMs }));
    const text = drawn(fake, viewOf({ held })).join('\n');
    expect(text).toContain('PAUSED +1');
    expect(text.match(/update/g)).toHaveLength(1);
  });

  test.each([
    ['nothing has come', {}, 'No recent messages of this stream.'],
    [
      'there is no channel',
      { channel: null, state: 'refused', reason: 'not yours' },
      'The service has not named a channel',
    ],
  ] as const)('says why it is empty when %s', (_what, over, words) => {
    const fake = fakeDesk();
    fake.streams.state.rows = [streamRow(over)];
    const text = drawn(fake, viewOf()).join('\n');
    expect(text).toContain(words);
    if ('reason' in over) expect(text).toContain(over.reason);
  });

  test('says when its stream has ended', () => {
    expect(drawn(fakeDesk(), viewOf()).join('\n')).toContain('This stream is no longer subscribed. Esc goes back.');
  });

  test('the selection stays on its message while others come, and on the oldest when it is no longer kept', () => {
    const messages = [9, 8, 5].map((seq) => rawMessage('x', { seq }));
    expect(selectedMessage(messages, viewOf())).toBe(0);
    expect(selectedMessage(messages, viewOf({ selectedSeq: 8 }))).toBe(1);
    expect(selectedMessage(messages, viewOf({ selectedSeq: 2 }))).toBe(2);
    expect(selectedMessage([], viewOf({ selectedSeq: 2 }))).toBeNull();
  });
});

describe('a message shown whole', () => {
  const opened = (text: string, over = {}) => viewOf({ opened: { message: rawMessage(text, over), scroll: 0 } });
  const body = (lines: readonly string[]) => lines.slice(1, -1).map((line) => line.slice(2, -2).trimEnd());

  test('has its JSON laid out, with the JSON inside data opened', () => {
    const lines = body(drawn(withMessages(), opened(event, { atMs: readAtMs })));
    expect(lines.slice(0, 10)).toEqual([
      'received 14:03:22   size 96 characters',
      '',
      '{',
      '  "event": "update",',
      '  "channel": "presence-portfolio",',
      '  "data": {',
      '    "type": "swap",',
      '    "taskId": "t1"',
      '  }',
      '}',
    ]);
  });

  test('that is no JSON, or was too long to keep, is shown as it came, and says so', () => {
    expect(drawn(withMessages(), opened('no json')).join('\n')).toContain('no json');
    const cut = drawn(withMessages(), opened('{"event":"upd', { lengthChars: 9_000 })).join('\n');
    expect(cut).toContain('Only its first 13 characters are kept.');
    expect(cut).toContain('{"event":"upd');
  });

  test('scrolls, and says where', () => {
    const long = JSON.stringify({ event: 'update', data: Array.from({ length: 50 }, (_, index) => index) });
    const view = opened(long);
    const at = (scroll: number) =>
      drawn(withMessages(), { ...view, opened: { message: view.opened!.message, scroll } });
    expect(at(0)[0]).toContain('1–16 of 55');
    expect(at(10)[0]).toContain('11–26 of 55');
    expect(at(1_000)[0]).toContain('40–55 of 55');
  });
});

test('every line has the width asked for, whatever comes over the wire', () => {
  const fake = withMessages();
  const deep = '['.repeat(2_000) + ']'.repeat(2_000);
  for (const text of [...hostileTexts, deep, JSON.stringify({ event: 'x', data: deep })]) {
    const json = JSON.stringify({ event: text, channel: text, data: JSON.stringify({ a: text, [text]: [text] }) });
    for (const message of [text, json].map((one) =>
      rawMessage(one.slice(0, 4_096), { channel: text, problem: text }),
    )) {
      fake.streams.state.rows = [streamRow({ channel: text, reason: text })];
      fake.streams.state.messages = [message];
      for (const view of [viewOf(), viewOf({ isAll: true }), viewOf({ opened: { message, scroll: 3 } })])
        for (const [width, height] of [
          [60, 14],
          [80, 22],
          [200, 58],
        ] as const) {
          const lines = messagesLines(fake.desk, view, { x: 0, y: 1, width, height });
          expect(lines).toHaveLength(height);
          for (const line of lines) {
            expect(lineWidth(line)).toBe(width);
            for (const { text: cell } of line) expect(isCellSafe(cell), JSON.stringify(text).slice(0, 80)).toBe(true);
          }
        }
    }
  }
});
