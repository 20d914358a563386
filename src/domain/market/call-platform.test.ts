import { expect, test } from 'vitest';
import { callPlatform } from './call-platform.ts';

test.each([
  ['twitter', 'x'],
  ['X', 'x'],
  ['onchain', 'trade'],
  ['trade', 'trade'],
  ['Discord', 'discord'],
  ['farcaster', 'farcaster'],
  ['constructor', 'constructor'],
])('%s is %s', (sent, name) => expect(callPlatform(sent)).toBe(name));
