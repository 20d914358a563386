/** A time span in one or two units, as exact as it matters: `45s`, `2m30s`, `58m`, `1h05m`, `2d03h`. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds}s`;
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)];
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${two(seconds % 60)}s`;
  if (minutes < 60) return `${minutes}m`;
  if (hours < 24) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${two(minutes % 60)}m`;
  return hours % 24 === 0 ? `${hours / 24}d` : `${Math.floor(hours / 24)}d${two(hours % 24)}h`;
}
