import xterm, { type IUnicodeVersionProvider } from '@xterm/headless';
import { displayWidth } from '../../src/domain/text/text-width.ts';
import { Screen } from './screen.ts';

/** The emulator knows no emoji; terminals do since 2016. A character of no width joins the one before it. */
const modernWidths: IUnicodeVersionProvider = {
  version: 'modern',
  wcwidth: (codePoint) => Math.min(2, displayWidth(String.fromCodePoint(codePoint))) as 0 | 1 | 2,
  charProperties: (codePoint, before) => {
    const width = modernWidths.wcwidth(codePoint);
    const widthBefore = (before >> 1) & 3;
    const joins = width === 0 && before !== 0 && widthBefore > 0;
    return ((joins ? widthBefore : width) << 1) | (joins ? 1 : 0);
  },
};

const [frameBegins, frameEnds] = ['\x1b[?2026h', '\x1b[?2026l'];
/** What may be the beginning of the first of them, at the end of a chunk. */
const mayBegin = /\x1b(?:\[(?:\?(?:2(?:0(?:2(?:6)?)?)?)?)?)?$/;

/** xterm parses in its own time, but it can be told to do so at once. */
interface SyncTerminal {
  readonly _core: { writeSync(text: string): void };
}

/** An xterm without a window, and what it was asked for. It never shows half of a frame: a synchronized update is taken whole. */
export class TerminalEmulator {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly #onFrame: () => void;
  #isCursorVisible = true;
  /** The frame that has begun, as far as it has come. */
  #begun = '';
  #shown = 0;
  #bells = 0;
  /** Private modes that were ever switched on. */
  readonly modesAsked = new Set<number>();

  /** `onAnswer`: what a terminal answers to a query, as a real one does. `onFrame`: a whole frame is on the screen. */
  constructor(columns: number, rows: number, onAnswer: (answer: string) => void, onFrame = (): void => {}) {
    this.#onFrame = onFrame;
    this.#terminal = new xterm.Terminal({
      cols: columns,
      rows,
      allowProposedApi: true,
      scrollback: 1000,
      logLevel: 'off',
    });
    this.#terminal.unicode.register(modernWidths);
    this.#terminal.unicode.activeVersion = modernWidths.version;
    for (const [final, isSet] of [
      ['h', true],
      ['l', false],
    ] as const)
      this.#terminal.parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
        if (parameters.includes(25)) this.#isCursorVisible = isSet;
        if (isSet) for (const mode of parameters) this.modesAsked.add(Number(mode));
        return false;
      });
    this.#terminal.onBell(() => this.#bells++);
    this.#terminal.onData(onAnswer);
  }

  get bells(): number {
    return this.#bells;
  }

  get columns(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  get isPasteBracketed(): boolean {
    return this.#terminal.modes.bracketedPasteMode;
  }

  /** Bytes that stand on the screen. */
  get shown(): number {
    return this.#shown;
  }

  take(chunk: string): void {
    const frames = (this.#begun + chunk).split(/(?<=\x1b\[\?2026l)/);
    const text = frames.at(-1)?.endsWith(frameEnds) ? '' : (frames.pop() ?? '');
    for (const frame of frames) {
      this.#show(frame);
      this.#onFrame();
    }
    const begunAt = text.indexOf(frameBegins);
    const at = begunAt < 0 ? text.search(mayBegin) : begunAt;
    this.#begun = at < 0 ? '' : text.slice(at);
    this.#show(at < 0 ? text : text.slice(0, at));
  }

  /** No more comes: what has come of a frame is the last of it. */
  end(): void {
    this.#show(this.#begun);
    this.#begun = '';
  }

  #show(text: string): void {
    (this.#terminal as unknown as SyncTerminal)._core.writeSync(text);
    this.#shown += Buffer.byteLength(text);
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  /** What it shows; to be looked at before anything else is taken. */
  glance(): Screen {
    return new Screen(this.#terminal, this.#isCursorVisible, true);
  }

  /** What it shows at this moment. */
  screen(): Screen {
    return new Screen(this.#terminal, this.#isCursorVisible);
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}
