import { clamp } from '../../domain/numbers/clamp.ts';
import type { Desk } from '../desk/desk.ts';
import { closeOverlay, patchOverlay } from '../overlays/open-overlay.ts';
import { commandTable } from './command-table.ts';

/** Commands of the help, the details and the token view. */
export const overlayCommands = commandTable({
  'overlay.up': {
    title: 'up',
    description: 'Scroll up',
    scope: 'overlay',
    keys: ['Up', 'k', 'PageUp'],
    run: (desk) => scrollOverlay(desk, -3),
  },
  'overlay.down': {
    title: 'down',
    description: 'Scroll down',
    scope: 'overlay',
    hint: 1,
    keys: ['Down', 'j', 'PageDown'],
    run: (desk) => scrollOverlay(desk, 3),
  },
  'overlay.raw': {
    title: 'raw',
    description: 'In details: switch between the formatted view and the raw response of the service',
    scope: 'overlay',
    hint: 2,
    keys: ['r'],
    run: (desk) => patchOverlay(desk, 'details', ({ isRaw }) => ({ isRaw: !isRaw, scroll: 0 })),
  },
  'overlay.search': {
    title: 'search',
    description: 'In the help: show only the commands that contain a text',
    scope: 'overlay',
    hint: 4,
    keys: ['/'],
    run: (desk) => patchOverlay(desk, 'help', () => ({ isTyping: true })),
  },
  'overlay.close': {
    title: 'close',
    description: 'Back to the desk',
    scope: 'overlay',
    hint: 3,
    keys: ['Esc', 'q', 'Enter', '?', 'C-c'],
    run: closeOverlay,
  },
});

/** Maximum scroll, in lines; the help is the longest overlay. */
const longestOverlay = 600;

function scrollOverlay(desk: Desk, step: number): void {
  const scrolled = ({ scroll }: { readonly scroll: number }) => ({
    scroll: clamp(scroll + step, 0, longestOverlay),
  });
  for (const kind of ['help', 'details', 'token'] as const) patchOverlay(desk, kind, scrolled);
}
