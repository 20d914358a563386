import Big from 'big.js';
import { expect, test } from 'vitest';
import { known, signTone } from './cells.ts';
import { span } from './span.ts';

test('what is unknown is a dim dash, and a zero is a zero', () => {
  expect(known(null, String)).toEqual(span('–', 'muted'));
  expect(known(undefined, String)).toEqual(span('–', 'muted'));
  expect(known(0, String, 'up')).toEqual(span('0', 'up'));
});

test('the tone says the sign, and nothing where there is none', () => {
  expect([new Big(1), new Big(-1), new Big(0), null].map(signTone)).toEqual(['up', 'down', 'plain', 'plain']);
});
