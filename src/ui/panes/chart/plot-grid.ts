import { type Line, type Span, span, type Tone } from '../../text/span.ts';

/** A grid of cells to draw on. Drawing outside it has no effect. */
export class PlotGrid {
  readonly width: number;
  readonly height: number;
  readonly #chars: string[];
  readonly #tones: Tone[];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#chars = new Array<string>(width * height).fill(' ');
    this.#tones = new Array<Tone>(width * height).fill('plain');
  }

  put(x: number, y: number, char: string, tone: Tone): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    this.#chars[y * this.width + x] = char;
    this.#tones[y * this.width + x] = tone;
  }

  isBlank(x: number, y: number): boolean {
    return this.#chars[y * this.width + x] === ' ';
  }

  /** Draws only on a blank cell. */
  putBehind(x: number, y: number, char: string, tone: Tone): void {
    if (this.isBlank(x, y)) this.put(x, y, char, tone);
  }

  /** Writes a text if its cells and their neighbours are blank, else returns false. `text` has no wide characters. */
  write(x: number, y: number, text: string, tone: Tone): boolean {
    if (x + text.length > this.width) return false;
    for (let at = -1; at <= text.length; at++) if (!this.isBlank(x + at, y) && at + x >= 0) return false;
    for (let at = 0; at < text.length; at++) this.put(x + at, y, text[at] as string, tone);
    return true;
  }

  row(y: number): Line {
    const line: Span[] = [];
    let text = '';
    let tone: Tone = 'plain';
    for (let at = y * this.width; at < (y + 1) * this.width; at++) {
      const char = this.#chars[at] as string;
      // A blank has no colour: it joins the run before it.
      const own: Tone = char === ' ' ? tone : (this.#tones[at] as Tone);
      if (own !== tone && text !== '') {
        line.push(span(text, tone));
        text = '';
      }
      tone = own;
      text += char;
    }
    if (text !== '') line.push(span(text, tone));
    return line;
  }
}
