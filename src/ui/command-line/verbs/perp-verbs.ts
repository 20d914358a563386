import type { Intent } from '../plan/intent.ts';
import type { Args, Group, Slot, Verb } from './verb.ts';

const order: readonly Slot[] = [
  { id: 'coin', kind: 'market' },
  { id: 'size', kind: 'size' },
  { id: 'unit', kind: 'sizeUnit', isOptional: true },
  { id: 'leverage', kind: 'leverage', isOptional: true },
];

const priceAfter = (word: string, id: string): Group => ({ word, slots: [{ id, kind: 'value' }] });

const orderGroups: readonly Group[] = [priceAfter('at', 'price'), priceAfter('tp', 'tp'), priceAfter('sl', 'sl')];

const place = (side: 'buy' | 'sell', args: Args): Intent => {
  const { coin = '', size = '', unit = 'coin', leverage = null, price = null, tp = '', sl = '' } = args;
  return { kind: 'perpOrder', coin, side, size, sizeIn: unit === 'usd' ? 'usd' : 'coin', leverage, price, tp, sl };
};

/** Perp commands. */
export const perpVerbs: readonly Verb[] = [
  {
    name: 'close',
    help: 'Close a perp position, fully or partly; without a coin, the selected one',
    slots: [
      { id: 'coin', kind: 'coin', isOptional: true },
      { id: 'percentage', kind: 'percentage', isOptional: true },
    ],
    examples: ['close BTC 50%', 'close ETH all', 'close'],
    intent: ({ coin, percentage = '100' }) => {
      if (coin !== undefined) return { kind: 'close', coin, percentage };
      return percentage === '100' ? { kind: 'command', id: 'position.close' } : 'Enter the coin first: close BTC 50%.';
    },
  },
  {
    name: 'margin',
    help: 'Add or remove isolated margin of a position, in USDC',
    slots: [
      { id: 'coin', kind: 'coin' },
      { id: 'amount', kind: 'signedAmount' },
    ],
    examples: ['margin ETH +25', 'margin BTC -25'],
    intent: ({ coin = '', amount = '' }) => ({
      kind: 'margin',
      coin,
      direction: amount.startsWith('-') ? 'remove' : 'add',
      amount: amount.slice(1),
    }),
  },
  {
    name: 'long',
    help: 'Buy a perp at market, or at a limit price with "at"; to change the leverage, its form opens first',
    slots: order,
    groups: orderGroups,
    examples: ['long ETH 500 usd 5x sl 3100', 'long BTC 0.01 at 90000 tp 99000', 'long SOL 10'],
    intent: (args) => place('buy', args),
  },
  {
    name: 'short',
    help: 'Sell a perp at market, or at a limit price with "at"; to change the leverage, its form opens first',
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
