import { z } from 'zod';
import { endpoint } from '../../protocol/endpoint.ts';
import { scenarios } from '../exchange/prices/scenarios.ts';
import { type ScenarioName, scenarioNames } from '../names.ts';
import { type Route, route } from '../service/handler.ts';

/** An admin control: outside of the API's own paths, and for the full key only. */
export const playScenario = endpoint({
  id: 'paper.playScenario',
  method: 'POST',
  path: '/paper/admin/scenarios',
  summary: 'Let something happen on the market, in place of a scenario that plays',
  source: 'paper',
  scope: null,
  mutates: true,
  body: z.strictObject({ name: z.enum(scenarioNames) }),
  response: z.object({ name: z.string(), summary: z.string() }),
});

export const scenarioRoutes = (play: (name: ScenarioName) => void): Route[] => [
  route(playScenario, ({ body: { name } }) => {
    play(name);
    return { name, summary: scenarios[name].summary };
  }),
];
