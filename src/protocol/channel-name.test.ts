import { expect, test } from 'vitest';
import { isChannelName } from './channel-name.ts';

test.each(['svm.token.swaps', 'presence-user_1', 'a-b=c@d,e.f;g', 'x'.repeat(164)])('%s is a channel name', (name) => {
  expect(isChannelName(name)).toBe(true);
});

test.each(['', 'a b', 'a:b', 'a\n', 'ä', 'x'.repeat(165), '#all'])('%j is not', (name) => {
  expect(isChannelName(name)).toBe(false);
});
