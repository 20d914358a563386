import type Big from 'big.js';
import { Flashes } from '../components/flashes.ts';
import { SteadyWidths } from '../components/steady-widths.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import type { StableRowOrder } from '../panes/row-order.ts';
import type { KnownTokens } from '../panes/signals/known-tokens.ts';
import type { Line, Span } from '../text/span.ts';
import { DrawCache } from './draw-cache.ts';

/**
 * Drawing state kept between frames. It is neither the user's choice nor saved: without it the desk draws the same rows, but
 * less steadily and more slowly.
 */
export class ViewMemory {
  /** Streams count their messages without a new state. */
  readonly drawings = new DrawCache({ candles: ['tape', 'data'], streams: ['now'], tapeTokens: ['watchlist'] });
  readonly flashes = new Flashes();
  readonly widths = new SteadyWidths();
  readonly rowOrders = new Map<PaneId, StableRowOrder>();
  /** By token id. `second`: second of the monotonic clock in which the trend was computed. */
  readonly tokenTrends = new Map<string, { readonly second: number; readonly trend: Span }>();
  signalTokens: KnownTokens | null = null;
  /** Volume of spot swaps in the ladder. `of`: market, grid and second that it was summed for. */
  spotVolume: { readonly of: string; readonly volume: ReadonlyMap<string, Big> } | null = null;
  /** The last chart drawn, and its inputs. */
  chart: { readonly of: readonly unknown[]; readonly lines: Line[] } | null = null;
}
