import { type Keymap, withKeys } from '../../keys/keymap.ts';
import { paneFrame } from '../components/pane-frame.ts';
import { type Line, lineWidth, muted, span, wrap } from '../text/span.ts';
import type { TourState } from './tour-state.ts';
import { tourSteps } from './tour-steps.ts';

const widest = 96;

/** The panel of one step, to be put at the foot of the desk. */
export function tourLines({ step, ticked }: TourState, keymap: Keymap, columns: number): Line[] {
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
  const goesOn = ticked.includes(step) ? '⏎ goes on' : '⏎ goes on, or try its key';
  const foot: Line = [
    ...marks,
    muted(`  ${step + 1} of ${tourSteps.length}   `),
    span('⏎', 'accent'),
    muted(goesOn.slice(1)),
    muted('   '),
    span('Esc', 'accent'),
    muted(' ends'),
  ];
  const body = [
    ...text.flatMap((sentence) => wrap(withKeys(sentence, keymap), room)),
    lineWidth(foot) <= room ? foot : [...marks, muted('  ⏎ goes on   Esc ends')],
  ];
  return paneFrame({ title: `Tour: ${title}`, focused: true, width, height: body.length + 2, body });
}
