import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whatever tests leave in the folder for temporary files goes with the run. */
export default function ownTempFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
