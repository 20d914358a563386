import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommand } from '../driver/open-desk.ts';
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

  test.runIf(existsSync('/dev/full'))('a full disk ends it with 1 and the reason', async () => {
    const { code, stderr } = await shell(`$deck stream svm.token.swaps tokenAddress=${sol} $service > /dev/full`).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/The output is incomplete: a write failed \(ENOSPC\)\.\n$/);
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

describe('call', () => {
  const close = 'perp.closePosition coin=BTC walletId=wal_main percentage=50';

  test('--dry-run shows the request, and the position stays', async () => {
    const before = (await shell('$deck call perp.positions -o ndjson $service').ended).stdout;
    const { code, stdout } = await shell(`$deck call ${close} --dry-run $service`).ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      request: { method: 'POST', url: `${paper.baseUrl}/api/v2/perp/position/close` },
      riskCheck: { verdict: 'passed' },
    });
    const after = (await shell('$deck call perp.positions -o ndjson $service').ended).stdout;
    const sizeOf = (lines: string) =>
      lines
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { szi: string }).szi);
    expect(sizeOf(after)).toEqual(sizeOf(before));
  });

  test('a dry run that the check refuses stops a script', async () => {
    const { code, stdout } = await shell(
      `SWAPDECK_HOME=${home}/capped; mkdir -p $SWAPDECK_HOME/config; export SWAPDECK_HOME
       printf '[caps]\\nmax_order_usd = "10"\\n' > $SWAPDECK_HOME/config/config.toml
       $deck call perp.placeOrder coin=BTC walletId=wal_main isBuy=true orderType=limit limitPx=50000 sz=0.01 --dry-run $service \\
         && echo went on`,
    ).ended;
    expect(code).toBe(1);
    expect(stdout).toContain('your limit is 10.00 USD an order');
    expect(stdout).not.toContain('went on');
  });

  test('a table in a pipe is not cut, and ends with its reader', async () => {
    const { code, stdout } = await shell('$deck call account.wallets -o table $service | head -n 2').ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^walletId +address +state .*\nwal_main +\w{32,44} /);
  });

  test('an option without its value is refused with 2', async () => {
    const { code, stderr } = await shell('$deck call account.wallets $service -o').ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^--format takes a value: -o, --format table\|json\|ndjson\. See: swapdeck call --help\n$/);
  });
});

describe('update --check', () => {
  test('asks the registry of the environment and prints one line', async () => {
    const registry = createServer((_, response) => response.end('{"version":"999.0.0"}'));
    await once(registry.listen(0, '127.0.0.1'), 'listening');
    const { port } = registry.address() as AddressInfo;
    const { code, stdout } = await shell(`npm_config_registry=http://127.0.0.1:${port} $deck update --check`).ended;
    registry.close();
    expect(code).toBe(3);
    expect(stdout).toMatch(/^swapdeck 999\.0\.0 is out, this is \S+ Install it with: .*\n$/);
  });
});

describe('bugreport', () => {
  test('without an answer nothing is written', async () => {
    const { code, stdout, stderr } = await shell(`$deck bugreport $service --output ${home}/a.txt < /dev/null`).ended;
    expect([code, existsSync(join(home, 'a.txt'))]).toEqual([130, false]);
    expect(stdout).toMatch(/^ok +Service +answers/m);
    expect(stderr).toMatch(/Cancelled/);
  });

  test('after a y it is written for its owner', async () => {
    const { code, stdout } = await shell(`echo y | $deck bugreport $service --output ${home}/b.txt`).ended;
    expect(code).toBe(0);
    expect(`${readFileSync(join(home, 'b.txt'), 'utf8')}\n`).toBe(stdout);
    expect(statSync(join(home, 'b.txt')).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['y', ['y', 'Enter'], 0],
    ['Ctrl-C', ['C-c'], 130],
  ])('on a terminal it waits for an answer: %s', async (_, keys, exitCode) => {
    const file = join(home, `c${exitCode}.txt`);
    await using program = await openCommand({
      args: ['bugreport', '--base-url', paper.baseUrl, '--output', file],
      env: { SWAPDECK_API_KEY: paper.apiKey },
      columns: 120,
      rows: 30,
    });
    await program.sees(/Read it\. Write it to .*\[y\/N\]/);
    expect(existsSync(file)).toBe(false);
    await program.press(...keys);
    expect((await program.exits()).code).toBe(exitCode);
    expect(existsSync(file)).toBe(exitCode === 0);
  });
});
