import type { Bug } from './bug.ts';
import { coreBugs } from './core-bugs.ts';
import { paneBugs } from './pane-bugs.ts';
import { paperBugs } from './paper-bugs.ts';
import { safetyBugs } from './safety-bugs.ts';
import { screenBugs } from './screen-bugs.ts';
import { serviceBugs } from './service-bugs.ts';

/** At least one in each room, so that a room whose tests look at nothing is found. */
export const bugs: readonly Bug[] = [
  ...coreBugs,
  ...screenBugs,
  ...paneBugs,
  ...paperBugs,
  ...safetyBugs,
  ...serviceBugs,
];
