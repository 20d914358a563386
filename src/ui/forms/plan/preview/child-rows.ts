import type Big from 'big.js';
import { formatUsd, groupThousands } from '../../../../domain/numbers/format.ts';
import { padEnd, padStart } from '../../../../domain/text/text-width.ts';
import type { PlannedChild } from '../../../../plans/plan-kind.ts';
import { type Line, muted, span } from '../../../text/span.ts';
import { spanText } from '../../../text/span-text.ts';
import type { FormRow } from '../../form-spec.ts';

/** Children in a row that differ in their number and time only. */
interface Run {
  readonly first: PlannedChild;
  readonly last: PlannedChild;
  readonly count: number;
  /** Of one; null if unknown. */
  readonly usd: Big | null;
}

const isAlike = (a: PlannedChild, b: PlannedChild): boolean =>
  a.type === b.type && a.isBuy === b.isBuy && a.px === b.px && a.size === b.size;

function runsOf(planned: readonly PlannedChild[], each: readonly (Big | null)[]): Run[] {
  const runs: Run[] = [];
  for (const [index, child] of planned.entries()) {
    const run = runs.at(-1);
    if (run && isAlike(run.first, child)) runs[runs.length - 1] = { ...run, last: child, count: run.count + 1 };
    else runs.push({ first: child, last: child, count: 1, usd: each[index] ?? null });
  }
  return runs;
}

/** `slices 1–19` for `slice 1` to `slice 19`. */
function nameOf({ first, last, count }: Run): string {
  if (count === 1) return first.key;
  const [, words = first.key, from = ''] = /^(.*?) ?(\d+)$/.exec(first.key) ?? [];
  return `${words} ${from}–${/\d+$/.exec(last.key)?.[0] ?? ''}`;
}

const timeOf = ({ afterMs }: PlannedChild): string =>
  afterMs === null ? '' : afterMs === 0 ? 'now' : `+${spanText(afterMs)}`;

/** `now … +57m`. */
const timesOf = ({ first, last, count }: Run): string =>
  count === 1 || timeOf(first) === '' ? timeOf(first) : `${timeOf(first)} … ${timeOf(last)}`;

/** Digits after the point. */
const decimalsOf = (text: string | null): number => text?.split('.')[1]?.length ?? 0;

/** The same number with so many decimals: below one another, the digits line up. */
const withDecimals = (text: string, decimals: number): string =>
  groupThousands(
    text.includes('.') || decimals > 0
      ? `${text.split('.')[0]}.${(text.split('.')[1] ?? '').padEnd(decimals, '0')}`
      : text,
  );

/** Every child after rounding, aligned; those that are alike in one row. */
function runLines(runs: readonly Run[], unit: string): Line[] {
  const decimals = Math.max(...runs.map(({ first }) => decimalsOf(first.size)));
  const places = Math.max(...runs.map(({ first }) => decimalsOf(first.px)));
  const cells = runs.map((run) => [
    nameOf(run),
    `${run.first.isBuy ? 'buy' : 'sell'} ${withDecimals(run.first.size, decimals)} ${unit}`,
    run.first.px === null ? run.first.type : `${run.first.type} ${withDecimals(run.first.px, places)}`,
    run.usd ? formatUsd(run.usd) : '',
    timesOf(run),
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return runs.map((run, index): Line => {
    const [name = '', size = '', price = '', usd = '', times = ''] = cells[index] ?? [];
    return [
      muted(`${padEnd(name, widths[0] ?? 0)}  `),
      span(`${padEnd(size, widths[1] ?? 0)}  `, run.first.isBuy ? 'up' : 'down'),
      span(`${padEnd(price, widths[2] ?? 0)}  `),
      muted(padStart(usd, widths[3] ?? 0)),
      muted(times === '' ? '' : `  ${times}`),
    ];
  });
}

/** First and last rows of a preview: a person sees where it begins and where it ends. */
const shownFirst = 3;

/** The children of a plan as rows. `isAll`: the confirmation shows every one. */
export function childRows(
  planned: readonly PlannedChild[],
  { unit, each, isAll }: { readonly unit: string; readonly each: readonly (Big | null)[]; readonly isAll: boolean },
): FormRow[] {
  const runs = runsOf(planned, each);
  const isCut = !isAll && runs.length > shownFirst + 2;
  const lines = runLines(isCut ? [...runs.slice(0, shownFirst), ...runs.slice(-1)] : runs, unit);
  const hidden = runs.slice(shownFirst, -1).reduce((sum, { count }) => sum + count, 0);
  const shown = isCut ? lines.toSpliced(shownFirst, 0, [muted(`… ${hidden} more …`)]) : lines;
  return shown.map((value, index) => ({ label: index === 0 ? 'orders' : '', value, wraps: true }));
}
