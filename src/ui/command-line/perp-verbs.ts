import type { Intent } from './intent.ts';
import type { Args, Group, Slot, Verb } from './verb.ts';

const order: readonly Slot[] = [
  { id: 'coin', kind: 'market' },
  { id: 'size', kind: 'size' },
  { id: 'unit', kind: 'sizeUnit', isOptional: true },
  { id: 'leverage', kind: 'leverage', isOptional: true },
];

const priceBehind = (word: string, id: string): Group => ({ word, slots: [{ id, kind: 'value' }] });

const orderGroups: readonly Group[] = [priceBehind('at', 'price'), priceBehind('tp', 'tp'), priceBehind('sl', 'sl')];

const place = (side: 'buy' | 'sell', args: Args): Intent => {
  const { coin = '', size = '', unit = 'coin', leverage = null, price = null, tp = '', sl = '' } = args;
  return { kind: 'perpOrder', coin, side, size, sizeIn: unit === 'usd' ? 'usd' : 'coin', leverage, price, tp, sl };
};

/** What is done with perps. */
export const perpVerbs: readonly Verb[] = [
  {
    name: 'close',
    help: 'Close a perp position, whole or in part; without a coin, the selected one',
    slots: [
      { id: 'coin', kind: 'coin', isOptional: true },
      { id: 'percentage', kind: 'percentage', isOptional: true },
    ],
    examples: ['close BTC 50%', 'close ETH all', 'close'],
    intent: ({ coin, percentage = '100' }) => {
      if (coin !== undefined) return { kind: 'close', coin, percentage };
      return percentage === '100' ? { kind: 'command', id: 'position.close' } : 'Name the coin first: close BTC 50%.';
    },
  },
  {
    name: 'margin',
    help: 'Add or take out isolated margin of a position, in USDC',
    slots: [
      { id: 'coin', kind: 'coin' },
      { id: 'amount', kind: 'signedAmount' },
    ],
    examples: ['margin ETH +25', 'margin BTC -25'],
    intent: ({ coin = '', amount = '' }) => ({
      ...{ kind: 'margin', coin, direction: amount.startsWith('-') ? 'remove' : 'add' },
      amount: amount.slice(1),
    }),
  },
  {
    name: 'long',
    help: 'Buy a perp at the market, or with at a limit order; with a leverage that is another, its form comes first',
    slots: order,
    groups: orderGroups,
    examples: ['long ETH 500 usd 5x sl 3100', 'long BTC 0.01 at 90000 tp 99000', 'long SOL 10'],
    intent: (args) => place('buy', args),
  },
  {
    name: 'short',
    help: 'Sell a perp at the market, or with at a limit order; with a leverage that is another, its form comes first',
    slots: order,
    groups: orderGroups,
    examples: ['short ETH 500 usd 5x', 'short SOL 10 at 160 sl 171'],
    intent: (args) => place('sell', args),
  },
  {
    name: 'leverage',
    help: 'Set the leverage of a perp market',
    slots: [
      { id: 'coin', kind: 'market' },
      { id: 'leverage', kind: 'leverage' },
    ],
    examples: ['leverage BTC 10x'],
    intent: ({ coin = '', leverage = '' }) => ({ kind: 'leverage', coin, leverage }),
  },
];
