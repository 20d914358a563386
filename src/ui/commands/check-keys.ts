import { bindKeys, type KeyProblem } from '../keys/bind-keys.ts';
import type { Bindings } from '../keys/keymap.ts';
import { commands } from './commands.ts';

/** Problems in the `[keys]` section of a configuration. */
export const checkKeys = (keys: Bindings): readonly KeyProblem[] => bindKeys(commands, keys).problems;
