import { expect, test } from 'vitest';
import type { z } from 'zod';
import { updateSettings } from './account.ts';
import { invokeAgent } from './agents.ts';
import { perpFills } from './perp-account.ts';
import { cancelPerpOrder, modifyPerpOrders, placePerpOrder } from './perp-orders.ts';
import { adjustPerpMargin, closePerpPosition } from './perp-position.ts';
import { portfolioPnl } from './portfolio.ts';
import { executeSwap, quoteSwap } from './swap.ts';
import { batchTokens, tokenChart } from './tokens.ts';
import { addWalletsToGroup, createWalletGroup, deleteWalletGroup } from './wallet-groups.ts';
import { wsSession } from './ws.ts';

const quote = { amount: '100', chain: 'base', inputMint: '0xa', outputMint: '0xb' };
const swap = { ...quote, walletId: 'w' };
const perp = { walletId: 'w', coin: 'BTC' };
const order = { ...perp, isBuy: true, sz: '0.1' };
const cloid = `0x${'0'.repeat(32)}`;

const accepted: [string, z.ZodType, unknown, unknown][] = [
  ['swap default slippage is 1 %', executeSwap.body, swap, { ...swap, slippageBps: 100 }],
  ['quote slippage comes as text', quoteSwap.query, { ...quote, slippageBps: '50' }, { ...quote, slippageBps: 50 }],
  ['close is whole by default', closePerpPosition.body, perp, { ...perp, percentage: 100 }],
  ['margin may be taken out', adjustPerpMargin.body, { ...perp, amount: '-5.5' }, { ...perp, amount: '-5.5' }],
  ['pnl default is 30 days', portfolioPnl.query, {}, { timeframe: '30d' }],
  [
    'position may be null',
    addWalletsToGroup.body,
    { walletIds: ['w'], position: null },
    { walletIds: ['w'], position: null },
  ],
  ['hard delete is a flag', deleteWalletGroup.query, { hard_delete: 'true' }, { hard_delete: true }],
  ['a group needs only a name', createWalletGroup.body, { name: 'desk' }, { name: 'desk' }],
  [
    'a stream needs no filter',
    wsSession.body,
    { subscriptions: [{ stream: 's' }] },
    { subscriptions: [{ stream: 's', filter: {} }] },
  ],
  ['awaitResult may be null', invokeAgent.body, { prompt: 'p', awaitResult: null }, { prompt: 'p', awaitResult: null }],
  ['chart defaults', tokenChart.query, {}, { resolution: '1h', count: 100 }],
  [
    'settings keep what is not shown',
    updateSettings.body,
    { tradeSettings: { autoEnableMultisend: true, theme: 'dark', oneClickMode: { SOL: { x: 1 } } } },
    { tradeSettings: { autoEnableMultisend: true, theme: 'dark', oneClickMode: { SOL: { x: 1 } } } },
  ],
  [
    'modifications',
    modifyPerpOrders.body,
    { walletId: 'w', modifications: [{ coin: 'BTC', isBuy: true, limitPx: '1', sz: '2', oid: 3, newCloid: cloid }] },
    { walletId: 'w', modifications: [{ coin: 'BTC', isBuy: true, limitPx: '1', sz: '2', oid: 3, newCloid: cloid }] },
  ],
];

test.each(accepted)('accepted: %s', (_, schema, given, read) => {
  expect(schema.parse(given)).toEqual(read);
});

const refused: [string, string, z.ZodType, unknown][] = [
  ['walletId', 'is missing', executeSwap.body, { ...swap, walletId: undefined }],
  ['amount', 'positive whole number', executeSwap.body, { ...swap, amount: 100 }],
  ['slippageBps', 'from 0 to 10000', quoteSwap.query, { ...quote, slippageBps: '10001' }],
  ['percentage', 'from 0 to 100', closePerpPosition.body, { ...perp, percentage: 101 }],
  ['percentage', 'from 0 to 100', closePerpPosition.body, { ...perp, percentage: 12.5 }],
  ['amount', 'plain decimal', adjustPerpMargin.body, { ...perp, amount: '1e3' }],
  ['timeframe', 'must be 1d, 7d, 30d or lifetime', portfolioPnl.query, { timeframe: '90d' }],
  ['name', 'at most 32', createWalletGroup.body, { name: 'x'.repeat(33) }],
  ['chain', 'needed when walletIds', createWalletGroup.body, { name: 'desk', walletIds: ['w'] }],
  ['hard_delete', 'true or false', deleteWalletGroup.query, { hard_delete: 'yes' }],
  ['start_time', 'whole number', perpFills.query, {}],
  ['cloid', '32 hex digits', placePerpOrder.body, { ...order, cloid: '0x12' }],
  ['sz', 'either sz or sizeUsd', placePerpOrder.body, { ...order, sizeUsd: '10' }],
  ['limitPx', 'limit order', placePerpOrder.body, { ...order, orderType: 'limit' }],
  ['oid', 'oid, cloid or cancelAll', cancelPerpOrder.body, perp],
  [
    'modifications.0.sz',
    'plain decimal',
    modifyPerpOrders.body,
    { walletId: 'w', modifications: [{ coin: 'B', isBuy: true, limitPx: '1', sz: 'x' }] },
  ],
  ['tokens', 'at most 100', batchTokens.body, { tokens: Array.from({ length: 101 }, () => 'a:b') }],
  ['count', 'from 1 to 500', tokenChart.query, { count: '501' }],
  ['prompt', 'is missing', invokeAgent.body, {}],
  ['subscriptions', 'must be a list', wsSession.body, {}],
];

test.each(refused)('refused at %s: %s', (path, message, schema, given) => {
  const issues = schema.safeParse(given).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  expect(issues[0]?.message).toContain(message);
});
