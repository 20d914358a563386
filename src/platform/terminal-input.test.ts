import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from './fake-clock.ts';
import { createTerminalInput, mouseOff, mouseOn, type TerminalInput } from './terminal-input.ts';

class FakeTty extends EventEmitter {
  readonly calls: string[] = [];
  readonly #chunks: Buffer[] = [];

  sends(...chunks: readonly (string | Buffer)[]): void {
    this.#chunks.push(...chunks.map((chunk) => Buffer.from(chunk as string)));
    this.emit('readable');
  }

  read(): Buffer | null {
    return this.#chunks.shift() ?? null;
  }

  setRawMode(isRaw: boolean): this {
    this.calls.push(`raw ${isRaw}`);
    return this;
  }

  ref(): this {
    this.calls.push('ref');
    return this;
  }

  unref(): this {
    this.calls.push('unref');
    return this;
  }
}

let tty: FakeTty;
let clock: FakeClock;
let written: string[];
let heard: unknown[];
let input: TerminalInput;
const read = (): void => {
  for (let chunk = input.stream.read(); chunk !== null; chunk = input.stream.read()) heard.push(chunk);
};

beforeEach(() => {
  tty = new FakeTty();
  clock = new FakeClock();
  written = [];
  heard = [];
  input = createTerminalInput({ tty: tty as never, write: (bytes) => void written.push(bytes), clock });
  input.onMouse((report) => heard.push(report));
  input.stream.addListener('readable', read);
});

const press = { kind: 'press', x: 4, y: 2 };

test('keys and clicks are heard in the order in which they were made', () => {
  input.setMouse(true);
  tty.sends('a\x1b[<0;5;3Mb', '\x1b[<0;5;3mc');
  expect(heard).toEqual(['a', press, 'b', 'c']);
});

test('the terminal is asked for reports only when they are wanted, and once', () => {
  expect(written).toEqual([]);
  input.setMouse(false);
  input.setMouse(true);
  input.setMouse(true);
  input.setMouse(false);
  expect(written).toEqual([mouseOn, mouseOff]);
});

test('until then every byte goes on as it is; after it, a report that was under way is no key', () => {
  tty.sends('\x1b', '[<0;5;3My');
  expect(heard).toEqual(['\x1b', '[<0;5;3My']);
  heard.length = 0;
  input.setMouse(true);
  input.setMouse(false);
  tty.sends('\x1b[<0;5;3My');
  expect(heard).toEqual(['y']);
});

test('a lone Esc is a key after 15 ms', async () => {
  input.setMouse(true);
  tty.sends('\x1b');
  await clock.advance(14);
  expect(heard).toEqual([]);
  await clock.advance(1);
  expect(heard).toEqual(['\x1b']);
  expect(clock.pending).toBe(0);
});

test('a report that comes in pieces is none of its parts, however long it takes', async () => {
  input.setMouse(true);
  for (const piece of ['\x1b[<', '0;5', ';3', 'M']) {
    tty.sends(piece);
    await clock.advance(5_000);
  }
  expect(heard).toEqual([press]);
});

test('letters of several bytes are whole, also when a chunk ends in them', () => {
  input.setMouse(true);
  const [first, ...rest] = Buffer.from('é漢');
  tty.sends(Buffer.from([first ?? 0]));
  tty.sends(Buffer.from(rest));
  expect(heard.join('')).toBe('é漢');
});

test('nothing is read while nobody listens, and what was half a report then is forgotten', () => {
  input.setMouse(true);
  tty.sends('\x1b[<0;5');
  input.stream.removeListener('readable', read);
  expect(tty.listenerCount('readable')).toBe(0);
  input.stream.addListener('readable', read);
  tty.sends('q');
  expect(heard).toEqual(['q']);
});

test('raw mode and the hold on the process are those of the terminal', () => {
  input.stream.setRawMode(true);
  input.stream.ref();
  input.stream.setRawMode(false);
  input.stream.unref();
  expect(tty.calls).toEqual(['raw true', 'ref', 'raw false', 'unref']);
});
