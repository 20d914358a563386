import Big from 'big.js';
import { ApiError, UnreadableResponseError } from '../../client/http/errors.ts';
import { jup, mainAddress, sol, wire } from '../../stores/desk-data.fixture.ts';
import type { DeskActions } from '../desk-actions.ts';
import type { Risk } from './intent.ts';
import type { OrderLimits } from './limits.ts';
import type { Outcome } from './outcome.ts';

/** One kind of operation, with the account's responses before and after it was executed. */
export interface OperationKind {
  readonly name: string;
  readonly summary: string;
  readonly risk: Risk;
  send(actions: DeskActions): Promise<Outcome>;
  readonly mutation: string;
  readonly accepted: unknown;
  /** The read that shows the outcome first. */
  readonly read: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Other reads that confirm it, once `after` is seen. */
  readonly also: Readonly<Record<string, unknown>>;
  /** How many reads must agree before it counts. */
  readonly looks: 1 | 2;
  /** The reason given when `after` is seen. */
  readonly why: string;
}

const [btc, eth] = wire.positions.positions;
const [order] = wire.orders.orders;
const [holding] = wire.holdings.positions;
const withBtc = (change: object) => ({ ...wire.positions, positions: [{ ...btc, ...change }, eth] });
const margin = (name: string, amount: string, after: object, summary: string, why: string): OperationKind => ({
  name,
  summary,
  risk: amount.startsWith('-') ? 'adds' : 'reduces',
  send: (actions) => actions.send({ kind: 'adjustMargin', draft: { walletId: 'w-main', coin: 'BTC', amount } }),
  mutation: 'perp.adjustMargin',
  accepted: { success: true },
  read: 'perp.positions',
  before: wire.positions,
  after: withBtc(after),
  also: {},
  looks: 2,
  why,
});

/** Limits that refuse nothing. */
export const freeLimits = (kind: 'swap' | 'trigger'): OrderLimits => ({
  wallet: { chain: 'solana', walletId: 'w-main' },
  slippageBps: 50,
  order: {
    kind,
    input: { chain: 'solana', address: kind === 'swap' ? jup : sol },
    output: { chain: 'solana', address: kind === 'swap' ? sol : jup },
    usd: null,
    sharePct: null,
    priceImpactPct: null,
  },
});

export const orderKinds: readonly OperationKind[] = [
  {
    name: 'close',
    summary: 'close 50 % of BTC long',
    risk: 'reduces',
    send: (actions) =>
      actions.send({ kind: 'closePosition', draft: { walletId: 'w-main', coin: 'BTC', percentage: 50, side: 'long' } }),
    mutation: 'perp.closePosition',
    accepted: { results: [{ status: 'success', oid: 7 }] },
    read: 'perp.positions',
    before: wire.positions,
    after: withBtc({ szi: '0.075' }),
    also: {
      'perp.fills': [{ coin: 'BTC', side: 'sell', px: '97000', sz: '0.075', time: 0, oid: 77, startPosition: '0.15' }],
    },
    looks: 2,
    why: 'BTC went from 0.15 to 0.075, filled as order 77',
  },
  margin(
    'margin in',
    '25',
    { marginUsed: '2917.36', liquidationPx: '81031' },
    'add 25 USDC to the margin of BTC',
    'the margin of BTC went from 2892.36 to 2917.36 USDC and its liquidation from 81200 to 81031',
  ),
  margin(
    'margin out',
    '-100',
    { marginUsed: '2792.36', liquidationPx: '81875' },
    'remove 100 USDC from the margin of BTC',
    'the margin of BTC went from 2892.36 to 2792.36 USDC and its liquidation from 81200 to 81875',
  ),
  {
    name: 'trigger order',
    summary: 'buy JUP',
    risk: 'adds',
    send: (actions) =>
      actions.send({
        kind: 'createTriggerOrder',
        draft: {
          summary: 'buy JUP',
          limits: freeLimits('trigger'),
          body: {
            amount: '500000000',
            chain: 'solana',
            inputToken: sol,
            outputToken: jup,
            triggerDirection: 'below',
            triggerMetric: 'price_usd',
            triggerValue: '1.6',
            triggerBehavior: 'immediate',
            walletId: 'w-main',
            expiryHours: 24,
            slippageBps: 100,
          },
        },
      }),
    mutation: 'trigger.create',
    accepted: { ...order, orderId: 'ord-9' },
    read: 'trigger.list',
    before: wire.orders,
    after: { orders: [{ ...order, orderId: 'ord-9' }, ...wire.orders.orders] },
    also: {},
    looks: 1,
    why: 'the list has a new order with these terms: ord-9',
  },
  {
    name: 'cancel',
    summary: 'cancel BUY JUP',
    risk: 'reduces',
    send: (actions) => actions.send({ kind: 'cancelTriggerOrder', draft: { orderId: 'ord-1', summary: 'BUY JUP' } }),
    mutation: 'trigger.cancel',
    accepted: { orderId: 'ord-1', status: 'cancelled' },
    read: 'trigger.get',
    before: order,
    after: { ...order, status: 'cancelled' },
    also: {},
    looks: 1,
    why: 'the order is cancelled',
  },
  {
    name: 'swap',
    summary: 'swap 40 JUP → SOL',
    risk: 'adds',
    send: (actions) =>
      actions.send({
        kind: 'executeSwap',
        draft: {
          walletId: 'w-main',
          chain: 'solana',
          inputMint: jup,
          outputMint: sol,
          baseUnits: 40_000_000n,
          slippageBps: 50,
          limits: freeLimits('swap'),
          summary: '40 JUP → SOL',
        },
      }),
    mutation: 'swap.execute',
    accepted: { status: 'submitted', taskId: 'task-1' },
    read: 'portfolio.positions',
    before: wire.holdings,
    after: { positions: [{ ...holding, latestBalanceRaw: '60000000' }] },
    also: {
      'portfolio.history': {
        trades: [
          {
            chain: 'sol',
            txHash: 'sig-1',
            timestamp: Date.UTC(2026, 0, 1) / 1_000,
            walletAddress: mainAddress,
            inputToken: jup,
            inputAmount: '40000000',
            outputToken: sol,
          },
        ],
      },
    },
    looks: 2,
    why: "the wallet's Solana holding of the sold token went from 100000000 to 60000000 base units, in transaction sig-1",
  },
  {
    name: 'transfer',
    summary: 'send 40 JUP from main to base one',
    risk: 'neutral',
    send: (actions) =>
      actions.send({
        kind: 'sendTransfer',
        draft: {
          fromWalletId: 'w-main',
          toWalletId: 'w-base',
          token: { chain: 'solana', address: jup },
          baseUnits: 40_000_000n,
          usd: new Big(38),
          correlationId: 'c'.repeat(32),
          summary: '40 JUP from main to base one',
        },
      }),
    mutation: 'transfers.send',
    accepted: { taskId: 'task-1', status: 'PENDING', willArchiveOnSuccess: false },
    read: 'portfolio.positions',
    before: wire.holdings,
    after: {
      positions: [
        { ...holding, latestBalanceRaw: '60000000' },
        { ...holding, walletAddress: wire.wallets[1]?.address, latestBalanceRaw: '40000000' },
      ],
    },
    also: {},
    looks: 2,
    why: "the sending wallet's balance changed by -40000000 base units, the receiving one's by 40000000",
  },
];

/** The ways in which a request can end with an unknown outcome. */
export const unknownEndings: readonly (readonly [string, unknown])[] = [
  ['a timeout', lost('timeout', 'TIMEOUT')],
  ['a reset', lost('network', 'ECONNRESET')],
  ['HTTP 503', lost('server', 'HTTP_503')],
  ['an answer that cannot be read', new UnreadableResponseError('x', 'torn', 200, 'req-2')],
  ['a fault of the desk', new TypeError('a bug')],
];

export const rejection = new ApiError({
  endpointId: 'x',
  kind: 'rejected',
  code: 'NO_MARGIN',
  outcome: 'rejected',
  message: 'no',
});

function lost(kind: 'timeout' | 'network' | 'server', code: string) {
  return new ApiError({ endpointId: 'x', kind, code, outcome: 'unknown', message: `lost by ${code}` });
}
