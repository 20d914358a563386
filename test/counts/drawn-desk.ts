import '../frames/as-built.ts';
import { PassThrough } from 'node:stream';
import { render } from 'ink';
import { createElement } from 'react';
import { tapeSwap } from '../../src/stores/market/tape-swap.fixture.ts';
import { App } from '../../src/ui/app.tsx';
import { type FakeDesk, fakeDesk } from '../../src/ui/desk/fake-desk.fixture.ts';
import { createTheme } from '../../src/ui/theme/theme.ts';
import { TerminalEmulator } from '../driver/terminal-emulator.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The desk with the sample account, drawn by Ink as it is for a person, on a terminal that counts what is written. */
export async function drawnDesk({ columns, rows }: Size) {
  const fake: FakeDesk = fakeDesk({ theme: createTheme('dark', 24) });
  fake.fill();
  const terminal = new TerminalEmulator(columns, rows, () => {});
  let bytes = 0;
  const stdout = Object.assign(new PassThrough(), {
    columns,
    rows,
    isTTY: true,
    write: (text: string, done?: () => void) => {
      bytes += Buffer.byteLength(text);
      terminal.take(text);
      if (typeof done === 'function') done();
      return true;
    },
  });
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref: () => {}, unref: () => {} });
  const app = render(createElement(App, { desk: fake.desk, onSuspend: () => {} }), {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stdin: stdin as unknown as NodeJS.ReadStream,
    alternateScreen: true,
    incrementalRendering: true,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    maxFps: 1_000,
  });
  const draws = async (): Promise<void> => {
    fake.desk.scheduler.now();
    await app.waitUntilRenderFlush();
  };
  let seq = 0;
  return {
    fake,
    draws,
    cells: () => terminal.screen().cells,
    /** Bytes that the terminal got for what `change` does. */
    async bytesOf(change: () => void): Promise<number> {
      const before = bytes;
      change();
      await draws();
      return bytes - before;
    },
    swap: (): void => {
      seq++;
      fake.desk.tape.push(
        tapeSwap({
          atMs: fake.clock.nowMs,
          isBuy: seq % 3 !== 0,
          sizeUsd: `${(seq * 7919) % 9_973}.55`,
          usd: seq,
          priceUsd: `14${seq % 10}.2`,
        }),
      );
    },
    close: () => {
      app.unmount();
      terminal.dispose();
    },
  };
}
