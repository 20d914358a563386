import type { Size } from './still-desk.ts';

export interface Frame {
  readonly name: string;
  /** Keys by their names, and texts that are typed; a number lets so many milliseconds pass. */
  readonly keys: readonly (string | number)[];
}

export const frameSizes: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];

/** Every frame that is kept. Where time passes in one, it has a desk of its own. */
export const frames: readonly Frame[] = [
  { name: 'desk', keys: ['F1'] },
  { name: 'perps', keys: ['F2', 2_000] },
  { name: 'portfolio', keys: ['F3'] },
  { name: 'signals', keys: ['F4', 2_000] },
  { name: 'account', keys: ['F5'] },
  { name: 'activity', keys: ['F6'] },
  { name: 'plans', keys: ['F6', 'M-o'] },
  { name: 'zoomed-chart', keys: ['F1', '7', 'z'] },
  { name: 'position-details', keys: ['F1', '1', 'g', 'Enter'] },
  { name: 'close', keys: ['F1', '1', 'g', 'c'] },
  { name: 'close-confirmation', keys: ['F1', '1', 'j', 'c', 'C-u', '5', '0', 'Enter'] },
  { name: 'margin', keys: ['F1', '1', 'g', 'm', '2', '5'] },
  { name: 'trigger', keys: ['F1', '2', 'o', 'Tab', 'Tab', '1', 'Tab', 'USDC', 600] },
  { name: 'swap', keys: ['F1', '1', 's', 'Tab', 'Tab', '1', 'Tab', 'JUP', 1_000] },
  { name: 'plan', keys: ['F1', ':', 'twap buy 2 ETH over 1h in 30 jitter 0 limit 3450', 'Enter', 2_000] },
  { name: 'perp-order', keys: ['F1', '1', 'g', 'N'] },
  { name: 'quick-trades', keys: ['F1', '1', 'g', 'Q'] },
  { name: 'flatten', keys: ['F1', 'F'] },
  { name: 'help', keys: ['F1', '?'] },
  { name: 'palette', keys: ['F1', 'C-p', 'close'] },
  { name: 'command-line', keys: ['F1', ':', 'close BTC 50%'] },
  { name: 'find', keys: ['F1', 'C-f', 'ju'] },
  { name: 'presets', keys: ['F1', '3', 'G', 'k', 'B'] },
  { name: 'token', keys: ['F1', '3', 'G', 'k', 'V'] },
  { name: 'arrange', keys: ['F1', 'W', 'Right', 'Right', 'Down'] },
  { name: 'move-orders', keys: ['F2', '8', 1_000, 'M', '1', 'Tab', '2'] },
  { name: 'tour', keys: ['F1', 'F9'] },
];
