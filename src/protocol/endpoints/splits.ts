import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { oneOf, request, text, whole } from '../request.ts';
import { decimal, decimalNumber, decimalText, list, opt, safeText, verbatim } from '../schema.ts';

const destinations = z
  .array(request({ walletId: text('walletId'), pctBips: whole('pctBips', 1, 10_000) }), {
    error: 'destinations must be a list of walletId and pctBips',
  })
  .refine((all) => all.reduce((sum, { pctBips }) => sum + pctBips, 0) === 10_000, {
    message: 'pctBips of all destinations must add up to exactly 10000',
  });

export const planSplit = endpoint({
  id: 'splits.plan',
  method: 'POST',
  path: '/api/v2/splits/plan',
  summary: 'Plan how one asset of a wallet is spread over several wallets; moves nothing',
  source: 'facts',
  mutates: false,
  scope: 'split:plan',
  desk: 'Split form',
  body: request({
    sourceWalletId: text('sourceWalletId'),
    destinationGroupId: text('destinationGroupId').optional(),
    destinations: destinations.optional(),
    /** Whole units, unlike every other spot amount: "0.16" is 0.16 SOL. */
    fromAmount: decimalText('fromAmount').refine((amount) => /^[^-]*[1-9]/.test(amount), {
      message: 'fromAmount must be above zero',
    }),
    fromAsset: oneOf('fromAsset', ['sol', 'eth', 'bnb']),
    agentComment: text('agentComment', 500).optional(),
  }).refine((plan) => (plan.destinationGroupId === undefined) !== (plan.destinations === undefined), {
    path: ['destinations'],
    message: 'exactly one of destinationGroupId and destinations is needed',
  }),
  response: z.object({
    planId: verbatim(),
    destinationCount: opt(z.number()),
    summary: opt(safeText()),
    /** A rate of 0: that exchanger cannot convert the pair. */
    rates: opt(
      list(
        z.object({
          exchangerId: safeText(),
          exchangeRate: decimal(),
          toAssetId: opt(safeText()),
          toNetworkId: opt(safeText()),
        }),
      ),
    ),
    warnings: opt(list(safeText())),
    expiresAt: opt(safeText()),
    expiresInSeconds: opt(decimalNumber()),
  }),
});

export const executeSplit = endpoint({
  id: 'splits.execute',
  method: 'POST',
  path: '/api/v2/splits/execute',
  summary: 'Execute a plan, which serves once and lives for 60 seconds',
  source: 'facts',
  scope: 'split:execute',
  desk: 'Split form',
  body: request({ planId: text('planId'), agentComment: text('agentComment', 500).optional() }),
  response: z.object({
    taskId: verbatim(),
    /** The order at SplitNOW, 6 characters. */
    splitnowOrderId: opt(safeText()),
  }),
});
