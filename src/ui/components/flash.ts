import type { DeskView } from '../desk/desk.ts';
import { themeNow } from '../theme/theme-now.ts';
import type { Flashes } from './flashes.ts';

/** Changed numbers of this desk; null if tinting is disabled or the theme has no tint. */
export const flashesOf = (desk: DeskView): Flashes | null =>
  desk.isFlashing && themeNow(desk).tint !== null ? desk.memory.flashes : null;
