import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, oneOf, request, text, whole } from '../request.ts';
import { baseUnitsText, openEnum, opt, safeText, verbatim } from '../schema.ts';

const fields = {
  fromWalletId: text('fromWalletId'),
  toWalletId: text('toWalletId'),
  /** `native`, `SOL`, `ETH`, `BNB`, `USDC`, or a mint or contract address. */
  token: text('token'),
  chain: oneOf('chain', ['SVM', 'EVM']),
  /** For EVM only: 8453 is Base, 56 BNB Chain. */
  chainId: whole('chainId', 1).optional(),
  /** True, the service's default, holds the answer back until the transfer has ended. */
  awaitResult: flag('awaitResult').optional(),
  /** The same one within five minutes is the same transfer. */
  correlationId: text('correlationId').optional(),
  agentComment: text('agentComment', 500).optional(),
};

const needsChainId = ({ chain, chainId }: { chain: string; chainId?: number | undefined }) =>
  chain !== 'EVM' || chainId !== undefined;
const noChainId = { path: ['chainId'], message: 'chainId is needed for EVM: 8453 is Base, 56 BNB Chain' };

/** An HTTP 200 with `FAILED` is a failure. `transaction` comes only with SUCCESS, `error` only with FAILED. */
const response = z.object({
  taskId: verbatim(),
  status: openEnum('PENDING', 'SUCCESS', 'FAILED'),
  willArchiveOnSuccess: opt(z.boolean()),
  transaction: opt(z.object({ hash: safeText(), explorerUrl: opt(safeText()) })),
  error: opt(z.object({ code: opt(safeText()), message: opt(safeText()) })),
});

const common = { method: 'POST', source: 'facts', scope: 'transfer:write', response } as const;

export const sendTransfer = endpoint({
  ...common,
  id: 'transfers.send',
  path: '/api/v2/transfers/send',
  summary: 'Move an amount of one token between two wallets of the account',
  desk: 'Transfer form',
  body: request({ ...fields, amount: baseUnitsText('amount') }).refine(needsChainId, noChainId),
});

export const retireWallet = endpoint({
  ...common,
  id: 'transfers.retireWallet',
  path: '/api/v2/transfers/retire-wallet',
  summary: 'Move the whole balance of one token to another wallet, then archive the wallet',
  desk: 'Retire form',
  body: request(fields).refine(needsChainId, noChainId),
});
