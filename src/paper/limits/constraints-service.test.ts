import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seedWallets } from '../account/wallets.ts';
import { type PaperService, startPaperService } from '../service/service.ts';
import { callService } from '../service/service-shell.fixture.ts';

/* The limits of the limited key, over HTTP against the real market. */

const sol = 'So11111111111111111111111111111111111111112';
const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';

let service: PaperService;
beforeAll(async () => {
  service = await startPaperService({ seed: 2, speed: 1, stateDir: null, clock: new FakeClock() });
});
afterAll(() => service.close());

async function refusal(method: string, path: string, json: unknown) {
  const { status, body } = await callService(service, method, `/api/v2${path}`, { key: service.keys.limited, json });
  const { constraint } = (body.error?.details ?? {}) as { constraint?: string };
  return [status, constraint];
}
const swap = (change: object) =>
  refusal('POST', '/swap/execute', {
    chain: 'solana',
    inputMint: sol,
    outputMint: jup,
    amount: '1000000',
    walletId: 'wal_main',
    slippageBps: 50,
    ...change,
  });
const preset = (fields: object, method = 'PUT') =>
  refusal(method, '/account/settings', {
    tradeSettings: { chainPresetsBuy: { '6': { p1: { type: 'solana', ...fields } } } },
  });

/** A Solana position of which a quarter is below what one sale may be. */
async function smallPosition() {
  const { body } = await callService(service, 'GET', '/api/v2/portfolio/positions?chain=solana');
  const { positions } = body.data as {
    positions: { tokenAddress: string; walletAddress: string; latestBalanceRaw: string; balanceUsd: number }[];
  };
  const position = positions.find(({ balanceUsd }) => balanceUsd > 1 && balanceUsd < 900)!;
  const { walletId } = seedWallets.find(({ address }) => address === position.walletAddress)!;
  return { ...position, walletId };
}

describe('the limited key', () => {
  it('is refused by the field that forbids the call', async () => {
    expect(await swap({ slippageBps: 101 })).toEqual([403, 'maxSlippageBps']);
    expect(await swap({ amount: '900000000' })).toEqual([403, 'maxBuyUsdPerTrade']);
    const { tokenAddress, walletId, latestBalanceRaw } = await smallPosition();
    const amount = String((BigInt(latestBalanceRaw) * 26n) / 100n);
    const sale = { inputMint: tokenAddress, outputMint: sol, walletId, amount };
    expect(await swap(sale)).toEqual([403, 'maxSellPositionPct']);
    const perp = { walletId: 'wal_perp', coin: 'BTC', isBuy: true, sizeUsd: '20' };
    expect(await refusal('POST', '/perp/order', perp)).toEqual([403, 'allowedNetworks']);
  });

  it('may not ask for gas of its own or a bribe, and may write back what stands', async () => {
    for (const method of ['PUT', 'PATCH']) {
      expect(await preset({ bribeAmountSol: '0.5' }, method)).toEqual([403, 'allowBribes']);
      expect(await preset({ customPriorityFeeSol: '9' }, method)).toEqual([403, 'allowCustomGas']);
    }
    const { body } = await callService(service, 'GET', '/api/v2/account/settings');
    const { tradeSettings } = body.data as { tradeSettings: object };
    expect(await refusal('PUT', '/account/settings', { tradeSettings })).toEqual([200, undefined]);
  });

  it('reports what it has used, and one execution at a time is all it gets', async () => {
    expect(await swap({})).toEqual([200, undefined]);
    expect(await swap({})).toEqual([429, 'maxConcurrentExecutions']);
    const { body } = await callService(service, 'GET', '/api/v2/account/usage', { key: service.keys.limited });
    const { usage } = body.data as { usage: Record<string, number> };
    expect(usage).toMatchObject({ executionsLastHour: 1, executionsLastDay: 1, executionsNow: 1 });
    expect(usage['buyUsdLastDay']).toBeGreaterThan(0);
  });
});
