import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { functionKeySequences } from '../../src/ui/keys/function-key-sequences.ts';

/** Terminals that people use, by their entries in terminfo. */
const terminals = [
  'linux',
  'screen',
  'tmux',
  'xterm',
  'foot',
  'xterm-kitty',
  'ms-terminal',
  'alacritty',
  'putty',
  'rxvt-unicode',
];

/** F1 to F12 as a terminal's entry says that it sends them; null where the entry is not installed. */
function keysOf(terminal: string): Map<string, string> | null {
  const { status, stdout } = spawnSync('infocmp', ['-1', terminal], { encoding: 'utf8' });
  if (status !== 0) return null;
  const found = [...stdout.matchAll(/\tkf(\d+)=(\S+),/g)].filter(
    ([, number]) => Number(number) > 0 && Number(number) <= 12,
  );
  return new Map(found.map(([, number, text = '']) => [`F${number}`, text.replaceAll('\\E', '\x1b')]));
}

describe('function keys', () => {
  const known = terminals.map((terminal) => [terminal, keysOf(terminal)] as const);
  test.each(known.filter(([, keys]) => keys))('of %s are heard', (_, keys) => {
    for (const [key, sequence] of keys ?? [])
      expect([sequence, functionKeySequences.get(sequence)]).toEqual([sequence, key]);
  });
});
