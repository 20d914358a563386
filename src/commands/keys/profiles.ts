import { existsSync } from 'node:fs';
import { PAPER_PROFILE } from '../../platform/config/config-schema.ts';
import { createProfileStore, type KnownProfile, keychainAccount } from '../../platform/files/profile-store.ts';
import { createKeychain, type Keychain, KeychainError } from '../../platform/secrets/keychain.ts';
import type { CommandIo } from '../command.ts';
import { asRows } from '../output/format.ts';
import { readConfig } from '../read-config.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { hasKey } from '../target.ts';
import { profilesSyntax } from './keys-syntax.ts';

const columns = [
  { id: 'name', title: '  PROFILE', priority: 1 },
  { id: 'service', title: 'SERVICE', priority: 2, shrinkTo: 16 },
  { id: 'key', title: 'KEY', priority: 3, shrinkTo: 16 },
];

/** Lists the profiles: the default, their services, and where their keys are; never a key. */
export async function runProfiles(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { format = 'table' } = readArguments(args, profilesSyntax).values;
  const config = await readConfig(io);
  const known = createProfileStore({ stateDir: io.paths.stateDir, config, keychain }).list();
  const opening = known.some((profile) => profile.name === config.profile && hasKey(profile))
    ? config.profile
    : PAPER_PROFILE;
  const rows = [
    ...(await Promise.all(
      known.map(async (profile) => ({
        name: profile.name,
        service: profile.baseUrl,
        key: await describeKeyPlace(profile, keychain),
      })),
    )),
    { name: PAPER_PROFILE, service: 'built in', key: 'needs no key' },
  ].map((row) => ({ ...row, isDefault: row.name === opening }));
  const shown =
    format === 'table' ? rows.map((row) => ({ ...row, name: `${row.isDefault ? '*' : ' '} ${row.name}` })) : rows;
  io.stdout.write(asRows(shown, columns, format, io.stdout));
  if (format === 'table') io.stdout.write('\n* default profile\n');
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
