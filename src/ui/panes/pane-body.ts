import { formatAge } from '../../domain/numbers/format.ts';
import type { Reading } from '../../stores/desk-data.ts';
import { isOfUnknownAge } from '../../stores/freshness.ts';
import { type Keymap, keyOf } from '../keys/keymap.ts';
import { type Line, span, wrap } from '../text/span.ts';

/** Text in place of rows: loading, an error, or what to do next; null if there are rows. */
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
        `${problem.code}${problem.requestId ? `, request ${problem.requestId}` : ''}; retrying. ${keyOf(keymap, 'desk.refresh')} retries now.`,
        width,
        'muted',
      ),
    ];
  if (data === undefined) return [[span(words.loading, 'muted')]];
  if (words.rowCount > 0) return null;
  return wrap(words.filter === '' ? words.empty : noRowContains(words.filter, keymap), width, 'muted');
}

/** Text for a filter that no row matches. */
export const noRowContains = (filter: string, keymap: Keymap, what = 'row'): string =>
  `No ${what} contains “${filter}”. Press ${keyOf(keymap, 'pane.filter')} to change the filter.`;

const oldMs = 5_000;

/** Age and problem of a read with data, if it is stale. */
export function staleness(reading: Reading<unknown>, expectedMs: number, nowMs: number): Line {
  if (reading.data === undefined) return [];
  const ageMs = nowMs - reading.updatedAtMs;
  const isUnknown = isOfUnknownAge(reading.updatedAtMs, nowMs);
  // A read that fails counts as stale sooner.
  const isOld = isUnknown || ageMs > (reading.problem ? oldMs : Math.max(expectedMs * 2.5, oldMs));
  if (!isOld) return [];
  // The age first, so that it stays if both do not fit.
  return [
    span(isUnknown ? 'age unknown' : `${formatAge(ageMs)} old`, 'warn'),
    ...(reading.problem ? [span(`, ${reading.problem.code}`, 'warn')] : []),
  ];
}
