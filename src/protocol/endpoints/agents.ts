import { z } from 'zod';
import type { Chain } from '../../domain/market/chain.ts';
import { textLimits } from '../../domain/text/clean-text.ts';
import { endpoint } from '../endpoint.ts';
import { flag, number, oneOf, queryWhole, request, text } from '../request.ts';
import { decimalNumber, list, openEnum, opt, safeText, verbatim } from '../schema.ts';

const invocationStatus = openEnum('pending', 'running', 'completed', 'failed', 'timeout');

/** What `networkId` is called for each network that a key's limits number. */
export const networkIds = ['SOL', 'BASE', 'BSC', 'MONAD', 'ETH', 'BLAST', 'AVAX', 'TRX', 'HYPE'] as const;

/** The chains that the desk trades on, as `networkId` has them. */
export const networkIdOf: Readonly<Record<Chain, (typeof networkIds)[number]>> = {
  solana: 'SOL',
  base: 'BASE',
  bsc: 'BSC',
  monad: 'MONAD',
};

export const confidences = ['LOW', 'MEDIUM', 'HIGH'] as const;

/** Longest rationale that the service takes, in characters. */
export const maxRationale = 500;

const suggestion = z.object({
  id: verbatim(),
  state: openEnum('OPEN', 'ACTED', 'DISMISSED', 'EXPIRED'),
  /** ISO 8601, like the other times. */
  createdAt: opt(safeText()),
  expiresAt: opt(safeText()),
  side: openEnum('BUY', 'SELL'),
  networkId: openEnum(...networkIds),
  asset: z.object({
    address: verbatim(),
    symbol: opt(safeText(textLimits.symbol)),
    name: opt(safeText(textLimits.name)),
    priceUsd: opt(decimalNumber()),
  }),
  rationale: opt(safeText()),
  agentKey: opt(z.object({ id: opt(verbatim()), name: opt(safeText(textLimits.name)) })),
  actedAt: opt(safeText()),
  dismissedAt: opt(safeText()),
  dismissReason: opt(safeText()),
  /** The task that carried it out. */
  linkedTaskId: opt(verbatim()),
  amountInUsd: opt(decimalNumber()),
  confidence: opt(openEnum(...confidences)),
});

export const listSuggestions = endpoint({
  id: 'agents.listSuggestions',
  method: 'GET',
  path: '/api/v2/agents/suggestions',
  summary: 'Trades that agents proposed, latest first',
  source: 'facts',
  scope: 'unknown',
  desk: 'Account pane: suggestions',
  query: request({
    /** Without it the service lists open ones. */
    state: oneOf('state', ['OPEN', 'ACTED', 'DISMISSED', 'EXPIRED', 'ALL']).default('OPEN'),
    limit: queryWhole('limit', 1, 200).default(50),
    cursor: text('cursor', 2000).optional(),
  }),
  // The service leaves out lists that are empty.
  response: z.object({ suggestions: opt(list(suggestion)), nextCursor: opt(verbatim()) }),
});

export const createSuggestion = endpoint({
  id: 'agents.createSuggestion',
  method: 'POST',
  path: '/api/v2/agents/suggestions',
  summary: 'Propose a trade for a person to decide on',
  source: 'facts',
  scope: 'suggest:trade',
  desk: 'Account pane: suggestion form',
  missingCode: 'MISSING_REQUIRED_FIELDS',
  body: request({
    side: oneOf('side', ['BUY', 'SELL']),
    networkId: oneOf('networkId', networkIds),
    asset: text('asset'),
    rationale: text('rationale', maxRationale),
    amountInUsd: number('amountInUsd', 0, Number.MAX_SAFE_INTEGER).nullish(),
    confidence: oneOf('confidence', confidences).nullish(),
  }),
  response: suggestion,
});

export const invokeAgent = endpoint({
  id: 'agents.invoke',
  method: 'POST',
  path: '/api/v2/agents/{agentId}/invoke',
  summary: 'Give an agent a task',
  source: 'facts',
  scope: 'unknown',
  desk: 'Account pane: agent form',
  params: request({ agentId: text('agentId') }),
  body: request({ prompt: text('prompt', 20_000), awaitResult: flag('awaitResult').nullish() }),
  response: z.object({
    sessionId: verbatim(),
    status: invocationStatus,
    triggerFireId: safeText(),
    error: opt(safeText()),
    finalResponse: opt(safeText(20_000)),
  }),
});

export const getAgentSession = endpoint({
  id: 'agents.session',
  method: 'GET',
  path: '/api/v2/agents/sessions/{sessionId}',
  summary: 'How far an agent has come, and its answer',
  source: 'paper',
  scope: 'unknown',
  desk: 'Account pane: agents, followed to the end',
  params: request({ sessionId: text('sessionId') }),
  response: z.object({
    sessionId: verbatim(),
    status: invocationStatus,
    triggerFireId: opt(safeText()),
    error: opt(safeText()),
    finalResponse: opt(safeText(20_000)),
  }),
});
