import { createApiClient } from '../../client/http/api-client.ts';
import { ApiError } from '../../client/http/errors.ts';
import type { ScenarioName } from '../../paper/names.ts';
import { playScenario } from '../../paper/routes/scenarios.ts';
import type { CommandIo } from '../command.ts';
import { readConfig } from '../read-config.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { resolveTarget } from '../target.ts';
import { paperScenarioSyntax as syntax } from './paper-syntax.ts';

/** `swapdeck paper scenario NAME --base-url URL`: lets something happen on a paper service that runs. Resolves to the exit code. */
export async function runScenario(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, syntax);
  // One of the choices, in any case.
  const name = words[0]!.toLowerCase() as ScenarioName;
  const target = await resolveTarget(values, io, await readConfig(io));
  if (target.isEmbedded || target.mode !== 'paper')
    throw usageError(syntax, 'Name the paper service that runs with --base-url.');
  const client = createApiClient({ ...target, clock: io.clock, random: io.random });
  try {
    const { data } = await client.call(playScenario, { body: { name } });
    io.stdout.write(`${data.name}: ${data.summary}.\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    io.stderr.write(`swapdeck paper: ${error.message}\n`);
    return 1;
  }
}
