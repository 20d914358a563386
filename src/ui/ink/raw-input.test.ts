import { PassThrough } from 'node:stream';
import { render, Text, useInput } from 'ink';
import { createElement, useEffect } from 'react';
import { expect, test } from 'vitest';
import { keysOf, useRawInput } from './raw-input.ts';

const terminal = () => ({
  stdin: Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref: () => {}, unref: () => {} }),
  stdout: Object.assign(new PassThrough(), { columns: 20, rows: 3, isTTY: true }),
});

test('function keys come as the terminal sends them, one by one and between the other keys', async () => {
  const heard: string[] = [];
  const mounted = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  function Listener() {
    useRawInput((sequence) => {
      heard.push(sequence);
      if (sequence === 'z') all.resolve();
    });
    return createElement(Text, null, 'listening');
  }
  function Raw() {
    useInput(() => {});
    useEffect(() => mounted.resolve());
    return createElement(Listener);
  }
  const { stdin, stdout } = terminal();
  const app = render(createElement(Raw), { stdin, stdout, debug: true, patchConsole: false });
  await mounted.promise;
  stdin.write('a\x1bOP\x1b[[E\x1b[24~z');
  await all.promise;
  app.unmount();
  expect(heard).toEqual(['a', '\x1bOP', '\x1b[[E', '\x1b[24~', 'z']);
});

test('an Ink without them is refused', () => {
  expect(() => keysOf({})).toThrow('Ink no longer says which keys it reads');
});
