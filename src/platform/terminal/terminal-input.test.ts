import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../time/fake-clock.fixture.ts';
import { createTerminalInput, inkEscapeMs, mouseOff, mouseOn, type TerminalInput } from './terminal-input.ts';

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

test('keys and clicks arrive in order', () => {
  input.setMouse(true);
  tty.sends('a\x1b[<0;5;3Mb', '\x1b[<0;5;3mc');
  expect(heard).toEqual(['a', press, 'b', 'c']);
});

test('mouse reports are enabled once, and only when wanted', () => {
  expect(written).toEqual([]);
  input.setMouse(false);
  input.setMouse(true);
  input.setMouse(true);
  input.setMouse(false);
  expect(written).toEqual([mouseOn, mouseOff]);
});

test('before that, reports pass unchanged; after it, a pending report is not a key', () => {
  tty.sends('\x1b', '[<0;5;3My');
  expect(heard).toEqual(['\x1b[<0;5;3My']);
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

test('a report in pieces never counts as keys, however long it takes', async () => {
  input.setMouse(true);
  for (const piece of ['\x1b[<', '0;5', ';3', 'M']) {
    tty.sends(piece);
    await clock.advance(5_000);
  }
  expect(heard).toEqual([press]);
});

test('multi-byte characters stay whole across chunks', () => {
  input.setMouse(true);
  const [first, ...rest] = Buffer.from('é漢');
  tty.sends(Buffer.from([first ?? 0]));
  tty.sends(Buffer.from(rest));
  expect(heard.join('')).toBe('é漢');
});

test('nothing is read without listeners, and half a report is discarded', () => {
  input.setMouse(true);
  tty.sends('\x1b[<0;5');
  input.stream.removeListener('readable', read);
  expect(tty.listenerCount('readable')).toBe(0);
  input.stream.addListener('readable', read);
  tty.sends('q');
  expect(heard).toEqual(['q']);
});

test('raw mode and ref are passed to the terminal', () => {
  input.stream.setRawMode(true);
  input.stream.ref();
  input.stream.setRawMode(false);
  input.stream.unref();
  expect(tty.calls).toEqual(['raw true', 'ref', 'raw false', 'unref']);
});

const begin = '\x1b[200~';
const end = '\x1b[201~';

test.each([true, false])('a paste stays whole, however it is split (mouse %s)', (isOn) => {
  if (isOn) input.setMouse(true);
  for (const byte of `a${begin}y\x1b[2\ré${end}b`) tty.sends(byte);
  expect(heard.join('')).toBe(`a${begin}y\x1b[2\ré${end}b`);
  expect(heard).toContain(`${begin}y\x1b[2\ré${end}`);
});

test.each([true, false])(
  'a paste whose end is lost is dropped after 1 s of silence, and keys are heard again (mouse %s)',
  async (isOn) => {
    if (isOn) input.setMouse(true);
    tty.sends(`${begin}yyy`);
    await clock.advance(999);
    tty.sends('\r\x03');
    await clock.advance(999);
    expect(heard).toEqual([]);
    await clock.advance(1);
    for (const key of ['\x03', 'y', 'é', '\x1b[A', '\x1b[15~\x1b[15~']) tty.sends(key);
    expect(heard).toEqual(['\x03', 'y', 'é', '\x1b[A', '\x1b[15~\x1b[15~']);
    if (isOn) tty.sends('\x1b[<0;5;3M');
    expect(heard.at(-1)).toEqual(isOn ? press : '\x1b[15~\x1b[15~');
    expect(clock.pending).toBe(0);
  },
);

test('what comes of it after that is no key either, up to its end', async () => {
  tty.sends(`${begin}abc`);
  await clock.advance(1_000);
  tty.sends('y\r');
  tty.sends('y');
  tty.sends('\x1b[A\r\x1b[20');
  tty.sends('1~q');
  tty.sends('yy');
  expect(heard).toEqual(['q', 'yy']);
});

test('a late rest of a paste is never read as keys', async () => {
  tty.sends(`${begin}abc`);
  await clock.advance(1_000);
  tty.sends('\x1b[Ay\r');
  await clock.advance(1_000);
  tty.sends(`y${end}`);
  tty.sends(`${begin}x${end}`);
  expect(heard).toEqual([`${begin}x${end}`]);
});

test('a paste beyond 1 MB is dropped completely', async () => {
  tty.sends(begin);
  for (let index = 0; index < 101; index++) tty.sends('y'.repeat(10_000));
  tty.sends('y\ry');
  tty.sends(`y${end}k`);
  expect(heard).toEqual(['k']);
  tty.sends(`${begin}${'y'.repeat(999_990)}${end}`);
  expect(String(heard.at(-1)).length).toBe(999_990 + begin.length + end.length);
});

test('a paste whose start was split after Esc pastes and types nothing', async () => {
  tty.sends('\x1b');
  await clock.advance(15);
  tty.sends('[200~y\r');
  tty.sends(`yy${end}q`);
  expect(heard).toEqual(['\x1b', 'q']);
});

test('it reports what it has read, and whether a sequence is incomplete', async () => {
  const told: [number, boolean][] = [];
  input.onRead(() => told.push([input.bytes, input.isHolding]));
  tty.sends('aé');
  tty.sends('\x1b');
  expect(told).toEqual([
    [3, false],
    [4, true],
  ]);
  // 15 ms until it is a key, and 20 more until Ink takes it for one.
  await clock.advance(34);
  expect(input.isHolding).toBe(true);
  await clock.advance(1);
  expect(told.at(-1)).toEqual([4, false]);
  tty.sends(begin);
  expect(told.at(-1)).toEqual([10, true]);
  await clock.advance(1_000);
  expect(told.at(-1)).toEqual([10, false]);
  expect(clock.pending).toBe(0);
});

test('Ink waits for the rest of a sequence as long as is believed of it', () => {
  const app = readFileSync(new URL('components/App.js', import.meta.resolve('ink')), 'utf8');
  expect(app).toContain(`pendingInputFlushDelayMilliseconds = ${inkEscapeMs};`);
});
