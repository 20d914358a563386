import { defaultBindings } from '../../src/keys/bindings.ts';
import type { Random } from '../../src/platform/random.ts';
import { keySequence } from '../driver/key-sequence.ts';

/** One thing that is done to the desk. `bytes` are latin-1 text, a character a byte, so that broken UTF-8 can be sent too. */
export type Move =
  | { readonly kind: 'keys'; readonly bytes: string; readonly keys: number }
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'fault'; readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** Keys that can send what is on screen. They come first in what is sent, so that what the screen showed then is known. */
export const confirming = ['Enter', 'y'] as const;

/** Keys that leave the desk, and those that put it to sleep. */
const leaving = ['q', 'C-c', 'C-z'];

/** Halts all trading: a walk that hears it often has little left to send. */
const halting = ['H'];

/** The same bytes as Enter. */
const likeEnter = ['C-m', 'C-j'];

const isSafe = (key: string): boolean =>
  ![...leaving, ...halting, ...likeEnter, ...confirming].includes(key as (typeof confirming)[number]);

/** No emoji: the emulator takes them for narrow ones, as terminals before 2016 did. */
const letters = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,-+%:/?!@#$^&*()[]{}<>=_~`\'"|\\; é漢',
];
const special = [
  ...['Up', 'Down', 'Left', 'Right', 'Home', 'End', 'PageUp', 'PageDown', 'Tab', 'S-Tab', 'Space', 'Backspace'],
  ...['Delete', 'Insert', 'Esc', ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`)],
];
const controls = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `C-${letter}`);
const alts = [...'abcdefghijkmnoprstuvwxz0123456789'].map((letter) => `M-${letter}`);
const bound = Object.values(defaultBindings).flat();

const pools: readonly (readonly [weight: number, keys: readonly string[]])[] = [
  [50, bound.filter(isSafe)],
  [12, letters.filter(isSafe)],
  [20, special.filter(isSafe)],
  [4, controls.filter(isSafe)],
  [3, alts],
  // What opens something: forms, menus, lists.
  [
    14,
    [
      'c',
      'm',
      'x',
      'o',
      's',
      'n',
      'N',
      'L',
      'Q',
      'F',
      'X',
      'e',
      'a',
      'A',
      ':',
      '/',
      '?',
      'C-p',
      'C',
      'E',
      'Y',
      'd',
      'w',
      'M',
    ],
  ],
  // What is typed into fields.
  [8, ['1', '2', '5', '0', '.', 'SOL', 'JUP', 'USDC', 'BTC', '0.5', '25%', '100', 'C-u', 'Tab']],
];

/** Broken, foreign or oversized sequences. None of them has a byte that could be heard as a confirming or a leaving key. */
const garbage = [
  '\x1b[<0;10;5M',
  '\x1b[<64;999;999m',
  '\x1b[M !!',
  '\x1b[',
  '\x1b[1;',
  '\x1bO',
  '\x1b[?',
  '\x1b[200',
  '\x1b[12;34R',
  '\x1b[?62;4c',
  '\x1b[99999999999999999999~',
  '\x1b[1;5;5;5;5;5A',
  '\x1b]0;title\x07',
  '\x1b]52;c;AAAA\x1b\\',
  '\x1bP1$r0m\x1b\\',
  '\x1b_Gi=1;OK\x1b\\',
  '\x1b\x1b\x1b',
  '\x1b[\x1b[A',
  '\x1b[I',
  '\x1b[O',
  '\x1b[97;5u',
  '\x1b[27;5;9~',
  '\x00\x00',
  '\xff\xfe',
  '\xe2\x82',
  '\xc0\xaf',
  '\x9b31m',
  '\x1b[201~',
];

const pastes = [
  'BTC',
  '0.5',
  '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe',
  'y\ry\ry\r',
  'FLATTEN\r',
  'y',
  '\x1b]0;owned\x07\x1b[2J\x1b[?1049l',
  '\x1b[31mred\x1b[0m',
  '\u202eevil\u2066 zero\u200bwidth',
  'a\u0301\u0302\u0303\u0304\u0305'.repeat(20),
  '漢字 ﷽',
  '__proto__',
  '9'.repeat(5_000),
  'line one\nline two\r\nline three\ttab',
  '\x00\x07\x08\x7f',
  '',
];

const sizes = [
  [80, 24],
  [120, 40],
  [200, 60],
  [60, 16],
  [59, 16],
  [60, 15],
  [20, 5],
  [116, 28],
  [180, 45],
] as const;

const faults: readonly { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = [
  { path: 'faults', body: { kind: 'latency', delayMs: 400, times: 10 } },
  { path: 'faults', body: { kind: 'serverError', route: 'GET *', times: 5 } },
  { path: 'faults', body: { kind: 'serverError', status: 503, isHandled: true, times: 3 } },
  { path: 'faults', body: { kind: 'rateLimit', times: 3 } },
  { path: 'faults', body: { kind: 'badJson', times: 3 } },
  { path: 'faults', body: { kind: 'hostileText', times: 20 } },
  { path: 'faults', body: { kind: 'resetMidBody', times: 3 } },
  { path: 'faults', body: { kind: 'dropAnswer', times: 2 } },
  { path: 'faults', body: { kind: 'hostileText', route: 'EVENT *', times: 20 } },
  { path: 'faults', body: { kind: 'duplicate', route: 'EVENT *', times: 20 } },
  { path: 'faults', body: { kind: 'closeSocket', route: 'CONNECT', times: 1 } },
  { path: 'sockets/close', body: { code: 4200 } },
  { path: 'sockets/close', body: { code: 1001 } },
  { path: 'sockets/mute', body: {} },
];

/** Ways to something that can be sent, from the desk up to the key that would ask for its confirmation. */
const journeys: readonly (readonly string[])[] = [
  ['1', 'g', 'c'],
  ['1', 'j', 'c', 'C-u', '5', '0'],
  ['1', 'g', 'm', '1', '0'],
  ['1', 'G', 'Q', 'h'],
  ['1', 'g', 'Q', 'b'],
  ['1', 'j', 'Q', 'd'],
  ['2', 'g', 'x'],
  ['2', 'j', 'x'],
  ['s', 'Tab', 'Tab', '1', 'Tab', 'JUP', 'Tab'],
  ['o', 'Tab', 'Tab', '1', 'Tab', 'USDC', 'Tab', 'Tab', 'Tab', '9', 'Tab', 'Tab', 'C-u', '2', '4'],
  ['1', 'g', 'N', 'Tab', 'Tab', 'Tab', '9', '0', '0', '0', '0', 'Tab', '0', '.', '0', '1'],
  ['L', 'Tab', 'C-u', '4'],
  ['8', 'g', 'x'],
  ['8', 'g', 'e'],
  ['.'],
  ['F'],
  ['X'],
  ['!'],
  ['-', 'n', 'walk'],
  ['-', 't', 'e'],
  ['-', 't', 't', 'n', 'walk'],
  ['-', 'M'],
  [':', 'close ETH 25%'],
  [':', 'margin BTC +25'],
  [':', 'cancel JUP'],
  [':', 'buy 0.5 SOL of JUP'],
  [':', 'trail sell half JUP 5.5%'],
  [':', 'stop all JUP 0.05'],
  ['C-p', 'close', 'Down'],
];

/** The way to something that can be sent; the Enter that goes on from there is a confirming key, and a move of its own. */
export function journey(random: Random): Move {
  const keys = pick(random, journeys);
  return { kind: 'keys', bytes: keys.map((key) => bytesOf(sequenceOf(key))).join(''), keys: keys.length };
}

/** The next move that is no confirming key. */
export function randomMove(random: Random): Move {
  const turn = random.int(1_000);
  if (turn < 25) return resize(random);
  if (turn < 40) return { kind: 'fault', ...pick(random, faults) };
  if (turn < 70) return { kind: 'keys', bytes: pick(random, garbage), keys: 1 };
  if (turn < 90) return { kind: 'keys', bytes: bytesOf(`\x1b[200~${pick(random, pastes)}\x1b[201~`), keys: 1 };
  if (turn < 110) {
    const times = 2 + random.int(12);
    return { kind: 'keys', bytes: bytesOf(sequenceOf(randomKey(random))).repeat(times), keys: times };
  }
  return someKeys(random);
}

/** A confirming key, and whatever comes after it. */
export function confirmingMove(random: Random, key: (typeof confirming)[number]): Move {
  const { bytes, keys } = someKeys(random);
  return { kind: 'keys', bytes: keySequence(key) + bytes, keys: keys + 1 };
}

export const typedMove = (text: string): Move => ({ kind: 'keys', bytes: bytesOf(text), keys: [...text].length });

function someKeys(random: Random): Extract<Move, { kind: 'keys' }> {
  const count = 1 + random.int(16);
  const bytes = Array.from({ length: count }, () => bytesOf(sequenceOf(randomKey(random)))).join('');
  return { kind: 'keys', bytes, keys: count };
}

function resize(random: Random): Move {
  const [columns, rows] =
    random.next() < 0.6 ? pick(random, sizes) : ([40 + random.int(161), 10 + random.int(51)] as const);
  return { kind: 'resize', columns, rows };
}

function randomKey(random: Random): string {
  let at = random.int(pools.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, keys] of pools) {
    if (at < weight) return pick(random, keys);
    at -= weight;
  }
  return 'Tab';
}

/** A key of the table, or a text that is typed. */
function sequenceOf(key: string): string {
  try {
    return keySequence(key);
  } catch {
    return key;
  }
}

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const pick = <T>(random: Random, list: readonly T[]): T => list[random.int(list.length)] as T;
