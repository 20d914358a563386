import { formatAge } from '../../domain/format.ts';
import { type Keymap, keyOf } from '../../keys/keymap.ts';
import type { Reading } from '../../stores/desk-data.ts';
import { isOfUnknownAge } from '../../stores/freshness.ts';
import { type Line, span, wrap } from '../text/span.ts';

/** What a pane says in place of rows: what it waits for, what failed, or what to do next; null when there are rows to show. */
export function insteadOfRows(
  reading: Reading<unknown>,
  words: { readonly loading: string; readonly empty: string; readonly rowCount: number; readonly filter: string },
  width: number,
  keymap: Keymap,
): Line[] | null {
  const { data, problem } = reading;
  if (data === undefined && problem)
    return [
      ...wrap(`✕ ${problem.message}`, width, 'danger'),
      ...wrap(
        `${problem.code}${problem.requestId ? `, request ${problem.requestId}` : ''}; trying again. ${keyOf(keymap, 'desk.refresh')} tries now.`,
        width,
        'muted',
      ),
    ];
  if (data === undefined) return [[span(words.loading, 'muted')]];
  if (words.rowCount > 0) return null;
  return wrap(words.filter === '' ? words.empty : noRowContains(words.filter, keymap), width, 'muted');
}

/** What stands in the place of rows that a filter hides. */
export const noRowContains = (filter: string, keymap: Keymap, what = 'row'): string =>
  `No ${what} contains “${filter}”. Press ${keyOf(keymap, 'pane.filter')} to change the filter.`;

const oldMs = 5_000;

/** Age and trouble of a read that has data: shown when it is older than it should be. */
export function staleness(reading: Reading<unknown>, expectedMs: number, nowMs: number): Line {
  if (reading.data === undefined) return [];
  const ageMs = nowMs - reading.updatedAtMs;
  const isUnknown = isOfUnknownAge(reading.updatedAtMs, nowMs);
  // A read that is known to fail is not waited for.
  const isOld = isUnknown || ageMs > (reading.problem ? oldMs : Math.max(expectedMs * 2.5, oldMs));
  if (!isOld) return [];
  // The age first: where both do not fit, it is the one that stays.
  return [
    span(isUnknown ? 'of unknown age' : `${formatAge(ageMs)} old`, 'warn'),
    ...(reading.problem ? [span(`, ${reading.problem.code}`, 'warn')] : []),
  ];
}
