import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { resolvePaths } from '../platform/paths.ts';
import { seededRandom } from '../platform/random.ts';
import { type CommandIo, UsageError } from './command.ts';
import { runPaper } from './paper.ts';

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

function io(): CommandIo {
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
    env: {},
    stdin: process.stdin,
    stdout: stdout as NodeJS.WriteStream,
    stderr: stderr as NodeJS.WriteStream,
    clock: systemClock,
    random: seededRandom(2),
    paths: resolvePaths({ SWAPDECK_HOME: home }),
    signal: stop.signal,
  };
}

/** Runs until the first output, hands it over, stops, and gives the exit code. */
async function runUntilReady(args: string[], ready: (output: string) => Promise<void> = async () => {}) {
  const first = new Promise<void>((resolve) => {
    onOutput = resolve;
  });
  const running = runPaper(args, io());
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

  it('otherwise says where it is, its keys, and how to open the desk on it', async () => {
    expect(await runUntilReady([])).toBe(0);
    expect(out).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    expect(out.match(/sk_[0-9a-f]+_[0-9a-f]+/g)?.length).toBeGreaterThanOrEqual(3);
    expect(out).toContain('--base-url');
    expect(existsSync(join(home, 'state/paper/paper.db'))).toBe(true);
  });

  it('keeps its account in the folder that --state names', async () => {
    const dir = join(home, 'elsewhere');
    await runUntilReady(['--json', '--state', dir]);
    const first = JSON.parse(out).apiKey;
    out = '';
    stop = new AbortController();
    await runUntilReady(['--json', '--state', dir]);
    expect(JSON.parse(out).apiKey).toBe(first);
  });

  it('says which port is taken, and ends with 1', async () => {
    await runUntilReady(['--json', '--ephemeral'], async (output) => {
      const { port } = new URL(JSON.parse(output).baseUrl);
      expect(await runPaper(['--ephemeral', '--port', port], io())).toBe(1);
      expect(err).toContain(`port ${port} is taken`);
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
    [['--nonsense'], '--nonsense'],
    [['word'], 'word'],
  ])('refuses %j and says what is allowed', async (args, expected) => {
    const failure = await runPaper(args, io()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect((failure as Error).message).toContain(expected);
    expect((failure as Error).message).toContain('swapdeck paper [--port N]');
  });
});
