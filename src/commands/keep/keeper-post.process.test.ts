import { afterEach, beforeEach, expect, test } from 'vitest';
import { readKeeperNote } from '../../platform/files/keeper-note.ts';
import { resolvePaths } from '../../platform/files/paths.ts';
import { askLocal } from '../../platform/process/local-socket.ts';
import { testFolders } from '../../platform/test-folders.fixture.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { type KeeperPost, openPost } from './keeper-post.ts';

const newFolder = testFolders('keeper-post');
const accountId = 'https://api.example.com:443 user u1';
const paths = () => resolvePaths({ SWAPDECK_HOME: newFolder() });
const now = {
  profile: 'paper',
  mode: 'paper',
  state: 'holding',
  connection: 'connected',
  problem: null,
  plans: { active: 0, paused: 0 },
} as const;

let post: KeeperPost;
let stateDir: string;
let heard: unknown[];
beforeEach(async () => {
  heard = [];
  const place = { clock: systemClock, paths: paths() };
  stateDir = place.paths.stateDir;
  const keeping = {
    now: () => now,
    answer: async (request: string) => {
      heard.push(request);
      return { why: null };
    },
    changePlan: (line: unknown) => {
      heard.push({ line });
      return { id: 'p1' };
    },
    onProblem: (error: unknown) => void heard.push(error),
  };
  post = await openPost(accountId, keeping, place);
});
afterEach(() => post.close());

const ask = (request: unknown): Promise<unknown> =>
  askLocal(readKeeperNote(stateDir, accountId)?.socket ?? '', request, { clock: systemClock, limitMs: 5_000 });

test.each(['hand over', 'take', 'stop'])('%s is asked of the keeper', async (request) => {
  expect(await ask({ do: request })).toEqual({ why: null });
  expect(heard).toEqual([request]);
});

test('a plan is changed by the line that comes with the request', async () => {
  const line = { event: 'paused', id: 'p1' };
  expect(await ask({ do: 'plan', line })).toEqual({ id: 'p1' });
  expect(heard).toEqual([{ line }]);
});

test.each([{ do: 'hand it over' }, { do: 'constructor' }, { do: ['stop'] }, { do: null }, {}, [], 'stop', 7, null])(
  '%j is no request that it knows: it does nothing, and says so',
  async (request) => {
    expect(await ask(request)).toEqual({ why: 'it does not know this request' });
    expect(heard).toEqual([]);
  },
);

test('its note and its socket go with it', async () => {
  expect(readKeeperNote(stateDir, accountId)).toMatchObject({ ...now, pid: process.pid });
  const { socket } = readKeeperNote(stateDir, accountId)!;
  await post.close();
  expect(readKeeperNote(stateDir, accountId)).toBeNull();
  await expect(askLocal(socket, { do: 'stop' }, { clock: systemClock, limitMs: 5_000 })).rejects.toThrow(
    'nobody listens there',
  );
});
