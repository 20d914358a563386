/** Options of the desk when no command is given; they may also precede a command. */
export const globalOptions = {
  'base-url': { type: 'string' },
  profile: { type: 'string' },
  paper: { type: 'boolean' },
  seed: { type: 'string' },
  speed: { type: 'string' },
  market: { type: 'string' },
  scenario: { type: 'string' },
  chaos: { type: 'string' },
  latency: { type: 'string' },
  ephemeral: { type: 'boolean' },
  tour: { type: 'boolean' },
  'screen-reader': { type: 'boolean' },
  'no-mouse': { type: 'boolean' },
} as const;

export const deskUsage =
  'swapdeck [--profile NAME | --base-url URL | --paper] [--seed N] [--speed X] [--market calm|real|wild] [--scenario NAME] [--chaos LEVEL] [--latency MS|real] [--ephemeral] [--tour] [--screen-reader] [--no-mouse]';
