import Big from 'big.js';
import { bindActions, type DeskActions } from '../../src/actions/desk-actions.ts';
import type { OperationDraft } from '../../src/actions/operations.ts';
import type { ActionContext } from '../../src/actions/pipeline/action-context.ts';
import type { Outcome } from '../../src/actions/pipeline/outcome.ts';
import { ApiError } from '../../src/client/http/errors.ts';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { jup, sol } from '../../src/stores/desk-data.fixture.ts';
import { moveDraft, splitDraft, swapDraft, triggerDraft } from './order-drafts.ts';

/** An answer's data that says no under HTTP 200, and what that proves. */
interface BodyRefusal {
  readonly data: unknown;
  readonly kind: 'rejected' | 'unknown';
}

/** An operation that changes something, with an input it takes and the data it answers with. */
export interface MutatingOperation {
  readonly id: string;
  /** The answer's `data` when all is well. */
  readonly good: unknown;
  /** Never rejects. */
  readonly send: (context: ActionContext) => Promise<Outcome>;
  /** As the notices name it; null where no action of the desk sends it, so that nothing journals it either. */
  readonly summary: string | null;
  readonly bodyRefusals: readonly BodyRefusal[];
  /** The service's own 501 says that nothing was done. */
  readonly isRefusedBy501?: boolean;
}

const walletId = 'w-main';
const cloid = `0x${'ab'.repeat(16)}`;
const results = { results: [{ status: 'success', oid: 7 }] };
const move = moveDraft(walletId, jup);
const pendingTransfer = { taskId: 'task-4', status: 'PENDING', willArchiveOnSuccess: false };
const transferRefusals: readonly BodyRefusal[] = [
  { data: { ...pendingTransfer, status: 'FAILED', error: { code: 'NO_FUNDS', message: 'no' } }, kind: 'rejected' },
  { data: { ...pendingTransfer, status: 'failed' }, kind: 'rejected' },
];
const group = { groupId: 'g1', name: 'Pair', walletIds: [walletId] };
const multisendOn = {
  settings: {},
  changes: [{ path: ['autoEnableMultisend'], value: true }],
  summary: 'multisend on',
};
const change = { coin: 'ETH', isBuy: true, limitPx: '1500', sz: '0.03', oid: 7 };
const perpDraft: OperationDraft<'placePerpOrder'> = {
  walletId,
  coin: 'ETH',
  isBuy: true,
  sz: '0.03',
  orderType: 'limit',
  limitPx: '1500',
  reduceOnly: false,
  tp: null,
  sl: '1400',
  grouping: 'normalTpsl',
  cloid,
  slippageBps: null,
  usd: new Big('45'),
};
const error = { status: 'error', error: 'no margin' };
const success = { status: 'success', oid: 8 };
const resultRefusals: readonly BodyRefusal[] = [
  { data: { results: [error] }, kind: 'rejected' },
  { data: { results: [error, success] }, kind: 'unknown' },
  { data: { results: [] }, kind: 'unknown' },
  { data: { results: [{ status: 5 }] }, kind: 'unknown' },
];
const triggerOrder = {
  orderId: 'ord-9',
  amount: '500000000',
  inputToken: sol,
  outputToken: jup,
  status: 'active',
  createdAt: '2026-01-01T00:00:00Z',
};

interface Action extends Pick<MutatingOperation, 'id' | 'good' | 'summary' | 'isRefusedBy501'> {
  readonly send: (actions: DeskActions) => Promise<Outcome>;
  readonly bodyRefusals?: readonly BodyRefusal[];
}

const actions: readonly Action[] = [
  {
    id: 'perp.closePosition',
    good: results,
    summary: 'close 50 % of BTC long',
    send: (actions) =>
      actions.send({ kind: 'closePosition', draft: { walletId, coin: 'BTC', percentage: 50, side: 'long' } }),
    bodyRefusals: resultRefusals,
  },
  {
    id: 'perp.adjustMargin',
    good: { success: true },
    summary: 'add 25 USDC to the margin of BTC',
    send: (actions) => actions.send({ kind: 'adjustMargin', draft: { walletId, coin: 'BTC', amount: '25' } }),
    bodyRefusals: [
      { data: { success: false, error: 'no' }, kind: 'rejected' },
      { data: { success: true, error: 'no' }, kind: 'rejected' },
      { data: { success: 'yes' }, kind: 'unknown' },
    ],
  },
  {
    id: 'trigger.create',
    good: triggerOrder,
    summary: 'buy JUP',
    send: (actions) => actions.send({ kind: 'createTriggerOrder', draft: triggerDraft(walletId, sol, 'buy JUP') }),
  },
  {
    id: 'trigger.cancel',
    good: { orderId: 'ord-1', status: 'cancelled' },
    summary: 'cancel BUY JUP',
    send: (actions) => actions.send({ kind: 'cancelTriggerOrder', draft: { orderId: 'ord-1', summary: 'BUY JUP' } }),
  },
  {
    id: 'swap.execute',
    good: { status: 'submitted', taskId: 'task-1' },
    summary: 'swap 40 JUP → SOL',
    send: (actions) => actions.send({ kind: 'executeSwap', draft: swapDraft(walletId, jup, '40 JUP → SOL') }),
    bodyRefusals: [
      { data: { status: 'submitted', taskId: 't', errorCode: 'NO_ROUTE' }, kind: 'rejected' },
      { data: { status: 'failed', taskId: 't' }, kind: 'rejected' },
    ],
  },
  {
    id: 'perp.cancelOrder',
    good: results,
    summary: 'cancel 2 open BTC orders',
    send: (actions) => actions.send({ kind: 'cancelPerpOrders', draft: { walletId, coin: 'BTC', oids: [1, 2] } }),
    bodyRefusals: resultRefusals,
  },
  {
    id: 'perp.placeOrder',
    good: results,
    summary: 'buy 0.03 ETH at 1500, stop 1400',
    send: (actions) => actions.send({ kind: 'placePerpOrder', draft: perpDraft }),
    bodyRefusals: resultRefusals,
  },
  {
    id: 'perp.modifyOrder',
    good: results,
    summary: 'change order 7 to buy 0.03 ETH at 1500',
    send: (actions) => actions.send({ kind: 'modifyPerpOrder', draft: { walletId, ...change, newCloid: cloid } }),
    bodyRefusals: resultRefusals,
  },
  {
    id: 'perp.modifyOrders',
    good: { results: [success, success] },
    summary: 'change 2 perp orders: 7 to buy 0.03 ETH at 1500; 8 to buy 0.03 ETH at 1500',
    send: (actions) =>
      actions.send({
        kind: 'modifyPerpOrders',
        draft: { walletId, changes: [7, 8].map((oid) => ({ ...change, oid, newCloid: cloid })) },
      }),
    bodyRefusals: [
      { data: { results: [error, error] }, kind: 'rejected' },
      { data: { results: [error] }, kind: 'unknown' },
      { data: { results: [] }, kind: 'unknown' },
      { data: { results: [success, { status: 5 }] }, kind: 'unknown' },
    ],
  },
  {
    id: 'perp.setLeverage',
    good: { success: true },
    summary: 'set ETH leverage to 5× cross',
    send: (actions) =>
      actions.send({
        kind: 'setLeverage',
        draft: { walletId, coin: 'ETH', leverage: 5, isCross: true, before: null, hasPosition: false },
      }),
    bodyRefusals: [
      { data: { success: false, error: 'no' }, kind: 'rejected' },
      { data: { success: 'yes' }, kind: 'unknown' },
    ],
  },
  {
    id: 'transfers.send',
    good: pendingTransfer,
    summary: 'send 40 JUP from main to base one',
    send: (actions) =>
      actions.send({
        kind: 'sendTransfer',
        draft: { ...move, baseUnits: 40_000_000n, summary: '40 JUP from main to base one' },
      }),
    bodyRefusals: transferRefusals,
  },
  {
    id: 'transfers.retireWallet',
    good: { ...pendingTransfer, willArchiveOnSuccess: true },
    summary: 'retire main, JUP to base one',
    send: (actions) => actions.send({ kind: 'retireWallet', draft: { ...move, summary: 'main, JUP to base one' } }),
    bodyRefusals: transferRefusals,
  },
  {
    id: 'splits.execute',
    good: { taskId: 'task-3', splitnowOrderId: 'A1B2C3' },
    summary: 'split 0.16 SOL from main to 2 wallets',
    send: (actions) => actions.send({ kind: 'executeSplit', draft: splitDraft(walletId) }),
  },
  {
    id: 'account.enableMultisend',
    good: { message: 'started', taskId: 'task-2' },
    summary: 'enable multisend for main',
    send: (actions) => actions.send({ kind: 'enableMultisend', draft: { walletId, label: 'main' } }),
  },
  {
    id: 'walletGroups.create',
    good: group,
    summary: 'create wallet group Pair',
    send: (actions) => actions.send({ kind: 'createGroup', draft: { name: 'Pair', chain: null, walletIds: [] } }),
  },
  {
    id: 'walletGroups.rename',
    good: group,
    summary: 'rename wallet group Pair to Twins',
    send: (actions) => actions.send({ kind: 'renameGroup', draft: { group, name: 'Twins' } }),
  },
  {
    id: 'walletGroups.delete',
    good: { groupId: 'g1' },
    summary: 'delete wallet group Pair',
    send: (actions) => actions.send({ kind: 'deleteGroup', draft: { group, isHard: false } }),
  },
  {
    id: 'walletGroups.addWallets',
    good: group,
    summary: 'add 1 wallet to group Pair',
    send: (actions) => actions.send({ kind: 'addToGroup', draft: { group, walletIds: ['w-base'], position: null } }),
  },
  {
    id: 'walletGroups.removeWallets',
    good: group,
    summary: 'remove 1 wallet from group Pair',
    send: (actions) => actions.send({ kind: 'removeFromGroup', draft: { group, walletIds: [walletId] } }),
  },
  {
    id: 'walletGroups.reorderWallets',
    good: group,
    summary: 'reorder the wallets of group Pair',
    send: (actions) => actions.send({ kind: 'reorderGroup', draft: { group, walletIds: [walletId] } }),
  },
  {
    id: 'account.patchSettings',
    good: { tradeSettings: { autoEnableMultisend: true } },
    summary: 'set multisend on',
    send: (actions) => actions.send({ kind: 'updateSettings', draft: multisendOn }),
    bodyRefusals: [{ data: { tradeSettings: { autoEnableMultisend: false } }, kind: 'unknown' }],
    isRefusedBy501: true,
  },
  {
    id: 'account.updateSettings',
    good: { tradeSettings: { autoEnableMultisend: true } },
    summary: 'replace all settings to set multisend on',
    send: (actions) => actions.send({ kind: 'replaceSettings', draft: multisendOn }),
    bodyRefusals: [{ data: { tradeSettings: { autoEnableMultisend: false } }, kind: 'unknown' }],
  },
  {
    id: 'wallets.archive',
    good: { wallet: { walletId, address: sol, state: 'ARCHIVED' }, clearedDefault: false },
    summary: 'archive wallet main',
    send: (actions) => actions.send({ kind: 'archiveWallet', draft: { walletId, label: 'main' } }),
    bodyRefusals: [{ data: { wallet: { walletId, address: sol, state: 'ACTIVE' } }, kind: 'unknown' }],
  },
  {
    id: 'wallets.unarchive',
    good: { wallet: { walletId, address: sol, state: 'ACTIVE' } },
    summary: 'unarchive wallet main',
    send: (actions) => actions.send({ kind: 'unarchiveWallet', draft: { walletId, label: 'main' } }),
    bodyRefusals: [{ data: { wallet: { walletId, address: sol, state: 'ARCHIVED' } }, kind: 'unknown' }],
  },
  {
    id: 'wallets.bulkArchive',
    good: { results: [{ walletId, status: 'archived' }] },
    summary: 'archive 1 wallet: main',
    send: (actions) => actions.send({ kind: 'archiveWallets', draft: { wallets: [{ walletId, label: 'main' }] } }),
    bodyRefusals: [
      { data: { results: [] }, kind: 'unknown' },
      { data: { results: [{ walletId, status: 'refused' }] }, kind: 'unknown' },
      { data: { results: [{ walletId: 'w-base', status: 'archived' }] }, kind: 'unknown' },
    ],
  },
  {
    id: 'wallets.move',
    good: { ...group, walletIds: [] },
    summary: 'move wallet main out of Pair',
    send: (actions) => actions.send({ kind: 'moveWallet', draft: { walletId, label: 'main', from: group, to: null } }),
    bodyRefusals: [{ data: group, kind: 'unknown' }],
  },
  {
    id: 'walletGroups.createWithWallets',
    good: group,
    summary: 'make 1 new svm wallet in a group named Pair',
    send: (actions) => actions.send({ kind: 'newWallets', draft: { name: 'Pair', chain: 'svm', count: 1 } }),
    bodyRefusals: [{ data: { ...group, walletIds: [] }, kind: 'unknown' }],
  },
  {
    id: 'agents.createSuggestion',
    good: { id: 's1', state: 'OPEN', side: 'BUY', networkId: 'SOL', asset: { address: jup } },
    summary: 'suggest to buy JUP',
    send: (actions) =>
      actions.send({
        kind: 'suggestTrade',
        draft: {
          chain: 'solana',
          side: 'buy',
          tokenAddress: jup,
          token: 'JUP',
          rationale: 'It is low.',
          usd: '12.5',
          confidence: 'LOW',
        },
      }),
  },
  {
    id: 'agents.invoke',
    good: { sessionId: 's', status: 'pending', triggerFireId: 'f' },
    summary: 'give agent scout a task',
    send: (actions) =>
      actions.send({ kind: 'invokeAgent', draft: { agentId: 'scout', prompt: 'What moved?', isAwaited: false } }),
  },
];

/** What only `swapdeck call` reaches: input and answer. */
const calls: Readonly<Record<string, readonly [input: unknown, good: unknown]>> = {
  'swap.submit': [
    { body: { chain: 'solana', signedTransaction: 'AQAB', walletAddress: sol } },
    { taskId: 't', status: 'submitted' },
  ],
};

/** Every operation of the protocol that changes something must stand in one of the two tables. */
export const mutatingOperations: readonly MutatingOperation[] = allEndpoints
  .filter(({ mutates }) => mutates)
  .map((endpoint) => {
    const action = actions.find(({ id }) => id === endpoint.id);
    if (action) return { bodyRefusals: [], ...action, send: (context) => action.send(bindActions(context)) };
    const call = calls[endpoint.id];
    if (!call) throw new Error(`${endpoint.id} changes something: add it to the tables of order-operations.ts`);
    const [input, good] = call;
    return {
      id: endpoint.id,
      good,
      summary: null,
      bodyRefusals: [],
      send: (context) => viaClient(context, endpoint, input),
    };
  });

async function viaClient(
  { client }: ActionContext,
  endpoint: (typeof allEndpoints)[number],
  input: unknown,
): Promise<Outcome> {
  try {
    const { requestId } = await client.call(endpoint, input as never);
    return { kind: 'accepted', message: '', requestId, taskId: null };
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
    const { outcome, code, message, requestId } = fault;
    return outcome === 'not-sent'
      ? { kind: outcome, code, message, requestId: null }
      : { kind: outcome, code, message, requestId };
  }
}
