import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TerminalEmulator } from '../driver/terminal-emulator.ts';

const [head = '', ...lines] = readFileSync(join(import.meta.dirname, '../../docs/recordings/first-trade.cast'), 'utf8')
  .trim()
  .split('\n');
const header = JSON.parse(head) as { version: number; width: number; height: number };
const events = lines.map((line) => JSON.parse(line) as [seconds: number, kind: string, text: string]);

test('the recorded first trade is in the format of players, and between 20 and 60 seconds long', () => {
  expect(header).toMatchObject({ version: 2, width: 120, height: 34 });
  for (const [index, [seconds, kind]] of events.entries()) {
    expect(kind).toBe('o');
    expect(seconds).toBeGreaterThanOrEqual(events[index - 1]?.[0] ?? 0);
  }
  expect(events.at(-1)?.[0]).toSatisfy((seconds: number) => seconds > 20 && seconds < 60);
});

test('played, it shows the trade from the desk to its outcome', () => {
  const emulator = new TerminalEmulator(header.width, header.height, () => {});
  const seen = new Set<string>();
  const wanted = [
    '● Connected',
    'Close position',
    'Send (y)',
    'Closed 2.1 ETH',
    'New perp order',
    'FUNDING',
    'accepted',
  ];
  for (const [, , text] of events) {
    emulator.take(text);
    for (const one of wanted) if (emulator.glance().shows(one)) seen.add(one);
  }
  expect([...seen].sort()).toEqual(wanted.sort());
});
