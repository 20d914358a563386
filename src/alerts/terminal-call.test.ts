import { expect, test } from 'vitest';
import { terminalCall } from './terminal-call.ts';

test('one bell for all, one notification each, and no text that could end its sequence', () => {
  expect(terminalCall(['a', 'b'], { bell: true, notification: 'off' })).toBe('\x07');
  expect(terminalCall(['a'], { bell: false, notification: 'off' })).toBe('');
  expect(terminalCall([], { bell: true, notification: 'osc9' })).toBe('');
  expect(terminalCall(['4;1'], { bell: true, notification: 'osc9' })).toBe('\x1b]9;swapdeck: 4;1\x1b\\\x07');
  const hostile = terminalCall(['a;b\x07\x1b]52;c;x\x1b\\\x9c'], { bell: false, notification: 'osc777' });
  expect(hostile).toMatch(/^\x1b\]777;notify;swapdeck;a,b[^\p{Cc};]*\x1b\\$/u);
});
