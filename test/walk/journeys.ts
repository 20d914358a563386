import type { Random } from '../../src/platform/time/random.ts';
import { verbs } from '../../src/ui/command-line/verbs/verbs.ts';
import { commands } from '../../src/ui/commands/commands.ts';
import { pick } from './random-moves.ts';

/**
 * A way to something that can be sent or seen: keys by name, texts that are typed, and a number where so many milliseconds
 * pass. Between two legs Enter is pressed, a confirming key and a move of its own; so it is behind the last one.
 */
export type Journey = readonly (readonly (string | number)[])[];

const journeys: readonly Journey[] = [
  [['1', 'g', 'c']],
  [['1', 'j', 'c', 'C-u', '5', '0']],
  [['1', 'g', 'm', '1', '0']],
  [['1', 'G', 'Q', 'h']],
  [['1', 'g', 'Q', 'b']],
  [['1', 'j', 'Q', 'd']],
  [['2', 'g', 'x']],
  [['2', 'j', 'x']],
  [['s', 'Tab', 'Tab', '1', 'Tab', 'JUP', 'Tab', 250]],
  [['o', 'Tab', 'Tab', '1', 'Tab', 'USDC', 'Tab', 'Tab', 'Tab', '9', 'Tab', 'Tab', 'C-u', '2', '4', 250]],
  [['1', 'g', 'N', 'Tab', 'Tab', 'Tab', '9', '0', '0', '0', '0', 'Tab', '0', '.', '0', '1']],
  [['L', 'Tab', 'C-u', '4']],
  [['8', 'g', 'x']],
  [['8', 'g', 'e']],
  [['8', 'g', 'M', '1']],
  [['8', 'M', '-', '2']],
  [['.']],
  [['F']],
  [['X']],
  [['!']],
  [['-', 'n', 'walk']],
  [['-', 't', 'e']],
  [['-', 't', 't', 'n', 'walk']],
  [['-', 'M']],
  [['3', 'g', 'B', 320, '1', 320]],
  [['3', 'G', 'B', 320, '6', 320]],
  [['3', 'j', 'j', 'w', 'B', 320, '0', 320]],
  [['3', 'j', 'V', 120, 'PageDown', 'Down']],
  [['0', 'j', 'V', 120]],
  [
    ['C-f', 'JU', 250],
    ['s', '0', '.', '1', 'Tab', 250],
  ],
  [['C-f', 'WIF', 250, 'Down'], ['o']],
  [['C-f', 'so', 250], ['t']],
  [['F2', 'M-b', 't', 'M-m', 'G', 'n', '1']],
  [['F3', 'M-t', 'G', 'PageDown', 100, 'V']],
  [['F4', 'M-s', 'j', 'M-c', 'M-n', '/', '(']],
  [['F5', 'M-k', 'z', 'Esc', '-']],
  [['F6', 'M-n', 'g', '5', 'a', 'x']],
  [['F9'], ['1', 'j'], ['Tab'], ['?']],
];

/** Leaving the desk ends a walk; a walk that has halted trading has nothing left to send. */
const apart = ['desk.quit', 'trading.mode'];
const titles = commands.filter(({ id }) => !apart.includes(id)).map(({ title }) => title);
const lines = verbs
  .filter(({ name }) => !['quit', 'halt', 'reduce', 'active'].includes(name))
  .flatMap(({ examples }) => examples);

const words = [
  '0',
  '-1',
  '1',
  '0.5',
  '1e30',
  '99999999999999999999999999',
  '0.000000000000000000001',
  '100%',
  '-5%',
  '101%',
  'half',
  'all',
  'SOL',
  'BTC',
  'JUP',
  'USDC',
  'sniper',
  'main',
  '(',
  '[a-z',
  '.*',
  '\\',
  '"',
  '漢字',
  '',
  '%',
  '<',
  '5x',
  'at',
];

const arranging = ['Left', 'Right', 'Up', 'Down', 'h', 'l', 'k', 'j', '>', 's', '<', 'Tab', 'S-Tab', 'r'];

export function journey(random: Random): Journey {
  const turn = random.next();
  if (turn < 0.15) return [['C-p', pick(random, titles)]];
  if (turn < 0.35) return [[':', otherWords(random, pick(random, lines))]];
  if (turn < 0.43) return [arrangement(random)];
  return pick(random, journeys);
}

/** An example of a command, at times with another word in it. */
function otherWords(random: Random, line: string): string {
  if (random.next() < 0.4) return line;
  const [verb = '', ...others] = line.split(' ');
  const at = random.int(others.length + 1);
  return [verb, ...others.slice(0, at), pick(random, words), ...others.slice(at + 1)].join(' ');
}

/** A layout is moved far, in one direction most of all. */
function arrangement(random: Random): string[] {
  const most = pick(random, arranging.slice(0, 4));
  const keys = Array.from({ length: 24 }, () => (random.next() < 0.5 ? most : pick(random, arranging)));
  return [`F${1 + random.int(6)}`, 'W', ...keys, 'Esc'];
}
