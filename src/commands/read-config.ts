import { loadConfig } from '../platform/config.ts';
import type { Config } from '../platform/config-schema.ts';
import type { CommandIo } from './command.ts';

/** The person's configuration, its `[names]` checked against the open names of the contract. Rejects with ConfigError. */
export async function readConfig(io: CommandIo): Promise<Config> {
  const config = loadConfig(io.paths.configFile);
  if (Object.keys(config.names).length === 0) return config;
  // Loads every operation, which only a configuration that names one has to pay for.
  const { checkNames } = await import('../protocol/check-names.ts');
  return loadConfig(io.paths.configFile, checkNames);
}
