import type { Intent } from '../plan/intent.ts';
import type { Args, Group, Slot, Verb } from './verb.ts';

const coin: Slot = { id: 'coin', kind: 'market' };
const size: readonly Slot[] = [
  { id: 'size', kind: 'size' },
  { id: 'risk', kind: 'risk', isOptional: true },
];
const leverage: Slot = { id: 'leverage', kind: 'leverage', isOptional: true };

const orderGroups: readonly Group[] = [
  { word: 'at', slots: [{ id: 'price', kind: 'value' }] },
  { word: 'tp', slots: [{ id: 'tp', kind: 'exit' }] },
  { word: 'sl', slots: [{ id: 'sl', kind: 'exit' }] },
];

/** Coin and size in either order. */
const order = {
  slots: [coin, ...size, leverage],
  groups: orderGroups,
  or: { slots: [...size, coin, leverage], groups: orderGroups },
};

const place = (side: 'buy' | 'sell', args: Args): Intent | string => {
  const { coin: name = '', leverage: times = null, price = null, tp = '', sl = '' } = args;
  const sized = sizeOf(args);
  if (sized === null) return 'Enter a size and its unit, such as 500 usd, 25% or risk 1%.';
  if (sized.startsWith('risk') && sl === '') return 'A size by risk needs a stop: long BTC risk 1% sl 2%.';
  return { kind: 'perpOrder', coin: name, side, size: sized, leverage: times, price, tp, sl };
};

/** The text of the size field; null if the words do not make one. */
function sizeOf({ size: typed = '', risk }: Args): string | null {
  if ((typed === 'risk') !== (risk !== undefined)) return null;
  return risk === undefined ? typed : `risk ${risk}${risk.endsWith('%') ? '' : ' usd'}`;
}

/** Perp commands. */
export const perpVerbs: readonly Verb[] = [
  {
    name: 'close',
    help: 'Close a perp position, fully or partly, in USD by the whole percentage below; without a coin, the selected one',
    slots: [
      { id: 'coin', kind: 'coin', isOptional: true },
      { id: 'percentage', kind: 'percentage', isOptional: true },
    ],
    examples: ['close BTC 50%', 'close ETH all', 'close BTC 500 usd', 'close'],
    intent: ({ coin, percentage: share = '100' }) => {
      if (coin !== undefined) return { kind: 'close', coin, share };
      return share === '100' ? { kind: 'command', id: 'position.close' } : 'Enter the coin first: close BTC 50%.';
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
    name: 'exits',
    help: 'Set or remove the stop (sl) and take profit (tp) of a position; without prices, opens their form',
    slots: [{ id: 'coin', kind: 'coin' }],
    groups: [
      { word: 'sl', slots: [{ id: 'sl', kind: 'exitPrice' }] },
      { word: 'tp', slots: [{ id: 'tp', kind: 'exitPrice' }] },
    ],
    examples: ['exits BTC sl 90000', 'exits ETH sl off tp 3100'],
    intent: ({ coin = '', sl = null, tp = null }) => ({ kind: 'exits', coin, sl, tp }),
  },
  {
    name: 'long',
    help: 'Buy a perp at market, or at a limit price with "at"; sized by coins, USD, share of the free margin or risk to the stop',
    ...order,
    examples: ['long 500 usd ETH 5x sl 3100', 'long BTC 0.01 at 90000 tp 99000', 'long BTC risk 1% sl 2% tp 3R'],
    intent: (args) => place('buy', args),
  },
  {
    name: 'short',
    help: 'Sell a perp at market, or at a limit price with "at"; sized by coins, USD, share of the free margin or risk to the stop',
    ...order,
    examples: ['short ETH 500 usd 5x', 'short SOL 25% at 160 sl 25t', 'short SOL risk 50 usd sl 171'],
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
