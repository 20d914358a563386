import { cleanText } from '../domain/text/clean-text.ts';

export type AlertKind =
  | 'unknown'
  | 'risk'
  | 'liquidation'
  | 'position'
  | 'order'
  | 'plan'
  | 'price'
  | 'stream'
  | 'limit';

/** Something to alert the user about. */
export interface Alert {
  readonly kind: AlertKind;
  /** The subject, such as `position:BTC`: the same each time it happens. */
  readonly about: string;
  readonly tone: 'info' | 'warn' | 'error';
  /** A sentence, sanitised. */
  readonly text: string;
  /** The same in parts, sanitised, for the hook; numbers are decimal text. */
  readonly details: Readonly<Record<string, string>>;
  /** The desk has already shown it where it happened: alert the user without repeating the notice. */
  readonly isSaid?: boolean;
}

const longestText = 300;

/** Sanitises an alert, whose texts may quote the service, once for the screen, the terminal and the hook. */
export const toAlert = (alert: Alert): Alert => ({
  ...alert,
  about: cleanText(alert.about, 120),
  text: cleanText(alert.text, longestText),
  details: Object.fromEntries(
    Object.entries(alert.details).map(([name, value]) => [name, cleanText(value, longestText)]),
  ),
});

/** What to watch, with thresholds. Times in milliseconds. */
export interface AlertSettings {
  readonly orders: boolean;
  readonly positions: boolean;
  readonly plans: boolean;
  /** Percent of the mark, decimal text; null: not watched. */
  readonly liquidationPct: string | null;
  /** Null: not watched. */
  readonly streamDownMs: number | null;
  readonly keyLimit: boolean;
  /** Minimum time between two alerts of one kind about the same subject. */
  readonly pauseMs: number;
}
