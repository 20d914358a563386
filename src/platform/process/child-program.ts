import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of a program that the desk starts as a child process. `here` is the `import.meta.url` of the caller: in the
 * sources the program is next to it; in the bundle it is an entry one folder above the chunks.
 */
export function childProgram(here: string, name: string): string {
  const file = fileURLToPath(here);
  if (file.endsWith('.ts')) return join(dirname(file), `${name}.ts`);
  return join(dirname(file).replace(/[\\/]chunks$/, ''), `${name}.js`);
}
