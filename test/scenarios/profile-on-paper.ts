import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { startPaper } from '../driver/paper-process.ts';
import { hasData } from './desk-on-paper.ts';

/** The desk at 80×24 on a configured profile whose service is a paper service, with its data on screen. */
export async function profileOnPaper(name: string, setting: string): Promise<{ desk: Desk; close(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  const paper = await startPaper({ seed: 1 });
  const ends: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of ends) await end();
    await paper.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    mkdirSync(join(home, 'config'));
    writeFileSync(
      join(home, 'config/config.toml'),
      `profile = "${name}"\n[profiles.${name}]\nbase_url = "${paper.baseUrl}"\n${setting}\n`,
    );
    const env = { SWAPDECK_API_KEY: paper.apiKey };
    const desk = await openDesk({ columns: 80, rows: 24, home, args: ['--profile', name], env });
    ends.push(() => desk.close());
    await hasData(desk);
    return { desk, close };
  } catch (error) {
    await close();
    throw error;
  }
}
