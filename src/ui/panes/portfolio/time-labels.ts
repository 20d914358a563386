import { timeStep } from '../../../domain/numbers/axis-ticks.ts';
import { clamp } from '../../../domain/numbers/clamp.ts';

interface TimeAxis {
  readonly fromMs: number;
  readonly toMs: number;
  readonly width: number;
}

/** Cells per label, including the gap beside it. */
const labelRoom = 12;
const dayMs = 86_400_000;

/** The time axis below a plot, each text exactly `width` cells: the line with ticks, and the times (UTC) under them. */
export function timeLabels({ fromMs, toMs, width }: TimeAxis): { readonly ticks: string; readonly labels: string } {
  const line = Array<string>(width).fill('─');
  const labels = Array<string>(width).fill(' ');
  const lengthMs = toMs - fromMs;
  const stepMs = timeStep(lengthMs / Math.max(1, Math.floor(width / labelRoom)));
  let free = 0;
  // `n` bounds the loop: a range of centuries would have a million ticks.
  for (let n = 0, atMs = Math.ceil(fromMs / stepMs) * stepMs; atMs <= toMs && n < width; n++, atMs += stepMs) {
    const x = lengthMs > 0 ? Math.min(width - 1, Math.floor(((atMs - fromMs) / lengthMs) * width)) : 0;
    const text = labelOf(atMs, stepMs, lengthMs);
    const start = clamp(x - Math.floor(text.length / 2), 0, width - text.length);
    if (start < free || text.length > width) continue;
    line[x] = '┬';
    labels.splice(start, text.length, ...text);
    free = start + text.length + 2;
  }
  return { ticks: line.join(''), labels: labels.join('') };
}

/** Time of day, day, or full date: the shortest that distinguishes two ticks. */
function labelOf(atMs: number, stepMs: number, lengthMs: number): string {
  if (Math.abs(atMs) > 8.64e15) return '';
  const iso = new Date(atMs).toISOString();
  if (stepMs < dayMs) return atMs % dayMs === 0 && lengthMs > dayMs ? iso.slice(5, 10) : iso.slice(11, 16);
  return lengthMs > 366 * dayMs ? iso.slice(0, 10) : iso.slice(5, 10);
}
