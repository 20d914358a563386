// Names that the command line, the service and its files share. No imports: the first frame of a start reads them too.

export const marketKindNames = ['calm', 'real', 'wild'] as const;
export type MarketKind = (typeof marketKindNames)[number];

/** How wild a market is: by what the volatility of every coin is multiplied. */
export const marketKinds: Readonly<Record<MarketKind, number>> = { calm: 0.4, real: 1, wild: 3 };

export const scenarioNames = [
  'flash-crash',
  'short-squeeze',
  'depeg',
  'funding-spike',
  'exchange-outage',
  'listing',
  'rug',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/**
 * How the paper service writes its answers. `contract`: as the contract says. `published`: as the published clients and
 * captured answers show them: no envelope around socket answers, wallets without state and chain, absent instead of null or
 * empty. `loose`: all that in every answer, with other spellings of chains, and numbers for text and text for numbers.
 */
export const answerForms = ['contract', 'published', 'loose'] as const;
export type AnswerForm = (typeof answerForms)[number];
