import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../time/fake-clock.fixture.ts';
import { createKeychain, type KeychainProblem, keychainError } from './keychain.ts';

const SECRET = 'sk_canary_5ecr3t';

/** A child that does what the test says, in the place of the one that talks to the keychain. */
function childThat(script: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'keychain-')), 'child.mjs');
  writeFileSync(file, script);
  return file;
}

const readRequest = `import { text } from 'node:stream/consumers'; const request = JSON.parse(await text(process.stdin));`;
const replying = (value: string) => childThat(`${readRequest} process.stdout.write(JSON.stringify(${value}))`);

describe('the child process', () => {
  test('gets the request on its stdin, and neither arguments nor environment hold the secret', async () => {
    process.env.SWAPDECK_API_KEY = SECRET;
    const childPath = replying(
      '{ ok: true, value: JSON.stringify({ request, argv: process.argv.slice(2), env: JSON.stringify(process.env) }) }',
    );
    const keychain = createKeychain({ childPath });
    const seen = JSON.parse((await keychain.get('main@https://x')) ?? '') as Record<string, unknown>;
    delete process.env.SWAPDECK_API_KEY;
    expect(seen.request).toEqual({ operation: 'get', service: 'swapdeck', account: 'main@https://x' });
    expect(seen.argv).toEqual([]);
    expect(seen.env).not.toContain(SECRET);
  });

  test('is killed when the keychain hangs', async () => {
    const clock = new FakeClock();
    const keychain = createKeychain({ clock, childPath: childThat('setInterval(() => {}, 1000)') });
    const answer = expect(keychain.set('a', SECRET)).rejects.toMatchObject({ problem: 'timeout' });
    await clock.advance(5_000);
    await answer;
    expect(clock.pending).toBe(0);
  });

  test('that dies or returns garbage is a keychain error', async () => {
    for (const script of ['process.exit(3)', 'process.stdout.write("?")', 'throw new Error("x")'])
      await expect(createKeychain({ childPath: childThat(script) }).get('a')).rejects.toMatchObject({
        problem: 'failed',
      });
  });

  test('reports whether there was a key to delete', async () => {
    for (const value of [true, false])
      expect(await createKeychain({ childPath: replying(`{ ok: true, value: ${value} }`) }).delete('a')).toBe(value);
  });
});

test.each<[KeychainProblem, string]>([
  ['unavailable', 'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time'],
  ['unavailable', 'Platform failure: DBus error: Failed to connect to socket /nonexistent: No such file or directory'],
  ['unavailable', 'The name org.freedesktop.secrets was not provided by any .service files'],
  ['locked', "Couldn't access platform storage: Secret Service: unlock prompt was dismissed"],
  ['locked', "Couldn't access platform storage: Secret Service: no result found"],
  ['locked', 'User interaction is not allowed.'],
  ['locked', 'the collection is locked'],
  ['failed', 'the request was blocked by a policy'],
  ['failed', 'unblocked, but refused'],
  ['failed', 'the key was not stored'],
])('%s: %s', (problem, message) => {
  const error = keychainError(message);
  expect(error).toMatchObject({ problem, exitCode: 1 });
  expect(error.message).toContain('swapdeck login --key-file');
});

/** Runs a script that imports the keychain, in a session with a bus of its own and what `prepare` starts there. */
function inSession(prepare: string, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'session-'));
  const file = join(folder, 'script.ts');
  writeFileSync(
    file,
    `import { createKeychain } from ${JSON.stringify(join(import.meta.dirname, 'keychain.ts'))};\n${script}`,
  );
  const run = spawnSync('dbus-run-session', ['--', 'sh', '-c', `${prepare}\nexec "${process.execPath}" "${file}"`], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env.PATH, HOME: folder },
  });
  return run.stdout + (run.status === 0 ? '' : run.stderr);
}

const missing = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon'].filter(
  (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
);
const unlock = 'printf pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1';

describe.skipIf(missing.length > 0)(
  `the Secret Service${missing.length > 0 ? ` (not installed: ${missing})` : ''}`,
  () => {
    test('stores, returns, replaces and deletes a key', () => {
      const output = inSession(
        unlock,
        `const keychain = createKeychain();
       const seen = [await keychain.get('main')];
       await keychain.set('main', 'first');
       await keychain.set('main', ${JSON.stringify(SECRET)});
       seen.push(await keychain.get('main'), await keychain.get('other'));
       seen.push(await keychain.delete('main'), await keychain.delete('main'), await keychain.get('main'));
       console.log(JSON.stringify(seen));`,
      );
      expect(output).toBe(`${JSON.stringify([null, SECRET, null, true, false, null])}\n`);
    });

    test('that is locked is distinguished from a missing one', () => {
      const script = `await createKeychain().set('main', 'x').catch((error) => console.log(error.problem));`;
      // Asked of the service itself: a daemon that is replaced by a locked one may go on answering for a while.
      const lock = `${unlock}; dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null`;
      expect(inSession(lock, script)).toContain('locked\n');
      expect(inSession('export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent', script)).toBe('unavailable\n');
    });
  },
);
