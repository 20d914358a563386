import { loadConfig } from '../platform/config.ts';
import type { Config } from '../platform/config-schema.ts';
import { checkNames } from '../protocol/names.ts';
import type { CommandIo } from './command.ts';

/** The person's configuration, its `[names]` checked against the open names of the contract. Throws ConfigError. */
export const readConfig = (io: CommandIo): Config => loadConfig(io.paths.configFile, checkNames);
