import { describe, expect, test } from 'vitest';
import { createKeyReader, type KeyReaderEvent } from './key-reader.ts';

const functionKeys = new Map([
  ['\x1bOP', 'F1'],
  ['\x1b[[A', 'F1'],
  ['\x1b[[E', 'F5'],
  ['\x1b[17~', 'F6'],
  ['\x1b[24~', 'F12'],
]);

function setUp() {
  const clock = { nowMs: 0 };
  return { clock, read: createKeyReader(() => clock.nowMs, functionKeys) };
}

const keys = (...names: string[]): KeyReaderEvent[] => names.map((key) => ({ kind: 'key', key }));

describe('one stroke', () => {
  test.each([
    ['c', 'c'],
    ['H', 'H'],
    ['é', 'é'],
    ['\r', 'Enter'],
    ['\x1b', 'Esc'],
    ['\t', 'Tab'],
    ['\x1b[Z', 'S-Tab'],
    [' ', 'Space'],
    ['\x7f', 'Backspace'],
    ['\x1b[A', 'Up'],
    ['\x1bOB', 'Down'],
    ['\x1b[5~', 'PageUp'],
    ['\x1bOP', 'F1'],
    ['\x1b[[A', 'F1'],
    ['\x1b[[E', 'F5'],
    ['\x1b[17~', 'F6'],
    ['\x1b[24~', 'F12'],
    ['\x03', 'C-c'],
    ['\x1b1', 'M-1'],
  ])('%j is %s', (chunk, key) => {
    expect(setUp().read(chunk)).toEqual(keys(key));
  });

  test('that repeats may arrive several times at once', () => {
    expect(setUp().read('\x1b[B\x1b[B\x1b[A')).toEqual(keys('Down', 'Down', 'Up'));
  });

  test('that is unknown has no effect, also not by its final letters', () => {
    expect(setUp().read('\x1b[1;5y')).toEqual([]);
  });
});

describe('pasted text', () => {
  test.each(['yes', 'y\r', '0xecd3\n', 'constructor'])('%j presses nothing', (text) => {
    expect(setUp().read(text)).toEqual([{ kind: 'paste', text }]);
  });

  test('may arrive in several chunks', () => {
    const { clock, read } = setUp();
    read('long text');
    clock.nowMs = 20;
    expect(read('y')).toEqual([{ kind: 'paste', text: 'y' }]);
    clock.nowMs = 120;
    expect(read('y')).toEqual(keys('y'));
  });

  test('presses nothing in later chunks: no line end, no tab, no multi-byte key', () => {
    const { clock, read } = setUp();
    read('close btc 50%');
    for (const chunk of ['\r', 'y', '\t', '\x1b[A', '\n']) {
      clock.nowMs += 59;
      expect(read(chunk).some(({ kind }) => kind === 'key')).toBe(false);
    }
    expect(read('\x03')).toEqual(keys('C-c'));
    expect(read('\x1b')).toEqual(keys('Esc'));
    clock.nowMs += 60;
    expect(read('\r')).toEqual(keys('Enter'));
  });

  test('may have brackets although they were not enabled', () => {
    const { clock, read } = setUp();
    expect(read('\x1b[200~')).toEqual([]);
    clock.nowMs += 30;
    expect(read('y')).toEqual([{ kind: 'paste', text: 'y' }]);
  });
});
