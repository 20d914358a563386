import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolvePaths } from '../../platform/files/paths.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { chooseCommand } from '../command-line.ts';

let home: string;
let stop: AbortController;
let out: string;
let err: string;
let onOutput: () => void;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'paper-command-'));
  stop = new AbortController();
  [out, err] = ['', ''];
  onOutput = () => {};
});
afterEach(() => {
  stop.abort();
  rmSync(home, { recursive: true, force: true });
});

function io(env: NodeJS.ProcessEnv = {}): CommandIo {
  const stdout = {
    write: (text: string) => {
      out += text;
      onOutput();
      return true;
    },
  };
  const stderr = {
    write: (text: string) => {
      err += text;
      return true;
    },
  };
  return {
    env,
    stdin: process.stdin,
    stdout: stdout as NodeJS.WriteStream,
    stderr: stderr as NodeJS.WriteStream,
    clock: systemClock,
    random: seededRandom(2),
    paths: resolvePaths({ SWAPDECK_HOME: home }),
    signal: stop.signal,
  };
}

/** `swapdeck paper …`. */
async function run(args: readonly string[], given: CommandIo): Promise<number> {
  const choice = chooseCommand(['paper', ...args]);
  if (choice.kind !== 'run') throw new Error(`not a command: ${args.join(' ')}`);
  return choice.command.run(choice.args, given);
}

/** Runs until the first output, hands it over, stops, and gives the exit code. */
async function runUntilReady(
  args: string[],
  ready: (output: string) => Promise<void> = async () => {},
  env: NodeJS.ProcessEnv = {},
) {
  const first = new Promise<void>((resolve) => {
    onOutput = resolve;
  });
  const running = run(args, io(env));
  await Promise.race([first, running]);
  await ready(out);
  stop.abort();
  return running;
}

describe('swapdeck paper', () => {
  it('with --json prints one line when it is ready, and nothing else', async () => {
    const code = await runUntilReady(['--json', '--ephemeral', '--seed', '5'], async (output) => {
      const { baseUrl, apiKey, keys } = JSON.parse(output);
      expect(keys).toEqual({ full: apiKey, readOnly: expect.any(String), limited: expect.any(String) });
      const headers = { authorization: `Bearer ${apiKey}` };
      expect((await fetch(`${baseUrl}/api/v2/account/usage`, { headers })).status).toBe(200);
    });
    expect(code).toBe(0);
    expect(out.match(/\n/g)).toHaveLength(1);
    expect(err).toBe('');
    expect(existsSync(join(home, 'state/paper'))).toBe(false);
  });

  it('otherwise prints its address, its keys, and how to open the desk on it', async () => {
    expect(await runUntilReady([])).toBe(0);
    expect(out).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    expect(out.match(/sk_[0-9a-f]+_[0-9a-f]+/g)?.length).toBeGreaterThanOrEqual(3);
    expect(out).toContain('--base-url');
    expect(existsSync(join(home, 'state/paper/paper.db'))).toBe(true);
  });

  it('keeps its account in the folder of --state', async () => {
    const dir = join(home, 'elsewhere');
    await runUntilReady(['--json', '--state', dir]);
    const first = JSON.parse(out).apiKey;
    out = '';
    stop = new AbortController();
    await runUntilReady(['--json', '--state', dir]);
    expect(JSON.parse(out).apiKey).toBe(first);
  });

  it('reports a port in use, and exits with 1', async () => {
    await runUntilReady(['--json', '--ephemeral'], async (output) => {
      const { port } = new URL(JSON.parse(output).baseUrl);
      expect(await run(['--ephemeral', '--port', port], io())).toBe(1);
      expect(err).toContain(`port ${port} is in use`);
    });
  });

  it.each([
    [['--port', '65536'], '0 to 65535'],
    [['--port', '-1'], '--port'],
    [['--port', '1.5'], '0 to 65535'],
    [['--seed', 'x'], '--seed'],
    [['--seed', '4294967296'], '4294967295'],
    [['--speed', '0'], 'above 0'],
    [['--speed', '1e3'], '--speed'],
    [['--speed', '1001'], 'at most 1000'],
    [['--state', '/x', '--ephemeral'], 'exclude'],
    [['--chaos', '4'], '0 to 3'],
    [['--latency', 'slow'], 'a whole number of milliseconds from 0 to 10000, or real'],
    [['--latency', '10001'], 'from 0 to 10000'],
    [['--answers', 'odd'], 'contract, published, loose'],
    [['--market', 'odd'], 'calm, real, wild'],
    [['--scenario', 'odd'], 'flash-crash, short-squeeze, depeg'],
    [['scenario'], 'flash-crash, short-squeeze, depeg'],
    [['scenario', 'depeg', 'more'], 'Unexpected "more"'],
    [['--nonsense'], '--nonsense'],
    [['word'], 'word'],
  ])('refuses %j and says what is allowed', async (args, expected) => {
    const failure = await run(args, io()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect((failure as Error).message).toContain(expected);
    expect((failure as Error).message).toMatch(/See: swapdeck paper( scenario)? --help$/);
  });

  it('plays a scenario from the start, or on a service that runs', async () => {
    await runUntilReady(
      ['--json', '--ephemeral', '--seed', '1', '--speed', '60', '--scenario', 'depeg'],
      async (output) => {
        const { baseUrl, keys } = JSON.parse(output);
        const target = ['scenario', 'flash-crash', '--base-url', baseUrl];
        expect(await run(target, { ...io(), env: { SWAPDECK_API_KEY: keys.full } })).toBe(0);
        expect(out).toMatch(/^flash-crash: everything falls within four minutes/m);
        expect(await run(target, { ...io(), env: { SWAPDECK_API_KEY: keys.readOnly } })).toBe(1);
        expect(err).toContain('only the full key may do this');
      },
    );
  });

  it('injects faults with --chaos, and says so', async () => {
    await runUntilReady(['--ephemeral', '--seed', '1', '--chaos', '2'], async (output) => {
      expect(output).toContain('level 2');
      const [, baseUrl = ''] = /at (http:\S+)/.exec(output) ?? [];
      const [, key = ''] = /full key +(\S+)/.exec(output) ?? [];
      const answer = await fetch(`${baseUrl}/paper/admin/faults`, { headers: { authorization: `Bearer ${key}` } });
      const { data } = (await answer.json()) as { data: { faults: unknown[] } };
      expect(data.faults.length).toBeGreaterThan(3);
    });
  });

  it('publishes the streams to the cluster of --publish-to, and shows no secret', async () => {
    const secret = 'canary-of-the-cluster';
    const address = 'https://the-key@127.0.0.1:1/apps/7';
    const env: NodeJS.ProcessEnv = { SWAPDECK_PUBLISH_SECRET: secret };
    await runUntilReady(['--ephemeral', '--publish-to', address], undefined, env);
    expect(out).toContain('carried by 127.0.0.1:1, app 7');
    expect(out + err).not.toContain(secret);
    expect(env).toEqual({});
  });

  it.each(['https://k@h/apps/1', 'http://k:the-secret@far.example/apps/1'])(
    'refuses to publish to %s, and repeats no secret',
    async (address) => {
      const failure = await run(['--publish-to', address], io()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(UsageError);
      expect((failure as Error).message).not.toContain('the-secret');
    },
  );

  it('reset removes the saved account, and says so', async () => {
    await runUntilReady([]);
    out = '';
    const file = join(home, 'state/paper/paper.db');
    expect(await run(['reset'], io())).toBe(0);
    expect(out).toBe(`Removed ${file}\n`);
    expect(existsSync(file)).toBe(false);
    out = '';
    expect(await run(['reset'], io())).toBe(0);
    expect(out).toContain(`no paper account in ${join(home, 'state/paper')}`);
  });

  it('reset keeps an account in use, and exits with 1', async () => {
    const dir = join(home, 'elsewhere');
    await runUntilReady(['--json', '--state', dir], async () => {
      expect(await run(['reset', '--state', dir], io())).toBe(1);
      expect(err).toContain('stop it first');
      expect(existsSync(join(dir, 'paper.db'))).toBe(true);
    });
  });

  it('reset accepts only a folder', async () => {
    await expect(run(['reset', 'now'], io())).rejects.toThrow(UsageError);
    await expect(run(['reset', '--ephemeral'], io())).rejects.toThrow(UsageError);
  });
});
