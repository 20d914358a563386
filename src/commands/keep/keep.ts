import type { Config } from '../../platform/config/config-schema.ts';
import { collectAll, spareMemory } from '../../platform/process/limit-heap.ts';
import type { CommandIo } from '../command.ts';
import { readConfig } from '../read-config.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { resolveTarget } from '../target.ts';
import { keepSyntax } from './keep-syntax.ts';
import { meetParent } from './parent.ts';
import { sayTo } from './say.ts';

/** By then what starting left behind is garbage, ms. */
const settledMs = 5_000;

/** `swapdeck keep`: works the plans of an account until it is asked to end, or to hand the account over. */
export async function runKeep(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(args, keepSyntax);
  spareMemory();
  const parent = await meetParent(io);
  try {
    const config: Config = await readConfig(io);
    const target = await resolveTarget(values, io, config);
    const { Keeper } = await import('./keeper.ts');
    io.clock.setTimeout(collectAll, settledMs);
    return await new Keeper({ choice: values, target, config, io, parent, say: sayTo(io, parent) }).run();
  } catch (error) {
    parent?.tell({ why: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
