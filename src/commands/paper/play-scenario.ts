import { createApiClient } from '../../client/http/api-client.ts';
import { ApiError } from '../../client/http/errors.ts';
import { scenarioNames } from '../../paper/exchange/prices/scenarios.ts';
import { playScenario } from '../../paper/routes/scenarios.ts';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../command.ts';
import { oneOf, parseOptions } from '../options.ts';
import { readConfig } from '../read-config.ts';
import { resolveTarget, targetOptions } from '../target.ts';
import { paperUsage } from './paper-usage.ts';

/** `swapdeck paper scenario NAME --base-url URL`: lets something happen on a paper service that runs. Resolves to the exit code. */
export async function runScenario(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(args, targetOptions, paperUsage);
  const [name = '', ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`Unexpected ${JSON.stringify(rest[0])}. Usage: ${paperUsage}`);
  const scenario = oneOf('scenario NAME', name, scenarioNames, paperUsage);
  const target = await resolveTarget(values, io, await readConfig(io));
  if (target.isEmbedded || target.mode !== 'paper')
    throw new UsageError(`Name the paper service that runs with --base-url. Usage: ${paperUsage}`);
  const client = createApiClient({ ...target, clock: io.clock, random: io.random });
  try {
    const { data } = await client.call(playScenario, { body: { name: scenario } });
    io.stdout.write(`${data.name}: ${data.summary}.\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    io.stderr.write(`swapdeck paper: ${error.message}\n`);
    return 1;
  }
}
