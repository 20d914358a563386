import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import type { AnyEndpoint, CallInput, ResponseInput } from '../../protocol/endpoint.ts';
import { Account } from '../account/account.ts';
import { paperUserId, Wallets } from '../account/wallets.ts';
import { Created } from '../service/handler.ts';
import { Bus, type StreamMessage } from '../world/bus.ts';
import { accountRoutes } from './account.ts';
import { agentRoutes } from './agents.ts';
import { walletGroupRoutes } from './wallet-groups.ts';
import { walletRoutes } from './wallets.ts';

const startMs = Date.UTC(2026, 10, 20, 14, 12);

/** The paper account under test: calls go through the routes and both schemas. */
export function openAccountLab() {
  const clock = new FakeClock(startMs);
  const bus = new Bus();
  const messages: StreamMessage[] = [];
  bus.subscribe((message) => messages.push(message));
  const account = new Account({
    clock,
    random: seededRandom(5),
    bus,
    wallets: new Wallets(),
    startMs,
    userId: paperUserId,
  });
  const deps = {
    usage: (keyId: string) => ({ keyId, scopes: ['read:wallets'], constraints: null }),
    enableMultisend: (walletId: string) => ({ message: `started for ${walletId}`, taskId: 'task_1' }),
  };
  const routes = [
    ...accountRoutes(account, deps),
    ...walletRoutes(account),
    ...walletGroupRoutes(account),
    ...agentRoutes(account),
  ];

  async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseInput<E>> {
    const found = routes.find((candidate) => candidate.endpoint === endpoint);
    if (!found) throw new Error(`no route for ${endpoint.id}`);
    const given = input as Record<string, unknown>;
    const parsed: Record<string, unknown> = {};
    for (const part of ['params', 'query', 'body'] as const)
      if (endpoint[part]) parsed[part] = endpoint[part].parse(given[part] ?? {});
    const key = { keyId: 'key_1', scopes: [] };
    const returned = await found.handle(parsed, { key, userId: paperUserId, nowMs: clock.now(), requestId: 'req_1' });
    const answer = returned instanceof Created ? returned.data : returned;
    if (JSON.stringify(endpoint.response.parse(answer)).includes('"unreadable"'))
      throw new Error(`${endpoint.id} gave an unreadable item`);
    return answer as ResponseInput<E>;
  }

  return { account, clock, messages, call };
}
