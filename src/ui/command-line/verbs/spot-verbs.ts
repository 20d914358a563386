import type { Intent, Prefill } from '../plan/intent.ts';
import type { Args, Fixed, Group, Slot, Verb } from './verb.ts';

const forToken: Group = { word: 'for', slots: [{ id: 'buy', kind: 'token' }] };
const when: Group = {
  word: 'when',
  slots: [
    { id: 'metric', kind: 'metric' },
    { id: 'direction', kind: 'comparison' },
    { id: 'value', kind: 'value' },
  ],
};
const forHours: Group = { word: 'for', slots: [{ id: 'expiry', kind: 'hours' }] };
const slippage: Group = { word: 'slippage', slots: [{ id: 'slippage', kind: 'slippage' }] };

const sold: readonly Slot[] = [
  { id: 'amount', kind: 'amount' },
  { id: 'sell', kind: 'token' },
];
const bought: readonly (Slot | Fixed)[] = [...sold, { word: 'of' }, { id: 'buy', kind: 'token' }];
/** `50 usd BONK`: paid with the chain's native coin, or with the token after `with`. */
const boughtInUsd: readonly (Slot | Fixed)[] = [
  { id: 'amount', kind: 'usd' },
  { word: 'of', isOptional: true },
  { id: 'buy', kind: 'token' },
];
const withToken: Group = { word: 'with', slots: [{ id: 'sell', kind: 'token' }] };
const toToken: Group = { word: 'to', slots: [{ id: 'buy', kind: 'token' }] };

function order(kind: 'swap' | 'trigger', args: Args, more: Prefill = {}): Intent {
  const { sell = '', amount = '', buy = '' } = args;
  const given = ['metric', 'direction', 'value', 'trailing', 'expiry', 'slippage'].flatMap((id) =>
    args[id] === undefined ? [] : [[id, args[id]] as const],
  );
  return { kind, sell, amount, buy, prefill: { ...Object.fromEntries(given), ...more } };
}

/** A swap, or a trigger order if a condition was typed. */
function nowOrWhen(args: Args): Intent | string {
  if (args.value !== undefined) return order('trigger', args);
  return args.expiry === undefined
    ? order('swap', args)
    : 'A duration requires a condition: add one, such as when price < 0.95.';
}

const required: Group = { ...when, isRequired: true };

/** Swaps, trigger orders and transfers. */
export const spotVerbs: readonly Verb[] = [
  {
    name: 'buy',
    help: 'Buy a token with an amount of another: swaps now, or creates a trigger order with "when"',
    slots: bought,
    groups: [when, forHours, slippage],
    or: { slots: boughtInUsd, groups: [withToken, when, forHours, slippage] },
    examples: ['buy 0.5 SOL of BONK', 'buy 50 usd BONK', 'buy 200 USDC of JUP when price < 0.80 for 7d'],
    intent: nowOrWhen,
  },
  {
    name: 'swap',
    help: 'Swap an amount of a token for another; without an amount, open an empty swap form',
    slots: [],
    or: {
      slots: [
        { id: 'amount', kind: 'amount' },
        { word: 'of', isOptional: true },
        { id: 'sell', kind: 'token' },
      ],
      groups: [toToken, slippage],
    },
    examples: ['swap 50 usd of SOL to USDC', 'swap half JUP to SOL', 'swap'],
    intent: (args) => (args.amount === undefined ? { kind: 'command', id: 'swap.create' } : order('swap', args)),
  },
  {
    name: 'sell',
    help: 'Sell an amount or percentage of a token: swaps now, or creates a trigger order with "when"',
    slots: sold,
    groups: [forToken, when, forHours, slippage],
    examples: [
      'sell 30% JUP',
      'sell 1.5 SOL for USDC',
      'sell 50 usd SOL',
      'sell 100% JUP when mcap < 400M for 24h slippage 2%',
      'sell half BONK for USDC slippage 50bps',
    ],
    intent: nowOrWhen,
  },
  {
    name: 'trigger buy',
    help: 'Create a trigger order that buys when a value is reached',
    slots: bought,
    groups: [required, forHours, slippage],
    or: { slots: boughtInUsd, groups: [withToken, required, forHours, slippage] },
    examples: ['trigger buy 0.5 SOL of WIF when price < 1.6', 'trigger buy 50 usd WIF when price < 1.6'],
    intent: (args) => order('trigger', args),
  },
  {
    name: 'trigger sell',
    help: 'Create a trigger order that sells when a value is reached',
    slots: sold,
    groups: [forToken, required, forHours, slippage],
    examples: ['trigger sell half JUP when price > 0.95 for 24h'],
    intent: (args) => order('trigger', args),
  },
  {
    name: 'stop',
    help: 'Create a trigger order that sells when the price falls below a value',
    slots: [...sold, { id: 'value', kind: 'value' }],
    groups: [forToken, forHours, slippage],
    examples: ['stop all JUP 0.80', 'stop half SOL 120 for USDC for 7d slippage 2%'],
    intent: (args) => order('trigger', args, { metric: 'price_usd', direction: 'below' }),
  },
  {
    name: 'trail buy',
    help: 'Create a trailing order that buys when the price rises by a percentage from its low',
    slots: [...bought, { id: 'trailing', kind: 'trail' }],
    groups: [forHours, slippage],
    or: { slots: [...boughtInUsd, { id: 'trailing', kind: 'trail' }], groups: [withToken, forHours, slippage] },
    examples: ['trail buy 0.5 SOL of BONK 8%', 'trail buy 50 usd BONK 8%'],
    intent: (args) => order('trigger', args, { behavior: 'trailing', direction: 'above' }),
  },
  {
    name: 'trail sell',
    help: 'Create a trailing order that sells when the price falls by a percentage from its high',
    slots: [...sold, { id: 'trailing', kind: 'trail' }],
    groups: [forToken, forHours, slippage],
    examples: ['trail sell all BONK 8%', 'trail sell half JUP 5.5% for USDC for 24h'],
    intent: (args) => order('trigger', args, { behavior: 'trailing', direction: 'below' }),
  },
  {
    name: 'transfer',
    help: 'Send an amount of a token to another wallet of the account on the same chain',
    slots: [
      { id: 'amount', kind: 'amount' },
      { word: 'of', isOptional: true },
      { id: 'sell', kind: 'token' },
    ],
    groups: [
      { word: 'to', slots: [{ id: 'to', kind: 'wallet' }], isRequired: true },
      { word: 'from', slots: [{ id: 'from', kind: 'wallet' }] },
    ],
    examples: ['transfer 0.5 SOL to sniper', 'transfer 50 usd of SOL to sniper from main'],
    intent: ({ amount = '', sell = '', to = '', from = null }) => ({ kind: 'transfer', token: sell, amount, to, from }),
  },
];
