import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { chain, flag, oneOf, request, text } from '../request.ts';
import { list, openEnum, openObject, opt, safeText, verbatim } from '../schema.ts';

const invocationStatus = openEnum('pending', 'running', 'completed', 'failed', 'timeout');

const suggestion = openObject({
  suggestionId: opt(verbatim()),
  state: openEnum('OPEN', 'ACTED', 'DISMISSED', 'EXPIRED'),
  createdAt: opt(safeText()),
});

export const listSuggestions = endpoint({
  id: 'agents.listSuggestions',
  method: 'GET',
  path: '/api/v2/agents/suggestions',
  summary: 'Trades that agents proposed',
  source: 'facts',
  scope: 'unknown',
  desk: 'Account pane: suggestions',
  query: request({ state: oneOf('state', ['OPEN', 'ACTED', 'DISMISSED', 'EXPIRED']).optional() }),
  response: z.object({ suggestions: list(suggestion) }),
});

/** The contract does not show the fields of a suggestion; these are our own, and others pass. */
export const createSuggestion = endpoint({
  id: 'agents.createSuggestion',
  method: 'POST',
  path: '/api/v2/agents/suggestions',
  summary: 'Propose a trade for a person to decide on',
  source: 'facts',
  scope: 'suggest:trade',
  desk: 'Account pane: suggestion form',
  body: z.looseObject({
    chain: chain().optional(),
    tokenAddress: text('tokenAddress').optional(),
    side: oneOf('side', ['buy', 'sell']).optional(),
    reason: text('reason', 2000).optional(),
  }),
  response: suggestion,
});

export const invokeAgent = endpoint({
  id: 'agents.invoke',
  method: 'POST',
  path: '/api/v2/agents/{agentId}/invoke',
  summary: 'Give an agent a task',
  source: 'paper',
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
