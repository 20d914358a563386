import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askLine } from './key-input.ts';

/** A terminal that types what the test tells it to, and remembers its mode. */
function createTerminal(isTTY = true) {
  const stdin = Object.assign(new PassThrough(), {
    isTTY,
    isRaw: false,
    modes: [] as boolean[],
    setRawMode(isRaw: boolean) {
      stdin.isRaw = isRaw;
      stdin.modes.push(isRaw);
      return stdin;
    },
  });
  const output = new PassThrough().setEncoding('utf8');
  let shown = '';
  output.on('data', (text: string) => {
    shown += text;
  });
  const controller = new AbortController();
  const ask = (isSecret: boolean) =>
    askLine({
      prompt: 'Key: ',
      isSecret,
      stdin: stdin as unknown as NodeJS.ReadStream,
      output: output as unknown as NodeJS.WriteStream,
      signal: controller.signal,
    });
  const close = async () => {
    await new Promise((ended) => output.on('end', ended).end());
    return shown;
  };
  return { stdin, ask, controller, close };
}

test('a secret is read without echo, and the terminal is restored', async () => {
  const { stdin, ask, close } = createTerminal();
  const answer = ask(true);
  for (const key of 'sk_a_b\r') stdin.write(key);
  expect(await answer).toBe('sk_a_b');
  expect(await close()).toBe('Key: \n');
  expect(stdin.modes).toEqual([true, false]);
});

test.each([
  ['backspace', 'ax\x7fb\r', 'ab'],
  ['backspace at the start', '\x7f\x7fa\r', 'a'],
  ['a wide character goes as one', '😀\x7fa\r', 'a'],
  ['Ctrl-U clears', 'wrong\x15right\r', 'right'],
  ['arrow keys and paste marks are no text', '\x1b[200~a\x1b[Db\x1b[201~\x1bOH\r', 'ab'],
  ['blanks around a paste go', '  sk_a_b \n', 'sk_a_b'],
  ['umlauts', 'pässwörd\r', 'pässwörd'],
])('%s', async (_, typed, line) => {
  const { stdin, ask } = createTerminal();
  const answer = ask(true);
  stdin.write(typed);
  expect(await answer).toBe(line);
});

test('a character split between two reads is joined', async () => {
  const { stdin, ask } = createTerminal();
  const answer = ask(true);
  const bytes = Buffer.from('ä\r');
  stdin.write(bytes.subarray(0, 1));
  stdin.write(bytes.subarray(1));
  expect(await answer).toBe('ä');
});

test('a visible prompt echoes typing and erasing, but no control characters', async () => {
  const { stdin, ask, close } = createTerminal();
  const answer = ask(false);
  stdin.write('ab\x7f\x9b\x07c\r');
  expect(await answer).toBe('ac');
  expect(await close()).toBe('Key: ab\b \bc\n');
});

test.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('%s aborts and restores the terminal', async (_, key) => {
  const { stdin, ask } = createTerminal();
  const answer = ask(true);
  stdin.write(key);
  await expect(answer).rejects.toMatchObject({ name: 'InputAbortedError', exitCode: 130 });
  expect(stdin.isRaw).toBe(false);
  expect(stdin.listenerCount('data')).toBe(0);
});

test('a signal aborts, before the prompt and during it', async () => {
  const { stdin, ask, controller } = createTerminal();
  const answer = ask(true);
  controller.abort();
  await expect(answer).rejects.toThrow('Cancelled');
  await expect(ask(true)).rejects.toThrow('Cancelled');
  expect(stdin.isRaw).toBe(false);
});

test('a pipe answers line by line, without a prompt', async () => {
  const { stdin, ask, close } = createTerminal(false);
  stdin.end('sk_a_b\npassphrase\nlast');
  expect([await ask(true), await ask(true), await ask(true)]).toEqual(['sk_a_b', 'passphrase', 'last']);
  await expect(ask(true)).rejects.toThrow('Cancelled');
  expect(await close()).toBe('');
});
