import { bindKeys } from '../keys/bind-keys.ts';
import { type KeysCheck, loadConfig } from '../platform/config.ts';
import type { Config } from '../platform/config-schema.ts';
import type { CommandIo } from './command.ts';

const checkKeys: KeysCheck = (keys) => bindKeys(keys).problems;

/**
 * The person's configuration, its `[names]` checked against the open names of the contract and its `[keys]` against the
 * tables of commands and keys. Rejects with ConfigError.
 */
export async function readConfig(io: CommandIo): Promise<Config> {
  const config = loadConfig(io.paths.configFile, undefined, checkKeys);
  if (Object.keys(config.names).length === 0) return config;
  // Loads every operation, which only a configuration that names one has to pay for.
  const { checkNames } = await import('../protocol/check-names.ts');
  return loadConfig(io.paths.configFile, checkNames, checkKeys);
}
