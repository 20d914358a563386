import { loadConfig } from '../platform/config/config.ts';
import type { Config } from '../platform/config/config-schema.ts';
import type { CommandIo } from './command.ts';

/** Reads the user's configuration, with `[names]`, `[keys]` and the plans of `[presets]` validated. Rejects with ConfigError. */
export async function readConfig(io: CommandIo): Promise<Config> {
  const config = loadConfig(io.paths.configFile);
  // Loads every operation, command and kind of plan, which only a configuration that names some needs.
  const hasNames = Object.keys(config.names).length > 0;
  const hasKeys = Object.keys(config.keys).length > 0;
  const hasPlans = config.presets.plans.length > 0;
  if (!hasNames && !hasKeys && !hasPlans) return config;
  const { checkNames } = hasNames ? await import('../protocol/check-names.ts') : {};
  const { checkKeys } = hasKeys ? await import('../ui/commands/check-keys.ts') : {};
  const { checkPlans } = hasPlans ? await import('../ui/command-line/check-plans.ts') : {};
  return loadConfig(io.paths.configFile, { names: checkNames, keys: checkKeys, plans: checkPlans });
}
