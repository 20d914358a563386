import { z } from 'zod';

const afterRule = 'must be a time from "10s" to "24h", such as "90s", "10m" or "1h"';
const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

const msOf = (text: string): number => {
  const [, number = '', unit = ''] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  return Number(number) * (units[unit] ?? Number.NaN);
};

export const keeperSchema = z
  .strictObject({
    on_connection_lost: z
      .enum(['leave', 'cancel', 'reduce'], { error: 'must be "leave", "cancel" or "reduce"' })
      .default('leave'),
    after: z
      .string({ error: afterRule })
      .refine((text) => msOf(text) >= 10_000 && msOf(text) <= 86_400_000, { error: afterRule })
      .default('10m'),
    on_hangup: z.enum(['stop', 'keep'], { error: 'must be "stop" or "keep"' }).default('stop'),
  })
  .prefault({});

/** `afterMs`: how long the connection must have been lost. */
export const toKeeper = (file: z.output<typeof keeperSchema>) => ({
  onConnectionLost: file.on_connection_lost,
  afterMs: msOf(file.after),
  onHangup: file.on_hangup,
});

export type KeeperConfig = ReturnType<typeof toKeeper>;
