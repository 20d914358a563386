import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { PaperStartError } from '../http/listen.ts';
import { callService, keyIdOf, type NotesService, startNotes } from './service-shell.fixture.ts';
import { StateStoreError } from './state-store-error.ts';

const notes = '/api/v2/notes';
let dir: string;
let running: NotesService[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'paper-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.close()));
  rmSync(dir, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startNotes>[0] = {}): Promise<NotesService> {
  const service = await startNotes(options);
  running.push(service);
  return service;
}

/** What a kill at this moment would leave: the database and its journal, without a clean end. */
function copyState(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from).filter((file) => file.startsWith('paper.db')))
    copyFileSync(join(from, name), join(to, name));
}

describe('keys', () => {
  it('come from the seed when nothing is kept', async () => {
    const [first, same, other] = [await start({ seed: 5 }), await start({ seed: 5 }), await start({ seed: 6 })];
    expect(first.keys).toEqual(same.keys);
    expect(first.apiKey).toBe(first.keys.full);
    expect(first.keys.full).not.toBe(other.keys.full);
    for (const token of Object.values(first.keys)) expect(token).toMatch(/^sk_[0-9a-f]{12}_[0-9a-f]{40}$/);
  });

  it('of a kept account are random, and the same after a restart', async () => {
    const stateDir = join(dir, 'kept');
    const first = await start({ stateDir, random: seededRandom(11) });
    await first.close();
    const again = await start({ stateDir, random: seededRandom(12) });
    expect(again.keys).toEqual(first.keys);
    const other = await start({ stateDir: join(dir, 'other'), random: seededRandom(12) });
    expect(other.keys.full).not.toBe(first.keys.full);
  });

  it('that were revoked are replaced at the next start, the others stay', async () => {
    const first = await start({ stateDir: dir });
    await first.call('POST', `/paper/admin/keys/${keyIdOf(first.keys.limited)}/revoke`);
    await first.close();
    const again = await start({ stateDir: dir, random: seededRandom(99) });
    expect(again.keys.full).toBe(first.keys.full);
    expect(again.keys.limited).not.toBe(first.keys.limited);
    expect((await again.call('GET', notes, { key: first.keys.limited })).status).toBe(401);
    expect((await again.call('GET', notes, { key: again.keys.limited })).status).toBe(200);
  });

  it('tell their scopes, limits and use', async () => {
    const service = await start();
    const of = async (key: string) => (await service.call('GET', '/api/v2/usage', { key })).body.data;
    await service.call('POST', '/api/v2/trade', { key: service.keys.limited, json: { counts: 'execution' } });
    expect(await of(service.keys.limited)).toMatchObject({
      keyId: keyIdOf(service.keys.limited),
      constraints: { maxExecutionsPerHour: 3, maxBuyUsdPerTrade: 50, allowedNetworks: [6], maxSlippageBps: 100 },
      usage: { executionsLastHour: 1 },
    });
    expect(await of(service.keys.full)).toMatchObject({
      constraints: { maxExecutionsPerHour: 60, maxExecutionsPerDay: 500 },
      usage: { executionsLastHour: 0 },
    });
    const { scopes, constraints } = (await of(service.keys.readOnly)) as { scopes: string[]; constraints: unknown };
    expect(constraints).toBeNull();
    expect(scopes.length).toBeGreaterThan(3);
    expect(scopes.every((scope) => /^(read:|paper-read-)/.test(scope))).toBe(true);
  });
});

describe('limits over HTTP', () => {
  it('answer 429 with Retry-After and 403 with the constraint', async () => {
    const service = await start();
    const key = service.keys.limited;
    const trade = (json: unknown) => service.call('POST', '/api/v2/trade', { key, json });
    expect((await trade({ counts: 'execution' })).status).toBe(200);
    const { status, headers, body } = await trade({ counts: 'execution' });
    expect([status, body.error?.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '1']);
    service.world.openTasks.clear();
    const refused = await trade({ counts: 'execution', side: 'buy', usd: 51 });
    expect([refused.status, refused.body.error?.details]).toEqual([
      403,
      { constraint: 'maxBuyUsdPerTrade', limit: 50, actual: 51 },
    ]);
  });
});

describe('persistence', () => {
  it('has on disk what it answered, even when it is never closed', async () => {
    const first = await start({ stateDir: dir });
    await first.call('POST', notes, { json: { note: 'kept' } });
    await first.call('POST', '/api/v2/trade', { key: first.keys.limited, json: { counts: 'execution' } });
    first.world.notes.push('after the last answer');
    const copy = join(dir, 'copy');
    copyState(dir, copy);
    const again = await start({ stateDir: copy });
    expect((await again.call('GET', notes)).body.data).toEqual(['kept']);
    const usage = (await again.call('GET', '/api/v2/usage', { key: again.keys.limited })).body.data;
    expect(usage).toMatchObject({ usage: { executionsLastHour: 1 } });
  });

  it('saves every few seconds and at the end', async () => {
    const clock = new FakeClock();
    const first = await start({ stateDir: dir, clock });
    first.world.notes.push('by the clock');
    await clock.advance(5_100);
    const copy = join(dir, 'copy');
    copyState(dir, copy);
    expect((await start({ stateDir: copy })).world.notes).toEqual(['by the clock']);
    first.world.notes.push('at the end');
    await first.close();
    expect((await start({ stateDir: dir })).world.notes).toEqual(['by the clock', 'at the end']);
  });

  it('draws new ids with the same seed on the same account', async () => {
    const first = await start({ stateDir: dir, seed: 4 });
    const id = first.world.options.random.hex(8);
    await first.close();
    expect((await start({ stateDir: dir, seed: 4 })).world.options.random.hex(8)).not.toBe(id);
    expect((await start({ seed: 4 })).world.options.random.hex(8)).toBe(id);
  });

  it('leaves nothing behind when there is no folder', async () => {
    const service = await start();
    await service.call('POST', notes, { json: { note: 'x' } });
    expect(existsSync(join(dir, 'paper.db'))).toBe(false);
  });

  it('names the file when the world can not take what is in it', async () => {
    const first = await start({ stateDir: dir });
    first.world.snapshot = () => ({ notes: [], big: 1n });
    await first.close();
    const failure = await start({ stateDir: dir }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StateStoreError);
    expect((failure as Error).message).toContain(join(dir, 'paper.db'));
    // The lock is free again, so that the person can act on the message.
    await expect(start({ stateDir: dir })).rejects.toThrow(StateStoreError);
  });
});

describe('loop', () => {
  it('moves the market by the clock and the speed, and never races after a pause', async () => {
    const clock = new FakeClock();
    const service = await start({ clock, speed: 10 });
    await clock.advance(1_000);
    expect(service.world.advancedMs).toBe(10_000);
    await service.close();
    expect(clock.pending).toBe(0);
  });
});

describe('an outage', () => {
  it('answers 503 to every call and closes sockets, but not the controls, until it is over', async () => {
    const clock = new FakeClock();
    const service = await start({ clock });
    const sockets = async () => (await service.call('POST', '/paper/admin/sockets/mute')).body.data;
    service.world.isOut = true;
    await clock.advance(100);
    expect((await service.call('GET', notes)).status).toBe(503);
    expect(await sockets()).toEqual({ mutedSockets: 0 });
    expect((await service.call('GET', '/paper/admin/faults')).body.data).toMatchObject({ faults: { length: 2 } });
    service.world.isOut = false;
    await clock.advance(100);
    expect((await service.call('GET', notes)).status).toBe(200);
    expect((await service.call('GET', '/paper/admin/faults')).body.data).toEqual({ faults: [] });
  });
});

describe('starting and stopping', () => {
  it('says which port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start({ port, stateDir: dir })).rejects.toThrow(PaperStartError);
    await expect(start({ port, stateDir: dir })).rejects.toThrow(`port ${port} is in use`);
    other.close();
  });

  it('takes the port that is asked for and frees it', async () => {
    const first = await start();
    const port = Number(new URL(first.baseUrl).port);
    await Promise.all([first.close(), first.close()]);
    const again = await start({ port });
    expect(again.baseUrl).toBe(first.baseUrl);
    expect((await callService(again, 'GET', notes)).status).toBe(200);
  });
});
