import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TerminalProgram } from '../driver/terminal-program.ts';

const root = resolve(import.meta.dirname, '../..');
/** The oldest that we promise where the machine has it, otherwise the pinned one. */
const node = existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath;
const folder = mkdtempSync(join(tmpdir(), 'installed-'));
const home = join(folder, 'home');
const prefix = join(folder, 'prefix');
const repository = 'git+https://forge.example/desk/swapdeck.git';
const installed = join(prefix, 'lib/node_modules/swapdeck');
const program = join(prefix, 'bin/swapdeck');
const env = { PATH: `${dirname(node)}${delimiter}${process.env['PATH']}`, HOME: home, SWAPDECK_HOME: home };
const run = (...args: string[]) => spawnSync(program, args, { env, encoding: 'utf8', input: '' });

let printed: { stdout: string; stderr: string };
let unpackedSize: number;
beforeAll(() => {
  const packed = JSON.parse(
    execFileSync(process.execPath, ['tools/pack.js', folder, repository], { cwd: root, encoding: 'utf8' }),
  );
  unpackedSize = packed.unpackedSize;
  const npm = ['install', '--global', '--prefix', prefix, '--prefer-offline', '--ignore-scripts', packed.file];
  // npm finds the registry and its cache where the user's settings say.
  printed = spawnSync('npm', npm, { cwd: folder, env: { ...process.env, PATH: env.PATH }, encoding: 'utf8' });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

test('is few packages, small beside the Node that comes with it, and installed without a warning', () => {
  const warnings = printed.stderr.split('\n').filter((line) => /warn/i.test(line) && !/Unknown \w+ config/.test(line));
  expect(warnings).toEqual([]);
  const packages = globSync('node_modules/{*,@*/*}/package.json', { cwd: installed });
  expect(packages.length).toBeGreaterThan(0);
  expect(packages.length + 1).toBeLessThanOrEqual(10);
  expect(unpackedSize).toBeLessThan(20_000_000);
});

test('has no scripts, and no packages for development', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']));
  expect(manifest).not.toHaveProperty('devDependencies');
  const runtime = JSON.parse(readFileSync(join(root, 'tools/runtime/package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest['optionalDependencies']).toEqual(runtime['optionalDependencies']);
  expect(manifest).not.toHaveProperty('workspaces');
  expect(manifest).toHaveProperty('repository', repository);
  for (const file of globSync(manifest['files'] as string[], { cwd: root }))
    expect(existsSync(join(installed, file))).toBe(true);
});

test('says its version, helps, and finds no fault in itself', () => {
  expect(run('--version')).toMatchObject({ status: 0, stderr: '' });
  expect(run('--help').stdout).toContain('Usage: swapdeck');
  const { stdout, status } = run('doctor');
  expect(stdout).toMatch(/^ok {4}Program/);
  expect(stdout).toMatch(/^ok {4}Streams/m);
  expect(status).toBe(0);
});

test('serves paper to others', async () => {
  const paper = spawn(program, ['paper', '--port', '0', '--json', '--ephemeral'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: paper.stdout });
    const { baseUrl, apiKey } = JSON.parse((await lines[Symbol.asyncIterator]().next()).value as string);
    const called = spawnSync(program, ['call', 'perp.markets', '--base-url', baseUrl], {
      env: { ...env, SWAPDECK_API_KEY: apiKey },
      encoding: 'utf8',
    });
    expect(called.status).toBe(0);
    expect(called.stdout).toContain('"BTC"');
  } finally {
    paper.kill('SIGTERM');
  }
});

test('opens the desk in a terminal, and leaves it as it was', async () => {
  await using desk = new TerminalProgram(program, ['--ephemeral'], { env });
  await desk.sees('Positions');
  await desk.sees(/BTC +\+0\.15/);
  await desk.sends('q');
  const { code, after } = await desk.exits();
  expect(code).toBe(0);
  expect(after.isAlternate).toBe(false);
});

const isTooOld = Number(/\d+/.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout)?.[0]) < 24;

describe.skipIf(!isTooOld)(
  `where the Node that comes with it does not run${isTooOld ? '' : ' (this one needs none)'}`,
  () => {
    const copy = join(folder, 'copy');
    const own = () => globSync('node_modules/node-*', { cwd: copy })[0]!;
    const start = () => spawnSync(node, [join(copy, 'tools/bin/swapdeck.js'), '--version'], { env, encoding: 'utf8' });
    const sentence =
      /^swapdeck needs Node 24 or newer; this is v\d+\.\d+\.\d+, and [^\n]*https:\/\/nodejs\.org[^\n]*\n$/;
    const isSmall = (path: string) => !/node_modules[\\/]node-[^\\/]*[\\/](bin|include|share)/.test(path);
    beforeAll(() => cpSync(installed, copy, { recursive: true, filter: isSmall }));

    test('since the system has another loader, one sentence says what to do', () => {
      cpSync(join(installed, 'tools/bin'), join(copy, own(), 'bin'), { recursive: true });
      writeFileSync(join(copy, own(), 'bin/node'), '#!/no/such/loader\n', { mode: 0o755 });
      const { status, stderr } = start();
      expect(status).toBe(1);
      expect(stderr).toMatch(sentence);
      expect(stderr).toContain('cannot run here (ENOENT)');
    });

    test('since it was not installed, too', () => {
      rmSync(join(copy, own()), { recursive: true });
      const { status, stderr } = start();
      expect(status).toBe(1);
      expect(stderr).toMatch(sentence);
    });
  },
);
