import type { PaneId } from '../panes/pane-ids.ts';
/** Where a key binding applies: in a pane, anywhere on the desk, or in an overlay. */
export type Scope = PaneId | keyof typeof places;

/** Scopes other than panes: their heading in the help, and whether the keys of `always` work there too. */
export const places = {
  desk: { heading: 'Everywhere on the desk', hasAlways: true },
  always: { heading: 'Everywhere except in text fields', hasAlways: true },
  messages: { heading: 'Messages of a stream', hasAlways: true },
  question: { heading: 'Resolving an operation', hasAlways: true },
  leaving: { heading: 'Leaving the desk with plans at work', hasAlways: true },
  form: { heading: 'In a form', hasAlways: false },
  confirm: { heading: 'At a confirmation', hasAlways: true },
  word: { heading: 'At a confirmation with a typed word', hasAlways: false },
  ended: { heading: 'After sending', hasAlways: true },
  bulk: { heading: 'Flatten and cancel all', hasAlways: true },
  quick: { heading: 'Quick trades of a position', hasAlways: true },
  preset: { heading: 'Buy and sell presets of a token', hasAlways: true },
  prompt: { heading: 'At the command line', hasAlways: false },
  palette: { heading: 'In the palette', hasAlways: false },
  find: { heading: 'Finding a token', hasAlways: false },
  found: { heading: 'On a token found', hasAlways: true },
  arrange: { heading: 'Arranging panes', hasAlways: true },
  columns: { heading: 'Choosing columns', hasAlways: true },
  pick: { heading: 'Copying and exporting', hasAlways: true },
  overlay: { heading: 'Help and details', hasAlways: true },
} as const;

export const isPlace = (scope: string): scope is keyof typeof places => Object.hasOwn(places, scope);

/** The scopes active together with `scope`, most specific first. Within them a key must be unique. */
export function scopesActiveWith(scope: Scope): readonly Scope[] {
  if (!isPlace(scope)) return [scope, 'desk', 'always'];
  return places[scope].hasAlways && scope !== 'always' ? [scope, 'always'] : [scope];
}
