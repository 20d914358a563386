import { readFileSync, renameSync } from 'node:fs';
import { z } from 'zod';
import { printableJson } from './printable-json.ts';
import { writePrivateFile } from './private-file.ts';

const keptAlert = z.object({
  /** `perp:COIN` or `chain:address`. */
  of: z.string().min(1).max(200),
  name: z.string().min(1).max(64),
  direction: z.enum(['above', 'below']),
  /** Decimal text, USD, above zero. */
  value: z.string().regex(/^(?=.*[1-9])\d{1,15}(\.\d{1,18})?$/),
  once: z.boolean(),
  /** It was not so when it was last looked at. */
  armed: z.boolean(),
});

/** A price alert as it is written down. */
export type KeptAlert = Readonly<z.output<typeof keptAlert>>;

interface KeptAlerts {
  readonly alerts: readonly KeptAlert[];
  /** Where the file was put because not all of it could be understood; null when all is well. */
  readonly setAside: string | null;
}

export interface AlertsFile {
  /** What can be understood of it; nothing where there is none. Throws what the file system says. */
  read(): KeptAlerts;
  /** Throws what the file system says; what was kept before then stays. */
  write(alerts: readonly KeptAlert[]): void;
}

const written = z.object({ alerts: z.array(z.unknown()) });

/** The price alerts that were set on the desk, in a file that its owner alone can read. `now`: wall clock, ms. */
export const createAlertsFile = (file: string, now: () => number): AlertsFile => ({
  read() {
    const text = textOf(file);
    if (text === null) return { alerts: [], setAside: null };
    const list = written.safeParse(parsed(text)).data?.alerts;
    const alerts = (list ?? []).flatMap((one) => keptAlert.safeParse(one).data ?? []);
    return { alerts, setAside: alerts.length === list?.length ? null : putAside(file, now()) };
  },
  write: (alerts) => writePrivateFile(file, `${printableJson(JSON.stringify({ alerts }, null, 1))}\n`),
});

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Renamed, never removed: a person may mend it. */
function putAside(file: string, nowMs: number): string {
  const path = `${file}-bad-${new Date(nowMs).toISOString().replaceAll(/[-:.]/g, '')}`;
  renameSync(file, path);
  return path;
}
