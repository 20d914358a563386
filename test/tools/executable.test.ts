import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TerminalProgram } from '../driver/terminal-program.ts';

const root = resolve(import.meta.dirname, '../..');
const isTried = process.platform === 'linux' && process.arch === 'x64';

describe.skipIf(!isTried)(`the single executable${isTried ? '' : ' (built and tried on linux-x64 only)'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'executable-'));
  const cache = join(folder, 'cache');
  const program = join(folder, 'swapdeck-linux-x64');
  // No Node is in this PATH, and no keychain in this session.
  const env = {
    PATH: '/nowhere',
    HOME: folder,
    XDG_CACHE_HOME: cache,
    SWAPDECK_HOME: join(folder, 'home'),
    LANG: 'C.UTF-8',
  };
  const run = (...args: string[]) => spawnSync(program, args, { env, encoding: 'utf8', input: '' });
  const unpacked = () => globSync('swapdeck/*/dist/main.js', { cwd: cache }).map((file) => join(cache, file));

  beforeAll(() => void execFileSync(process.execPath, ['tools/executable.js', folder], { cwd: root }), 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

  test('has its checksum, licences and bill of materials beside it', () => {
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(sums).toHaveLength(3);
    for (const line of sums) {
      const [sum, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ).toBe(sum);
    }
    expect(readFileSync(join(folder, 'LICENSES.txt'), 'utf8')).toMatch(
      /ink \d.*Node\.js is licensed.*dbus-secret-service/s,
    );
    expect(JSON.parse(readFileSync(join(folder, 'swapdeck.cdx.json'), 'utf8'))).toHaveProperty(
      'bomFormat',
      'CycloneDX',
    );
  });

  test('runs without a Node, from a private folder', () => {
    expect(run('--version')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('Node') as string,
    });
    expect(run('paper', '--help').stdout).toContain('swapdeck paper [--port N]');
    expect(run('frobnicate')).toMatchObject({ status: 2, stdout: '' });
    expect(statSync(join(unpacked()[0]!, '../..')).mode & 0o77).toBe(0);
  });

  test('runs where the cache cannot be written, and leaves nothing behind', () => {
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    const { status, stdout, stderr } = spawnSync(program, ['doctor'], {
      env: { ...env, XDG_CACHE_HOME: '/dev/null', TMPDIR: temporary },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^warn {2}Keychain +unavailable/m);
    expect(globSync(join(temporary, '*'))).toEqual([]);
  });

  test('asks the keychain in a process of its own, and finds no fault in itself', () => {
    const { stdout, status } = run('doctor');
    expect(stdout).toMatch(/^ok {4}Program/);
    expect(stdout).toMatch(/^warn {2}Keychain +unavailable/m);
    expect(stdout).toMatch(/^ok {4}Streams/m);
    expect(status).toBe(0);
  });

  test('a changed file of the folder is not run', () => {
    run('--version');
    appendFileSync(unpacked()[0]!, '\nconsole.log("changed");\n');
    expect(run('--version').stdout).not.toContain('changed');
    expect(readFileSync(unpacked()[0]!, 'utf8')).not.toContain('changed');
  });

  test('serves paper, and opens the desk in a terminal', async () => {
    const paper = spawn(program, ['paper', '--port', '0', '--json', '--ephemeral'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines = createInterface({ input: paper.stdout });
      const { baseUrl, apiKey } = JSON.parse((await lines[Symbol.asyncIterator]().next()).value as string);
      const desk = new TerminalProgram(program, ['--base-url', baseUrl], { env: { ...env, SWAPDECK_API_KEY: apiKey } });
      await desk.sees(/BTC +\+0\.15/);
      await desk.sends('q');
      expect(await desk.exits()).toMatchObject({ code: 0, after: { isAlternate: false } });
      await desk.close();
    } finally {
      paper.kill('SIGTERM');
    }
  });
});
