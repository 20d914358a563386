import type Big from 'big.js';
import { coverOf, type Exit, type ExitKind } from '../../domain/market/exits.ts';
import { formatSize } from '../../domain/numbers/format.ts';
import { exitName, exitWords } from '../../stores/orders/perp-order-words.ts';
import { type Line, muted, type Span, span } from './span.ts';

interface Protected {
  /** Signed size of the position. */
  readonly szi: Big;
  readonly markPx: Big | null;
  readonly szDecimals: number;
}

/** More exits of a kind than this are counted. */
const named = 2;

/**
 * The exits of a position: `stop 3,300 and take profit 3,900 (whole position)`, `stop 3,300 covers 0.5 of 1.2`.
 * A position without a stop is a warning.
 */
export function protectionLine(exits: readonly Exit[], position: Protected): Line {
  const both = bothWhole(exits);
  if (both) return [span(both)];
  const profit = kindSpans(exits, 'takeProfit', position);
  const stop = kindSpans(exits, 'stop', position);
  return [
    ...(stop.length > 0 ? stop : [span('no stop', 'warn')]),
    ...(profit.length > 0 ? [muted(', '), ...profit] : []),
  ];
}

/** The usual case, in one line of a narrow form; null for any other. */
function bothWhole(exits: readonly Exit[]): string | null {
  const [stop, profit] = (['stop', 'takeProfit'] as const).map((kind) => exits.find(({ exit }) => exit === kind));
  if (!stop?.isWholePosition || !profit?.isWholePosition || exits.length > 2) return null;
  return `${exitName(stop)} and ${exitName(profit)} (whole position)`;
}

function kindSpans(all: readonly Exit[], kind: ExitKind, { szi, markPx, szDecimals }: Protected): Span[] {
  const { exits, covered, isWhole } = coverOf(all, kind, { szi, markPx });
  if (exits.length === 0) return [];
  const more = exits.length > named ? ` and ${exits.length - named} more` : '';
  const shown = exits.slice(0, named);
  if (isWhole) return [span(`${shown.map((exit) => wholeWords(exit, szi, szDecimals)).join(', ')}${more}`)];
  const of = `${formatSize(covered, szDecimals)} of ${formatSize(szi.abs(), szDecimals)}`;
  return [span(`${shown.map(exitName).join(', ')}${more} covers ${of}`, kind === 'stop' ? 'warn' : 'plain')];
}

const wholeWords = (exit: Exit, szi: Big, szDecimals: number): string =>
  exit.size?.gt(szi.abs())
    ? `${exitName(exit)} (${formatSize(exit.size, szDecimals)}, more than the position)`
    : exitWords(exit, szDecimals);
