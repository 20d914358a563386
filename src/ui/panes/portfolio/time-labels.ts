import { timeStep } from '../../../domain/axis-ticks.ts';

interface TimeAxis {
  readonly fromMs: number;
  readonly toMs: number;
  readonly width: number;
}

/** Cells that a label and the air beside it take. */
const labelRoom = 12;
const dayMs = 86_400_000;

/** Two texts of exactly `width` cells below a plot: the line with its ticks, and the times (UTC) under them. */
export function timeLabels({ fromMs, toMs, width }: TimeAxis): { readonly ticks: string; readonly labels: string } {
  const line = Array<string>(width).fill('─');
  const labels = Array<string>(width).fill(' ');
  const lengthMs = toMs - fromMs;
  const stepMs = timeStep(lengthMs / Math.max(1, Math.floor(width / labelRoom)));
  let free = 0;
  // A span of more than centuries has no round times on this scale: it gets none instead of a million.
  for (let n = 0, atMs = Math.ceil(fromMs / stepMs) * stepMs; atMs <= toMs && n < width; n++, atMs += stepMs) {
    const x = lengthMs > 0 ? Math.min(width - 1, Math.floor(((atMs - fromMs) / lengthMs) * width)) : 0;
    const text = labelOf(atMs, stepMs, lengthMs);
    const start = Math.max(0, Math.min(width - text.length, x - Math.floor(text.length / 2)));
    if (start < free || text.length > width) continue;
    line[x] = '┬';
    labels.splice(start, text.length, ...text);
    free = start + text.length + 2;
  }
  return { ticks: line.join(''), labels: labels.join('') };
}

/** Time of day, day of the year, or month, whichever tells two ticks apart. */
function labelOf(atMs: number, stepMs: number, lengthMs: number): string {
  if (Math.abs(atMs) > 8.64e15) return '';
  const iso = new Date(atMs).toISOString();
  if (stepMs < dayMs) return atMs % dayMs === 0 && lengthMs > dayMs ? iso.slice(5, 10) : iso.slice(11, 16);
  return lengthMs > 366 * dayMs ? iso.slice(0, 10) : iso.slice(5, 10);
}
