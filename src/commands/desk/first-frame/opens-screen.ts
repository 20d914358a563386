import { existsSync, readFileSync } from 'node:fs';
import { type Paths, profilesFile } from '../../../platform/files/paths.ts';
import { parseBySyntax } from '../../syntax/parse-by-syntax.ts';
import { deskSyntax } from '../desk-syntax.ts';

type Files = Pick<Paths, 'configFile' | 'stateDir'>;

interface ScreenStart {
  /** The embedded paper service may be chosen, and probably will. */
  readonly mayBePaper: boolean;
}

/**
 * What is known of a start that surely ends in the full-screen desk, or in an error; null for any other. Decided without
 * loading the command line or parsing the configuration; in doubt it is another.
 */
export function opensScreen(argv: readonly string[], env: NodeJS.ProcessEnv, files: Files): ScreenStart | null {
  if (env.TERM === 'dumb' || env.INK_SCREEN_READER === 'true') return null;
  try {
    const { values, positionals } = parseBySyntax(argv, deskSyntax.options);
    const isDesk = positionals.length === 0 || (positionals.length === 1 && positionals[0] === 'desk');
    if (!isDesk || values['screen-reader'] || mentionsScreenReader(files)) return null;
    const isOpen = values['base-url'] === undefined && values.profile === undefined;
    return { mayBePaper: values.paper === true || (isOpen && !existsSync(profilesFile(files.stateDir))) };
  } catch {
    return null;
  }
}

function mentionsScreenReader({ configFile }: Files): boolean {
  try {
    return readFileSync(configFile, 'utf8').includes('screen_reader');
  } catch {
    return false;
  }
}
