import { isPlace, places, type Scope } from '../keys/scopes.ts';
import { paneIds } from '../panes/pane-ids.ts';
import { panes } from '../panes/panes.ts';

/** Every scope, in the order of the help and of docs/keybindings.md. */
export const scopes: readonly Scope[] = [
  'desk',
  'always',
  ...paneIds,
  ...(Object.keys(places) as (keyof typeof places)[]).filter((place) => place !== 'desk' && place !== 'always'),
];

export const headingOf = (scope: Scope): string => (isPlace(scope) ? places[scope] : panes[scope]).heading;
