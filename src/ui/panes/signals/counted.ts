import { groupThousands } from '../../../domain/numbers/format.ts';

/** `1 call`, `1,204 calls`. */
export const counted = (count: number, noun: string): string =>
  `${groupThousands(String(count))} ${noun}${count === 1 ? '' : 's'}`;
