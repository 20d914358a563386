import { paneFrame } from '../components/pane-frame.ts';
import { type Keymap, withKeys } from '../keys/keymap.ts';
import { type Line, muted, span, wrap } from '../text/span.ts';
import type { TourState } from './tour-state.ts';
import { tourSteps } from './tour-steps.ts';

const widest = 96;

/** The panel of one step at the bottom of the desk. `isCovered`: an overlay is open and gets the keys. */
export function tourLines({ step, ticked }: TourState, keymap: Keymap, columns: number, isCovered = false): Line[] {
  const { title, text } = tourSteps[step] ?? { title: '', text: [] };
  const width = Math.min(widest, columns);
  const room = width - 4;
  const marks = tourSteps.map((_, index) =>
    ticked.includes(index)
      ? span('✓ ', 'up')
      : index === step
        ? span('● ', 'accent')
        : muted(index < step ? '– ' : '○ '),
  );
  const long = ticked.includes(step) || columns < 80 ? '' : ', or try the keys';
  const keys: Line = isCovered
    ? [span('Esc', 'accent'), muted(' closes this and continues the tour')]
    : [span('⏎', 'accent'), muted(` next${long}   `), span('Esc', 'accent'), muted(' end tour')];
  const foot: Line = [...marks, muted(`  ${step + 1} of ${tourSteps.length}   `), ...keys];
  const body = [...text.flatMap((sentence) => wrap(withKeys(sentence, keymap), room)), foot];
  return paneFrame({ title: `Tour: ${title}`, focused: true, width, height: body.length + 2, body });
}
