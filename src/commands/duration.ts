import type { CommandSyntax } from './syntax/command-syntax.ts';
import { usageError } from './syntax/read-arguments.ts';

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const longestDays = 7;

/** Reads the value of `--for`: `60s`, `5m`, `2h`, or seconds without a unit. In ms; throws UsageError. */
export function readDuration(text: string, syntax: CommandSyntax): number {
  const [, count = '', unit = 's'] = /^(\d{1,6}(?:\.\d{1,3})?)([smh])?$/.exec(text) ?? [];
  const durationMs = Number(count) * (units[unit] ?? 0);
  if (durationMs <= 0 || durationMs > longestDays * 86_400_000)
    throw usageError(syntax, `--for takes a time such as 60s, 5m or 2h, at most ${longestDays} days.`);
  return durationMs;
}
