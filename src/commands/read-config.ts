import { loadConfig } from '../platform/config/config.ts';
import type { Config } from '../platform/config/config-schema.ts';
import type { CommandIo } from './command.ts';

/** Reads the user's configuration, with `[names]` and `[keys]` validated. Rejects with ConfigError. */
export async function readConfig(io: CommandIo): Promise<Config> {
  const config = loadConfig(io.paths.configFile);
  // Loads every operation and command, which only a configuration with `[names]` or `[keys]` needs.
  const hasNames = Object.keys(config.names).length > 0;
  const hasKeys = Object.keys(config.keys).length > 0;
  if (!hasNames && !hasKeys) return config;
  const { checkNames } = hasNames ? await import('../protocol/check-names.ts') : {};
  const { checkKeys } = hasKeys ? await import('../ui/commands/check-keys.ts') : {};
  return loadConfig(io.paths.configFile, checkNames, checkKeys);
}
