import { cleanText } from '../domain/clean-text.ts';

export type AlertKind = 'unknown' | 'liquidation' | 'position' | 'order' | 'price' | 'stream' | 'limit';

/** Something that a person wants to be called for. */
export interface Alert {
  readonly kind: AlertKind;
  /** What it is about, such as `position:BTC`: the same for each time that it happens. */
  readonly about: string;
  readonly tone: 'info' | 'warn' | 'error';
  /** A sentence, cleaned. */
  readonly text: string;
  /** The same in parts, cleaned, for a program that reads it: numbers are decimal texts. */
  readonly details: Readonly<Record<string, string>>;
  /** The desk has said it already, where it happened: the person is called, and told nothing twice. */
  readonly isSaid?: boolean;
}

const longestText = 300;

/** An alert whose texts may quote the service: they are cleaned here, once, for the screen, the terminal and the hook. */
export const toAlert = (alert: Alert): Alert => ({
  ...alert,
  about: cleanText(alert.about, 120),
  text: cleanText(alert.text, longestText),
  details: Object.fromEntries(
    Object.entries(alert.details).map(([name, value]) => [name, cleanText(value, longestText)]),
  ),
});

/** What is watched, and how much is too much. Times in milliseconds. */
export interface AlertSettings {
  readonly orders: boolean;
  readonly positions: boolean;
  /** Per cent of the mark, a decimal text; null: not watched. */
  readonly liquidationPct: string | null;
  /** null: not watched. */
  readonly streamDownMs: number | null;
  readonly keyLimit: boolean;
  /** Least time between two alerts of one kind about the same thing. */
  readonly pauseMs: number;
}
