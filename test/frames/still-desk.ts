import './as-built.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import xterm from '@xterm/headless';
import { render } from 'ink';
import { createElement } from 'react';
import { vi } from 'vitest';
import { openDesk } from '../../src/commands/desk/desk-model.ts';
import { createTestIo } from '../../src/commands/test-io.fixture.ts';
import { startPaperService } from '../../src/paper/service/service.ts';
import { configSchema, toConfig } from '../../src/platform/config/config-schema.ts';
import { type Clock, systemClock } from '../../src/platform/time/clock.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { App } from '../../src/ui/app.tsx';
import type { Desk } from '../../src/ui/desk/desk.ts';
import { keySequence } from '../driver/key-sequence.ts';
import { Screen } from '../driver/screen.ts';
import { drawnByInk } from './both-outputs.ts';
import { watchSockets } from './quiet-sockets.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A desk on a paper service in the same process, in a time that stands still unless it is told to pass. */
export interface StillDesk extends AsyncDisposable {
  /** Presses keys and types texts, one after another, each seen through to its answers. */
  press(...keys: readonly string[]): Promise<void>;
  passes(ms: number): Promise<void>;
  /** Back to what the screen was at the start. */
  reset(): Promise<void>;
  screen(): Promise<Screen>;
  /** The same frame, drawn by Ink's own output. */
  screenByInk(): Screen;
}

/** When the market opens; the desk is looked at `warmUpMs` later. */
const openedAtMs = Date.UTC(2026, 0, 14, 14, 3, 0);
const warmUpMs = 8_000;
/** While time passes, frames are taken for a moment of every so many: panes must be drawn to say what they want. */
const frameEveryMs = 2_000;
const takesFrameMs = 50;
/** Turns of the event loop that bring about whatever follows from what has been read. */
const quietTurns = 25;
const mostRounds = 10_000;

/** The faked time; performance.now() stays real, which Node's own fetch needs. */
const clock: Clock = { ...systemClock, monotonic: () => Date.now() - openedAtMs };

/** Fakes time until it is closed: timers and the clock, of the service and of the desk alike. */
export async function openStillDesk({ columns, rows }: Size): Promise<StillDesk> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: openedAtMs,
  });
  const traffic = watchTraffic();
  const slow = slowTerminal();
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-frame-'));
  const { io } = createTestIo('', { COLORTERM: 'truecolor', TERM: 'xterm-256color' }, home);
  const paper = await startPaperService({ seed: 1, speed: 1, stateDir: null, clock, random: seededRandom(1) });
  const { desk, model } = openDesk(
    {
      mode: 'paper',
      profile: 'paper',
      account: 'paper',
      baseUrl: paper.baseUrl,
      apiKey: paper.apiKey,
      wallet: null,
      socketHost: null,
    },
    toConfig(configSchema.parse({}), home),
    { ...io, clock, random: seededRandom(2) },
    { isDrained: slow.isDrained, onDrain: slow.onDrain, quit: () => {}, write: () => {}, isWatched: false },
  );
  model.start();
  const terminal = mount(desk, { columns, rows });
  const passes = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= frameEveryMs) {
      await passTime(takesFrameMs, traffic.settles);
      slow.stalls();
      await passTime(Math.min(left, frameEveryMs) - takesFrameMs, traffic.settles);
      slow.drains();
    }
    await traffic.settles();
  };
  await traffic.settles();
  await passes(warmUpMs);
  desk.session.setState({ connection: model.streamManager.status() });
  desk.data.refresh();
  await traffic.settles();
  const start = desk.ui.getState();
  return {
    passes,
    press: async (...keys) => {
      for (const key of keys) {
        terminal.types(key);
        await traffic.settles();
      }
    },
    reset: async () => {
      desk.ui.setState(start, true);
      await traffic.settles();
    },
    screen: async () => {
      // The first frame says which panes are visible, the second reads for them, the third shows what was read.
      for (let frame = 0; frame < 3; frame++) {
        desk.scheduler.now();
        await traffic.settles();
      }
      return terminal.screen();
    },
    screenByInk: terminal.screenByInk,
    [Symbol.asyncDispose]: async () => {
      terminal.close();
      model.stop();
      await paper.close();
      traffic.stop();
      vi.useRealTimers();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** From one timer to the next: what each has brought about is seen through before time goes on. */
async function passTime(ms: number, settles: () => Promise<void>): Promise<void> {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, ms);
  while (!isOver) {
    vi.advanceTimersToNextTimer();
    await settles();
  }
}

/** A terminal that takes no frames while it stalls. */
function slowTerminal() {
  let takesFrames = true;
  const listeners: (() => void)[] = [];
  return {
    isDrained: () => takesFrames,
    onDrain: (listener: () => void) => void listeners.push(listener),
    stalls: () => {
      takesFrames = false;
    },
    drains: () => {
      takesFrames = true;
      for (const listener of listeners) listener();
    },
  };
}

/** The application in a terminal of its own. In Ink's debug mode each output is a whole frame, at once. */
function mount(desk: Desk, { columns, rows }: Size) {
  let frame = '';
  let frameByInk = (): string => '';
  const onDrawn = (drawByInk: unknown): void => {
    frameByInk = drawByInk as () => string;
  };
  drawnByInk.subscribe(onDrawn);
  const stdout = Object.assign(new PassThrough(), {
    columns,
    rows,
    isTTY: true,
    write: (text: string) => {
      frame = text;
      return true;
    },
  });
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref: () => {}, unref: () => {} });
  const app = render(createElement(App, { desk, onSuspend: () => {}, mouse: { onMouse: () => () => {} } }), {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stdin: stdin as unknown as NodeJS.ReadStream,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
  });
  return {
    types: (key: string) => void stdin.write(sequenceOf(key)),
    close: () => {
      app.unmount();
      drawnByInk.unsubscribe(onDrawn);
    },
    screen: () => drawn(frame, { columns, rows }),
    screenByInk: () => drawn(frameByInk(), { columns, rows }),
  };
}

function drawn(frame: string, { columns, rows }: Size): Screen {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true, scrollback: 0 });
  let isDrawn = false;
  terminal.write(`\u001B[?1049h${frame.replace(/\n$/, '')}`, () => {
    isDrawn = true;
  });
  // The emulator works from timers, which are faked: they are run without any time passing.
  while (!isDrawn) vi.advanceTimersByTime(0);
  const screen = new Screen(terminal, false);
  terminal.dispose();
  return screen;
}

/** A key by its name, or a text as it is typed. */
function sequenceOf(key: string): string {
  try {
    return keySequence(key);
  } catch {
    return key;
  }
}

/** Knows when all is quiet between the desk and its service: no call unanswered, nothing unread on a socket. */
function watchTraffic() {
  const original = globalThis.fetch;
  const sockets = watchSockets();
  let underWay = 0;
  globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
    underWay++;
    try {
      return await original(...args);
    } finally {
      underWay--;
    }
  };
  return {
    settles: async () => {
      let read = sockets.bytesRead();
      for (let rounds = 0; rounds < mostRounds; rounds++) {
        const readBefore = read;
        for (let turn = 0; turn < quietTurns; turn++) await new Promise((resolve) => setImmediate(resolve));
        read = sockets.bytesRead();
        if (underWay === 0 && read === readBefore && sockets.areQuiet()) return;
      }
      throw new Error(`${underWay} calls are not answered`);
    },
    stop: () => {
      sockets.stop();
      globalThis.fetch = original;
    },
  };
}
