import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { globalOptions } from '../desk-options.ts';

/**
 * Whether this start surely ends in the full-screen desk, or in an error. Decided without loading the command line or
 * parsing the configuration; in doubt it does not.
 */
export function opensScreen(argv: readonly string[], env: NodeJS.ProcessEnv, configFile: string): boolean {
  if (env.TERM === 'dumb' || env.INK_SCREEN_READER === 'true') return false;
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: globalOptions, allowPositionals: true });
    const isDesk = positionals.length === 0 || (positionals.length === 1 && positionals[0] === 'desk');
    return isDesk && values['screen-reader'] !== true && !mentionsScreenReader(configFile);
  } catch {
    return false;
  }
}

function mentionsScreenReader(configFile: string): boolean {
  try {
    return readFileSync(configFile, 'utf8').includes('screen_reader');
  } catch {
    return false;
  }
}
