import { existsSync } from 'node:fs';
import { PAPER_PROFILE } from '../../platform/config/config-schema.ts';
import { createProfileStore, type KnownProfile, keychainAccount } from '../../platform/files/profile-store.ts';
import { createKeychain, type Keychain, KeychainError } from '../../platform/secrets/keychain.ts';
import type { CommandIo } from '../command.ts';
import { readConfig } from '../read-config.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { hasKey } from '../target.ts';
import { profilesSyntax } from './keys-syntax.ts';

/** Lists the profiles: the default, their services, and where their keys are. */
export async function runProfiles(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  readArguments(args, profilesSyntax);
  const config = await readConfig(io);
  const known = createProfileStore({ stateDir: io.paths.stateDir, config, keychain }).list();
  const rows = [
    ...(await Promise.all(
      known.map(async (profile) => [profile.name, profile.baseUrl, await describeKeyPlace(profile, keychain)] as const),
    )),
    [PAPER_PROFILE, 'built in', 'needs no key'] as const,
  ];
  const opening = known.some((profile) => profile.name === config.profile && hasKey(profile))
    ? config.profile
    : PAPER_PROFILE;
  const widthOf = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  const [nameWidth, serviceWidth] = [widthOf(0), widthOf(1)];
  for (const [name, service, key] of rows)
    io.stdout.write(
      `${name === opening ? '*' : ' '} ${name.padEnd(nameWidth)}  ${service.padEnd(serviceWidth)}  ${key}\n`,
    );
  io.stdout.write('\n* default profile\n');
  return 0;
}

async function describeKeyPlace(profile: KnownProfile, keychain: Keychain): Promise<string> {
  const id = profile.keyId ? `, key id ${profile.keyId}` : '';
  if (profile.keyFile)
    return existsSync(profile.keyFile) ? `key file ${profile.keyFile}${id}` : `key file ${profile.keyFile} is missing`;
  try {
    const key = await keychain.get(keychainAccount(profile.name, profile.baseUrl));
    return key === null ? `no key: swapdeck login --profile ${profile.name}` : `keychain${id}`;
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error;
    return `keychain (${error.problem})${id}`;
  }
}
