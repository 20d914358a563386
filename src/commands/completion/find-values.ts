import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PAPER_PROFILE } from '../../platform/config/config-schema.ts';
import { createProfileStore } from '../../platform/files/profile-store.ts';
import { createKeychain } from '../../platform/secrets/keychain.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { createWalletStore } from '../../signing/signers/wallet-store.ts';
import { inputFields } from '../call/call-input.ts';
import type { CommandIo } from '../command.ts';
import { readConfig } from '../read-config.ts';
import type { Candidate, FindValues } from './complete.ts';

/** Values from the tables of the program and the files of this machine. Asks no service and no keychain. */
export const findValues =
  (io: CommandIo): FindValues =>
  async (kind, words) => {
    if (kind === 'profile') return profiles(io);
    if (kind === 'wallet') return wallets(io);
    if (kind === 'operation') return allEndpoints.map(({ id, summary }) => ({ value: id, summary }));
    if (kind === 'stream') return allStreams.map(({ id, summary }) => ({ value: id, summary }));
    if (kind === 'field') return fields(words[0] ?? '', io);
    if (kind === 'filter') return filters(words[0] ?? '');
    return [];
  };

async function profiles(io: CommandIo): Promise<Candidate[]> {
  const config = await readConfig(io);
  const keychain = createKeychain({ clock: io.clock });
  const known = createProfileStore({ stateDir: io.paths.stateDir, config, keychain }).list();
  return [
    ...known.map(({ name, baseUrl }) => ({ value: name, summary: baseUrl })),
    { value: PAPER_PROFILE, summary: 'built in' },
  ];
}

const wallets = ({ paths }: CommandIo): Candidate[] =>
  (['paper', 'live'] as const)
    .flatMap((mode) => createWalletStore(paths.stateDir).list(mode))
    .map(({ name, mode, address }) => ({ value: name, summary: `${mode}, ${address}` }));

/** `coin=` and, since the desk keeps their marks, the coins that it has shown. */
function fields(operation: string, { paths }: CommandIo): Candidate[] {
  const endpoint = allEndpoints.find(({ id }) => id === operation);
  return (endpoint ? inputFields(endpoint) : []).flatMap(({ name, isOptional }) => [
    { value: `${name}=`, summary: isOptional ? 'optional' : 'required' },
    ...(name === 'coin' ? knownCoins(paths.stateDir).map((coin) => ({ value: `coin=${coin}`, summary: '' })) : []),
  ]);
}

const filters = (stream: string): Candidate[] =>
  (allStreams.find(({ id }) => id === stream)?.filters ?? []).map(({ name, description }) => ({
    value: `${name}=`,
    summary: description,
  }));

const knownCoins = (stateDir: string): string[] => {
  const files = globSync(join(stateDir, 'marks', '*', '*.marks'));
  return [...new Set(files.map((file) => basename(file).replace(/-[0-9a-f]{12}\.marks$/, '')))].sort();
};
