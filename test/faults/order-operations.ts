import type { ActionContext } from '../../src/actions/action-context.ts';
import { bindActions, type DeskActions } from '../../src/actions/desk-actions.ts';
import type { Outcome } from '../../src/actions/outcome.ts';
import { ApiError } from '../../src/client/errors.ts';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { jup, sol } from '../../src/stores/desk-data.fixture.ts';
import { swapDraft, triggerDraft } from './order-drafts.ts';

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
}

const walletId = 'w-main';
const cloid = `0x${'ab'.repeat(16)}`;
const results = { results: [{ status: 'success', oid: 7 }] };
const group = { groupId: 'g1', name: 'Pair', walletIds: [walletId] };
const change = { coin: 'ETH', isBuy: true, limitPx: '1500', sz: '0.03', oid: 7 };
const error = { status: 'error', error: 'no margin' };
const resultRefusals: readonly BodyRefusal[] = [
  { data: { results: [error] }, kind: 'rejected' },
  { data: { results: [error, { status: 'success', oid: 8 }] }, kind: 'unknown' },
  { data: { results: [] }, kind: 'unknown' },
  { data: { results: [{ status: 5 }] }, kind: 'unknown' },
];
const triggerOrder = {
  ...{ orderId: 'ord-9', amount: '500000000', inputToken: sol, outputToken: jup },
  ...{ status: 'active', createdAt: '2026-01-01T00:00:00Z' },
};

interface Action extends Pick<MutatingOperation, 'id' | 'good' | 'summary'> {
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
    id: 'account.enableMultisend',
    good: { message: 'started', taskId: 'task-2' },
    summary: 'enable multisend for main',
    send: (actions) => actions.send({ kind: 'enableMultisend', draft: { walletId, label: 'main' } }),
  },
];

const params = { groupId: 'g1' };
/** What only `swapdeck call` reaches: input and answer. */
const calls: Readonly<Record<string, readonly [input: unknown, good: unknown]>> = {
  'swap.submit': [
    { body: { chain: 'solana', signedTransaction: 'AQAB', walletAddress: sol } },
    { taskId: 't', status: 'submitted' },
  ],
  'account.updateSettings': [{ body: { tradeSettings: { autoEnableMultisend: true } } }, { tradeSettings: {} }],
  'walletGroups.create': [{ body: { name: 'Pair' } }, group],
  'walletGroups.rename': [{ params, body: { name: 'Twins' } }, group],
  'walletGroups.delete': [{ params }, params],
  'walletGroups.addWallets': [{ params, body: { walletIds: [walletId] } }, group],
  'walletGroups.removeWallets': [{ params, body: { walletIds: [walletId] } }, group],
  'walletGroups.reorderWallets': [{ params, body: { walletIds: [walletId] } }, group],
  'perp.placeOrder': [
    { body: { walletId, coin: 'ETH', isBuy: true, sz: '0.03', orderType: 'market', cloid } },
    results,
  ],
  'perp.modifyOrder': [{ body: { walletId, ...change } }, results],
  'perp.modifyOrders': [{ body: { walletId, modifications: [change] } }, results],
  'perp.setLeverage': [{ body: { walletId, coin: 'ETH', leverage: 5 } }, { success: true }],
  'agents.createSuggestion': [{ body: { chain: 'solana', tokenAddress: jup, side: 'buy' } }, { state: 'OPEN' }],
  'agents.invoke': [
    { params: { agentId: 'scout' }, body: { prompt: 'What moved?' } },
    { sessionId: 's', status: 'pending', triggerFireId: 'f' },
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
