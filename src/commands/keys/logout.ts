import { rmSync } from 'node:fs';
import { createProfileStore, keychainAccount } from '../../platform/files/profile-store.ts';
import { createKeychain, type Keychain } from '../../platform/secrets/keychain.ts';
import type { CommandIo } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { readConfig } from '../read-config.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { logoutSyntax } from './keys-syntax.ts';

/** Removes the key of a profile from this machine: from the keychain, and the key file that login wrote. */
export async function runLogout(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { values } = readArguments(args, logoutSyntax);
  const config = await readConfig(io);
  const store = createProfileStore({ stateDir: io.paths.stateDir, config, keychain });
  const name = values.profile ?? config.profile;
  const profile = store.find(name);
  const login = store.findLogin(name);
  if (!profile) {
    io.stdout.write(`There is no profile ${JSON.stringify(name)}; nothing was removed.\n`);
    return 1;
  }
  const { keyFile } = login ?? profile;
  if (keyFile) rmSync(keyFile, { force: true });
  else
    await withProgress(io, 'Removing the key from the keychain', () =>
      keychain.delete(keychainAccount(name, (login ?? profile).baseUrl)),
    );
  store.forget(name);
  io.stdout.write(
    `Logged out: the key of profile ${name} was removed from ${keyFile ?? 'the keychain'}. ` +
      'It stays valid at the service until it is revoked there.\n',
  );
  return 0;
}
