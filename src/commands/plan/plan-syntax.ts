import { formatOption } from '../output/format-syntax.ts';
import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { targetGroup, targetOptions } from '../target-syntax.ts';

const id = { name: 'ID', summary: 'the id of the plan, or its beginning; plan list shows it' } as const;
const yes = { summary: 'do not ask; without a terminal it is required' } as const;

const lockNote =
  'A plan belongs to its account. A keeper that holds the account is asked to do it. While a desk holds it, nothing is changed here: use its command line. Otherwise the change is written to the plan file, and the next desk or keeper of the account acts on it.';

export const planCreateSyntax = {
  name: 'plan create',
  summary: 'Write a new plan for the next desk or keeper of the account: an order that is worked over time',
  words: [
    {
      name: 'WORDS',
      summary: 'the plan as the command line of the desk takes it, such as twap buy 2 ETH over 1h in 30',
      isRepeatable: true,
    },
  ],
  options: {
    yes,
    'max-usd': { value: 'USD', summary: 'refuse a plan that may trade more than this, and cap it here' },
    'max-operations': { value: 'N', summary: 'refuse a plan that needs more operations than this, and cap it here' },
    wallet: { value: 'ID', summary: 'the id of the wallet; without it the one that the desk would choose' },
    format: formatOption('table'),
    ...targetOptions,
  },
  exclusive: [targetGroup],
  notes: [
    lockNote,
    'Its orders are sent by the desk or the keeper, each after the risk check, within the caps that are shown. A plan for the embedded paper service is created on the desk, where its market runs.',
    'A token is its symbol or its address. Where several have the symbol, nothing is written and their addresses are listed. Which wallet and which tokens it takes stands above the question.',
  ],
  examples: [
    [
      'swapdeck plan create twap buy 2 ETH over 1h in 30 --max-usd 8000 --yes',
      'a TWAP that may trade at most 8,000 USD',
    ],
    [
      'swapdeck plan create dca sell 50 USDC for SOL every 1d for 30 --wallet wal_main --yes',
      'a swap a day, from this wallet',
    ],
  ],
} as const satisfies CommandSyntax;

export const planListSyntax = {
  name: 'plan list',
  summary: 'List the plans of the account and how far they are, as their file has it',
  options: { format: formatOption('table'), ...targetOptions },
  exclusive: [targetGroup],
} as const satisfies CommandSyntax;

export const planShowSyntax = {
  name: 'plan show',
  summary: 'Show one plan with its caps and its orders',
  words: [id],
  options: { format: formatOption('table'), ...targetOptions },
  exclusive: [targetGroup],
} as const satisfies CommandSyntax;

const changeOptions = { format: formatOption('table'), ...targetOptions } as const;

export const planPauseSyntax = {
  name: 'plan pause',
  summary: 'Pause a plan: nothing new is placed; what rests at the service stays',
  words: [id],
  options: changeOptions,
  exclusive: [targetGroup],
  notes: [lockNote],
} as const satisfies CommandSyntax;

export const planResumeSyntax = {
  name: 'plan resume',
  summary: 'Let a paused plan go on',
  words: [id],
  options: { yes, ...changeOptions },
  exclusive: [targetGroup],
  notes: [lockNote],
} as const satisfies CommandSyntax;

export const planCancelSyntax = {
  name: 'plan cancel',
  summary: 'Cancel a plan; its resting orders are cancelled too, by the next desk or keeper',
  words: [id],
  options: { yes, 'leave-orders': { summary: 'its resting orders stay at the service' }, ...changeOptions },
  exclusive: [targetGroup],
  notes: [lockNote],
} as const satisfies CommandSyntax;
