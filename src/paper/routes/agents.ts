import { createSuggestion, getAgentSession, invokeAgent, listSuggestions } from '../../protocol/endpoints/agents.ts';
import type { Account } from '../account/account.ts';
import { Created, type Route, route } from '../service/handler.ts';

/** Suggestions and agent sessions; paper accepts any agent id. */
export const agentRoutes = (account: Account): Route[] => [
  route(listSuggestions, ({ query }, { nowMs }) => account.suggestions.list(nowMs, query)),
  route(createSuggestion, ({ body }, { key, nowMs }) => new Created(account.suggestions.create(body, key, nowMs))),
  route(invokeAgent, ({ body }, { nowMs }) =>
    account.agents.invoke(body.prompt, account.agentAnswer(nowMs), body.awaitResult ?? false),
  ),
  route(getAgentSession, ({ params }) => account.agents.session(params.sessionId)),
];
