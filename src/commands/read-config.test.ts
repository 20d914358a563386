import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ensureDir } from '../platform/files/paths.ts';
import { readConfig } from './read-config.ts';
import { createTestIo } from './test-io.fixture.ts';

/** The configuration of such a file, or its problems without the file's name. */
async function read(toml: string) {
  const { io } = createTestIo();
  ensureDir(io.paths.configDir);
  writeFileSync(io.paths.configFile, toml);
  return await readConfig(io).catch((error: Error) => error.message.replaceAll(`${io.paths.configFile}:`, ''));
}

test('names, keys and plans are read as they are written', async () => {
  const plans = ['twap buy 2 ETH over 1h in 30', 'dca sell 50 USDC for SOL every 1d for 30'];
  expect(
    await read(
      `[names]\nwalletQuery = "wallet"\n[keys]\n"plan.preset1" = ["F7"]\n[presets]\nplans = ${JSON.stringify(plans)}`,
    ),
  ).toMatchObject({
    names: { walletQuery: 'wallet' },
    keys: { 'plan.preset1': ['F7'] },
    presets: { plans },
  });
});

test('each is validated, alone or with the others', async () => {
  const names = '[names]\nnoSuch = "x"\n';
  const keys = '[keys]\n"plan.preset6" = ["F7"]\n';
  const plans = '[presets]\nplans = [\n  "twap buy 2 ETH over 1h in 30",\n  "buy 1 SOL",\n]\n';
  const problems = [
    /^\d:1: names\.noSuch: is not a name that can be set/,
    /^\d:1: keys\."plan\.preset6": there is no such command\./,
    /^\d:1: presets\.plans\.1: "buy 1 SOL" is not a plan: write what the command line takes, such as twap buy 2 ETH over/,
  ];
  const all = String(await read(names + keys + plans)).split('\n');
  expect(all).toEqual(problems.map((words) => expect.stringMatching(words)));
  for (const [index, table] of [names, keys, plans].entries()) expect(await read(table)).toMatch(problems[index]!);
});
