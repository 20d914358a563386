import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';

const sol = 'So11111111111111111111111111111111111111112';
let home: string;
let paper: PaperProcess;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  paper = await startPaper({ seed: 1, args: ['--speed', '10'] });
});
afterAll(async () => {
  await paper?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** A shell line in which `$deck` is the program and `$service` its options for the paper service. */
function shell(line: string) {
  const child = spawn('/bin/bash', ['--norc', '-c', `set -o pipefail; ${line}`], {
    cwd: `${import.meta.dirname}/../..`,
    env: {
      PATH: process.env['PATH'],
      SWAPDECK_HOME: home,
      SWAPDECK_API_KEY: paper.apiKey,
      deck: `${process.execPath} tools/bin/swapdeck.js`,
      service: `--base-url ${paper.baseUrl}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => {
      expect(stdout + stderr).not.toContain(paper.apiKey.split('_')[2]);
      return { code: code as number | null, stdout, stderr };
    },
  );
  return { child, ended };
}

describe('stream', () => {
  test('into head ends with 0 after the first line', async () => {
    const { code, stdout } = await shell(`$deck stream svm.token.swaps tokenAddress=${sol} $service | head -n 1`).ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ stream: 'svm.token.swaps', data: { tokenMint: sol } });
  });

  test('Ctrl-C ends it with 0, and every line is whole', async () => {
    const { child, ended } = shell(`exec $deck stream svm.token.swaps tokenAddress=${sol} $service`);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    for (const line of stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('data');
  });

  test('--for ends it, on the embedded paper service too', async () => {
    const { code, stderr } = await shell(`$deck stream portfolio.notifications --paper --for 0.5s`).ended;
    expect([code, stderr]).toEqual([0, 'Following portfolio.notifications of paper (PAPER)\nconnecting\nconnected\n']);
  });

  test('an unknown name is refused with 2 before a connection', async () => {
    const { code, stdout, stderr } = await shell(`$deck stream svm.token.swap $service`).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('There is no stream "svm.token.swap". Did you mean svm.token.swaps or evm.token.swaps?\n');
  });
});
