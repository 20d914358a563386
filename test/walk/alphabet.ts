import { commands } from '../../src/ui/commands/commands.ts';
import { defaultBindings } from '../../src/ui/keys/keymap.ts';

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
  'Up',
  'Down',
  'Left',
  'Right',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Tab',
  'S-Tab',
  'Space',
  'Backspace',
  'Delete',
  'Insert',
  'Esc',
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
];
const controls = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `C-${letter}`);
const alts = [...'abcdefghijkmnoprstuvwxz0123456789'].map((letter) => `M-${letter}`);
const bound = Object.values(defaultBindings(commands)).flat();

export const pools: readonly (readonly [weight: number, keys: readonly string[]])[] = [
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
      'W',
      'B',
      'V',
      'C-f',
      'T',
      'F9',
      '-',
    ],
  ],
  // What is typed into fields.
  [8, ['1', '2', '5', '0', '.', 'SOL', 'JUP', 'USDC', 'BTC', '0.5', '25%', '100', 'C-u', 'Tab']],
];

/** Broken, foreign or oversized sequences. None of them has a byte that could be heard as a confirming or a leaving key. */
export const garbage = [
  '\x1b[<',
  '\x1b[<0;10;',
  '\x1b[<0;10;5;5;5M',
  '\x1b[<99999999;1;1M',
  '\x1b[M',
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

export const pastes = [
  'BTC',
  '0.5',
  '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe',
  'y\ry\ry\r',
  'FLATTEN\r',
  'y',
  '\x1b]0;owned\x07\x1b[2J\x1b[?1049l',
  '\x1b[31mred\x1b[0m',
  '\x1b[<0;10;5M',
  '(',
  '[a-z',
  '.*\\',
  '-1',
  '1e30',
  '0x10',
  '0.000000000000000000000000000001',
  '\u202eevil\u2066 zero\u200bwidth',
  'a\u0301\u0302\u0303\u0304\u0305'.repeat(20),
  '漢字 ﷽',
  '__proto__',
  '9'.repeat(5_000),
  'line one\nline two\r\nline three\ttab',
  '\x00\x07\x08\x7f',
  '',
];

export const sizes = [
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

export const faults: readonly { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = [
  { path: 'faults', body: { kind: 'latency', delayMs: 400, times: 10 } },
  { path: 'faults', body: { kind: 'latency', route: 'GET *', delayMs: 3_000, times: 6 } },
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
