/** What the mouse did, in cells from 0. */
export interface MouseEvent {
  readonly kind: 'press' | 'wheelUp' | 'wheelDown';
  readonly x: number;
  readonly y: number;
}

const report = /^\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/;

/** Whether what Ink heard is a report of the mouse (SGR 1006) or the beginning of one: never keys that were typed. */
export const isMouseReport = (input: string): boolean => input.startsWith('[<');

const kinds: Readonly<Record<string, MouseEvent['kind']>> = { '0': 'press', '64': 'wheelUp', '65': 'wheelDown' };

/** Reads a report without its ESC; null for what means nothing here: releases, other buttons, keys held meanwhile. */
export function mouseEvent(input: string): MouseEvent | null {
  const [, button = '', x = '', y = '', end] = report.exec(input) ?? [];
  const kind = kinds[button];
  if (!kind || end !== 'M') return null;
  return { kind, x: Number(x) - 1, y: Number(y) - 1 };
}
