import type { Random } from '../../src/platform/time/random.ts';
import { keySequence } from '../driver/key-sequence.ts';
import { type confirming, faults, garbage, pastes, pools, sizes } from './alphabet.ts';

/** One thing that is done to the desk. `bytes` are latin-1 text, a character a byte, so that broken UTF-8 can be sent too. */
export type Move =
  | {
      readonly kind: 'keys';
      readonly bytes: string;
      readonly keys: number;
      /** Where the bytes are cut in two: the second half comes when the first one has been heard. */
      readonly cutAt?: number;
    }
  | { readonly kind: 'ages'; readonly ms: number }
  /** Waits for what was asked of the service, and for what is held back of the keys. */
  | { readonly kind: 'answers' | 'settles' }
  /** `isHasty`: whatever comes next comes before anything is drawn at that size. */
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number; readonly isHasty?: boolean }
  | { readonly kind: 'fault'; readonly path: string; readonly body: Readonly<Record<string, unknown>> }
  /** So many answers to come have other numbers in them. */
  | { readonly kind: 'numbers'; readonly answers: number };

/** The next move that is no confirming key. */
export function randomMove(random: Random): Move {
  const turn = random.int(1_000);
  if (turn < 25) return resize(random);
  if (turn < 40) return { kind: 'fault', ...pick(random, faults) };
  if (turn < 45) return { kind: 'numbers', answers: 1 + random.int(8) };
  if (turn < 75) return typed(pick(random, garbage), 1);
  if (turn < 95) return paste(random);
  if (turn < 115) return heldKey(random);
  if (turn < 200) return mouse(random);
  return someKeys(random);
}

/** A confirming key, and whatever comes after it. */
export function confirmingMove(random: Random, key: (typeof confirming)[number]): Move {
  const { bytes, keys } = someKeys(random);
  return typed(keySequence(key) + bytes, keys + 1);
}

export const typedMove = (text: string): Move => typed(bytesOf(text), [...text].length);

/** Part of what is pasted, as the terminal sends it; no key of it is to be heard. */
export const pastedMove = (bytes: string): Move => typed(bytes, 1);

export const pressedMove = (keys: readonly string[]): Move => typed(keys.map(keyBytes).join(''), keys.length);

const typed = (bytes: string, keys: number) => ({ kind: 'keys', bytes, keys }) as const;

function someKeys(random: Random): Extract<Move, { kind: 'keys' }> {
  const count = 1 + random.int(16);
  return typed(Array.from({ length: count }, () => keyBytes(randomKey(random))).join(''), count);
}

function heldKey(random: Random): Move {
  const times = 2 + random.int(12);
  return typed(keyBytes(randomKey(random)).repeat(times), times);
}

/** Whole, or with an end that comes a moment later. */
function paste(random: Random): Move {
  const move = typed(bytesOf(`\x1b[200~${pick(random, pastes)}\x1b[201~`), 1);
  return random.next() < 0.7 ? move : { ...move, cutAt: 1 + random.int(move.bytes.length - 1) };
}

/** Clicks, double clicks, turns of the wheel and storms of it, in either form, at times in two halves. */
function mouse(random: Random): Move {
  const turn = random.next();
  const at = `${1 + random.int(210)};${1 + random.int(64)}`;
  const click = `\x1b[<0;${at}M\x1b[<0;${at}m`;
  if (turn < 0.3) return typed(click, 1);
  if (turn < 0.4) return typed(click.repeat(2), 2);
  if (turn < 0.6) {
    const times = random.next() < 0.2 ? 60 : 1 + random.int(6);
    return typed(`\x1b[<${64 + random.int(2)};${at}M`.repeat(times), times);
  }
  if (turn < 0.7) return typed(`\x1b[<${random.int(132)};${at}${pick(random, ['M', 'm'])}`, 1);
  const report = turn < 0.85 ? `\x1b[<0;${at}M` : oldReport(random);
  return { ...typed(report, 1), cutAt: 1 + random.int(report.length - 1) };
}

/** Its bytes are none of the letters, which a desk that leaves the mouse to the terminal would take for keys. */
function oldReport(random: Random): string {
  const button = pick(random, [0, 3, 64, 65]);
  return `\x1b[M${[32 + button, 33 + random.int(30), 33 + random.int(30)].map((code) => String.fromCharCode(code)).join('')}`;
}

function resize(random: Random): Move {
  const [columns, rows] =
    random.next() < 0.6 ? pick(random, sizes) : ([40 + random.int(161), 10 + random.int(51)] as const);
  return { kind: 'resize', columns, rows, ...(random.next() < 0.3 && { isHasty: true }) };
}

export function randomKey(random: Random): string {
  let at = random.int(pools.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, keys] of pools) {
    if (at < weight) return pick(random, keys);
    at -= weight;
  }
  return 'Tab';
}

/** A key of the table, or a text that is typed. */
function keyBytes(key: string): string {
  try {
    return bytesOf(keySequence(key));
  } catch {
    return bytesOf(key);
  }
}

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

export const pick = <T>(random: Random, list: readonly T[]): T => list[random.int(list.length)] as T;
