import { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../../platform/time/random.ts';
import { svmTokenSwaps } from '../../../protocol/streams/svm.ts';
import { createStreamManager } from '../stream-manager.ts';
import type { StreamGap } from '../stream-model.ts';
import { FakeStreamService } from './fake-stream-service.fixture.ts';

/** A stream manager and a simulated service on one FakeClock, with one seed. */
export function createFakeStreamWorld(seed = 1) {
  const clock = new FakeClock();
  const random = seededRandom(seed);
  const service = new FakeStreamService(clock, random);
  const { client, openSocket } = service;
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const manager = createStreamManager({ client, clock, random, baseUrl: client.baseUrl, openSocket, onFault });
  const gaps: StreamGap[] = [];
  manager.onGap((gap) => gaps.push(gap));
  const want = (token: string, onEvent: (data: unknown) => void = () => {}) => {
    const states: string[] = [];
    const onState = (state: string, reason: string | null) => void states.push(reason ? `${state}: ${reason}` : state);
    const stop = manager.subscribe(svmTokenSwaps, { tokenAddress: token }, { onEvent, onState });
    return { states, stop };
  };
  const swapsOf = (token: string) => FakeStreamService.channelOf('svm.token.swaps', { tokenAddress: token });
  return { clock, random, service, manager, gaps, want, swapsOf, faults };
}

/** A swap event of a token; `signature` identifies it. */
export const fakeSwap = (signature = 's') => ({
  tokenMint: 'A',
  signature,
  slot: 1,
  blockTime: 1,
  isBuy: true,
  sizeSol: '1',
  sizeUsd: '1',
  priceUsd: '1',
  priceSol: '1',
});
