import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../..');
const sources = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !/\.(test|fixture)\.tsx?$/.test(file));
const filesWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(join(src, file), 'utf8'))).sort();

test('only what is configured is contacted: these files open connections, each to an address that it is given', () => {
  const opens =
    /^import (?!type|\{ isIP).* from '(?:ky|ws|undici|pusher|node:(?:https|http2|net|tls|dns))'|(?<!\.|\w|async )\bfetch\(|http\.(?:request|get)\(/m;
  expect(filesWith(opens)).toEqual([
    'client/http/api-client.ts',
    'client/streams/connection/ws-wire.ts',
    'commands/update/latest-version.ts',
    // Publishes to the cluster of --publish-to.
    'paper/pusher/cluster-publisher.ts',
    // Listens.
    'paper/pusher/pusher-hub.ts',
    // Between programs of the same user.
    'platform/process/local-socket.ts',
    // Asks the nodes of [rpc].
    'signing/chain/json-rpc.ts',
  ]);
});

test('only update --check knows the address of the npm registry', () => {
  expect(filesWith(/npmjs/)).toEqual(['commands/update/latest-version.ts']);
  expect(filesWith(/askLatestVersion/)).toEqual(['commands/update/latest-version.ts', 'commands/update/update.ts']);
});
