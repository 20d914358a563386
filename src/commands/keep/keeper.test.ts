import { expect, test, vi } from 'vitest';
import { startPaperService } from '../../paper/service/service.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { readConfig } from '../read-config.ts';
import { resolveTarget } from '../target.ts';
import { createTestIo } from '../test-io.fixture.ts';
import { Keeper } from './keeper.ts';

test('a keeper that finds the account free does not say that a desk holds it', async () => {
  const paper = await startPaperService({ port: 0, seed: 1, speed: 1, stateDir: null, clock: systemClock });
  const leave = new AbortController();
  const io = { ...createTestIo('', { SWAPDECK_API_KEY: paper.apiKey }).io, signal: leave.signal };
  const choice = { 'base-url': paper.baseUrl };
  const config = await readConfig(io);
  const target = await resolveTarget(choice, io, config);
  const said: string[] = [];
  const say = (_tone: string, text: string): void => void said.push(text);
  const ended = new Keeper({ choice, target, config, io, parent: null, say }).run();
  await vi.waitFor(() => expect(said).toContain('Holding the account'), { timeout: 30_000, interval: 10 });
  leave.abort();
  expect(await ended).toBe(0);
  expect(said).not.toContain('A desk holds the account; waiting until it closes');
  await paper.close();
});
