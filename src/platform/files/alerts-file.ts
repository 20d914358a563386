import { readFileSync, renameSync } from 'node:fs';
import { z } from 'zod';
import { errorCode } from '../process/error-code.ts';
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
  /** Whether the condition was false at the last check. */
  armed: z.boolean(),
});

/** A saved price alert. */
export type SavedAlert = Readonly<z.output<typeof keptAlert>>;

interface SavedAlerts {
  readonly alerts: readonly SavedAlert[];
  /** Where the file was moved because part of it was unreadable; null if it was fine. */
  readonly setAside: string | null;
}

export interface AlertsFile {
  /** The readable alerts; empty without a file. Throws file system errors. */
  read(): SavedAlerts;
  /** Throws file system errors; the previous file then remains. */
  write(alerts: readonly SavedAlert[]): void;
}

const written = z.object({ alerts: z.array(z.unknown()) });

/** The price alerts set on the desk, in a file readable only by its owner. `now`: wall clock, ms. */
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
    if (errorCode(error) === 'ENOENT') return null;
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

/** Renamed, never deleted: the user may repair it. */
function putAside(file: string, nowMs: number): string {
  const path = `${file}-bad-${new Date(nowMs).toISOString().replaceAll(/[-:.]/g, '')}`;
  renameSync(file, path);
  return path;
}
