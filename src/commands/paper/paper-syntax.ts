import { answerForms, scenarioNames } from '../../paper/names.ts';
import { marketOptions } from '../desk/desk-syntax.ts';
import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { liveTargetOptions } from '../target-syntax.ts';

const state = { value: 'DIR', summary: 'folder of the account', complete: 'folder' } as const;

export const paperSyntax = {
  name: 'paper',
  summary: 'Run the paper service alone, for other clients',
  options: {
    port: { value: 'N', summary: 'listen on this port of 127.0.0.1; by default on any free one' },
    json: { summary: 'print one line of JSON when it is ready: {"baseUrl", "apiKey", "keys"}' },
    state,
    ...marketOptions,
    answers: {
      value: 'FORM',
      choices: answerForms,
      summary: 'how strictly answers keep to the shapes of the contract',
    },
    'publish-to': { value: 'URL', summary: 'send the streams to a Pusher-compatible server' },
    'no-splits': { summary: 'do without the operations that split native coins' },
  },
  exclusive: [['state', 'ephemeral']],
  examples: [['swapdeck paper --port 0 --json', 'start one for a script, on a free port']],
} as const satisfies CommandSyntax;

export const paperResetSyntax = {
  name: 'paper reset',
  summary: 'Delete the saved paper account; the next start makes a new one',
  options: { state },
} as const satisfies CommandSyntax;

export const paperScenarioSyntax = {
  name: 'paper scenario',
  summary: 'Play a scenario on a paper service that runs',
  words: [{ name: 'NAME', summary: 'the scenario', choices: scenarioNames }],
  options: liveTargetOptions,
  exclusive: [['profile', 'base-url']],
  examples: [['swapdeck paper scenario rug --base-url http://127.0.0.1:8080', 'with the full key in SWAPDECK_API_KEY']],
} as const satisfies CommandSyntax;
