import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { errorCode } from '../process/error-code.ts';
import { writePrivateFile } from './private-file.ts';

const usd = z.string().regex(/^-?\d{1,40}(\.\d{1,40})?$/);

const day = z.object({
  openedAtMs: z.number().finite(),
  highUsd: usd,
  unpriced: z.int().min(0),
  reached: z
    .object({
      dailyLossUsd: usd.exactOptional(),
      dailyLossPct: usd.exactOptional(),
      maxDrawdownPct: usd.exactOptional(),
    })
    .readonly(),
});

const days = z.record(z.string().max(512), day.readonly()).readonly();

/** What the limits of an account remember of its last days, by account and perp wallet. */
type SavedDays = z.output<typeof days>;

export interface RiskFile {
  /** Empty without a file. Throws if the file exists but is not valid. */
  read(): SavedDays;
  /** Throws file system errors. */
  write(kept: SavedDays): void;
}

export const createRiskFile = (file: string): RiskFile => ({
  read() {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return {};
      throw error;
    }
    const read = days.safeParse(JSON.parse(text));
    if (!read.success) throw new Error(`${file} is not a valid file of the account's limits`);
    return read.data;
  },
  write: (kept) => writePrivateFile(file, `${JSON.stringify(kept)}\n`),
});
