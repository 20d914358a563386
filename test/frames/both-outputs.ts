import { channel } from 'node:diagnostics_channel';
import InkOutput from '../../node_modules/ink/build/output.js';
import RowOutput from '../../src/ui/ink/row-output.ts';

/** Tells how Ink's own output would draw the frame that has just been drawn: `() => string`. */
export const drawnByInk = channel('swapdeck:frame-by-ink');

/** In the place of Ink's output: what stands there in use draws, and Ink's own has been told the same. */
export default class BothOutputs extends RowOutput {
  readonly #inks: InkOutput;

  constructor(size: { readonly width: number; readonly height: number }) {
    super(size);
    this.#inks = new InkOutput(size);
  }

  override write(...written: Parameters<InkOutput['write']>): void {
    super.write(...written);
    this.#inks.write(...written);
  }

  override get(): { output: string; height: number } {
    drawnByInk.publish(() => this.#inks.get().output);
    return super.get();
  }
}
