import { afterAll, describe, expect, test } from 'vitest';
import { startPeer } from './peer.ts';
import { accountOperations } from './sdk/account.ts';
import { agentOperations } from './sdk/agents.ts';
import { alphaOperations } from './sdk/alpha.ts';
import { operationsThatTheClientLacks } from './sdk/lacking.ts';
import { perpOperations } from './sdk/perps.ts';
import { portfolioOperations } from './sdk/portfolio.ts';
import { signedSwapOperations } from './sdk/signed-swap.ts';
import { swapOperations } from './sdk/swap.ts';
import { tokenOperations } from './sdk/tokens.ts';
import { transferOperations } from './sdk/transfers.ts';
import { triggerOperations } from './sdk/trigger.ts';
import { walletGroupOperations } from './sdk/wallet-groups.ts';
import { walletOperations } from './sdk/wallets.ts';

/*
 * The service's published client is an independent reader of the same API: whatever it can call, paper must answer the
 * way that it expects.
 */

const peer = await startPeer();
afterAll(() => peer.stop());

describe('account', () => accountOperations(peer));
describe('wallet groups', () => walletGroupOperations(peer));
describe('tokens', () => tokenOperations(peer));
describe('portfolio', () => portfolioOperations(peer));
describe('swap', () => swapOperations(peer));
describe('swap with the caller’s own signature', () => signedSwapOperations(peer));
describe('trigger orders', () => triggerOperations(peer));
describe('transfers and splits', () => transferOperations(peer));
describe('perpetuals', () => perpOperations(peer));
describe('suggestions and agents', () => agentOperations(peer));
describe('alpha', () => alphaOperations(peer));
describe('what the client lacks', () => operationsThatTheClientLacks(peer));
describe('wallets', () => walletOperations(peer));

test('no operation of the published client was left out', () => {
  expect(peer.operations.length).toBeGreaterThan(50);
  expect(peer.operations.filter((operation) => !peer.called.has(operation))).toEqual([]);
});
