import Big from 'big.js';
import { expect, test } from 'vitest';
import { cases, seed } from '../../test/run/cases.ts';
import { seededRandom } from '../platform/time/random.ts';
import type { AlertSettings } from './alert.ts';
import type { AlertFacts, PositionFact } from './alert-facts.ts';
import { nextAlerts, startAlertState } from './next-alerts.ts';
import type { PriceRule } from './price-rules.ts';

const settings: AlertSettings = {
  orders: true,
  positions: true,
  plans: true,
  liquidationPct: '10',
  streamDownMs: 10_000,
  keyLimit: true,
  pauseMs: 60_000,
};

const rule: PriceRule = {
  id: 'price-1',
  of: { kind: 'perp', coin: 'SOL' },
  name: 'SOL perp',
  direction: 'above',
  value: '200',
  isConfigured: true,
  isOnce: false,
  isArmed: false,
};

const quiet: AlertFacts = {
  rules: [rule],
  prices: new Map(),
  positions: null,
  orders: null,
  perpOrders: null,
  filled: new Map(),
  perpReadAtMs: { orders: 0, fills: 0 },
  connection: { state: 'connected', reason: null },
  limits: null,
  reached: [],
  doubts: null,
  plans: null,
  ownOrders: [],
  ownCancels: new Set(),
};

const at = (price: string): Partial<AlertFacts> => ({ prices: new Map([[rule.id, new Big(price)]]) });
const position = (coin: string, szi: string, pct: string | null = null): PositionFact => ({
  coin,
  szi: new Big(szi),
  liquidationDistancePct: pct === null ? null : new Big(pct),
});
const holding = (...all: PositionFact[]): Partial<AlertFacts> => ({
  positions: { readAtMs: 1_000, all, isPartial: false },
});
const order = (status: string, isOpen = false): Partial<AlertFacts> => ({
  orders: [{ id: 'o1', status, isOpen, words: 'SELL 1 JUP' }],
});
const perpOrder = { oid: '7', coin: 'BTC', side: 'buy', size: new Big('0.01'), limitPx: '95000' };
const filledPart = new Map([['7', new Big('0.004')]]);
const left = (hour: number): Partial<AlertFacts> => ({
  limits: { hour: { left: hour, of: 100 }, day: { left: 100, of: 100 }, isCounted: true },
});
const stream = (state: AlertFacts['connection']['state']): Partial<AlertFacts> => ({
  connection: { state, reason: 'gone' },
});
const own = (endedAtMs: number | null): Partial<AlertFacts> => ({
  ownOrders: [{ coin: 'BTC', sentAtMs: 900, endedAtMs }],
});

/** Facts in turn, each so many seconds after the start; what was said at each. */
function said(
  steps: readonly (readonly [number, Partial<AlertFacts>])[],
  over: Partial<AlertSettings> = {},
): string[][] {
  let state = startAlertState;
  return steps.map(([seconds, facts]) => {
    const next = nextAlerts(state, { ...quiet, ...facts }, { ...settings, ...over }, seconds * 1_000);
    state = next.state;
    return next.alerts.map(({ about }) => about);
  });
}

const price = ['price:price-1'];
test.each<[string, [number, Partial<AlertFacts>][], string[][]]>([
  [
    'a price on its way up',
    [
      [0, at('199')],
      [1, at('200')],
      [2, at('201')],
    ],
    [[], price, []],
  ],
  [
    'what was so at the start',
    [
      [0, at('201')],
      [99, at('202')],
    ],
    [[], []],
  ],
  [
    'what was so at the start, ended, and came again',
    [
      [0, at('201')],
      [1, at('199')],
      [2, at('200')],
    ],
    [[], [], price],
  ],
  [
    'no full return, no second call',
    [
      [0, at('199')],
      [1, at('200')],
      [70, at('199.5')],
      [140, at('200')],
    ],
    [[], price, [], []],
  ],
  [
    'a full return, then the pause',
    [
      [0, at('199')],
      [1, at('200')],
      [2, at('198')],
      [3, at('200')],
      [61, at('200')],
    ],
    [[], price, [], [], price],
  ],
  [
    'a price that is unknown meanwhile',
    [
      [0, at('199')],
      [1, {}],
      [99, at('200')],
    ],
    [[], [], price],
  ],
  [
    'a position that comes, grows, turns and goes',
    [
      [0, holding()],
      [1, holding(position('BTC', '1'))],
      [2, holding(position('BTC', '2'))],
      [3, holding(position('BTC', '-1'))],
      [4, holding()],
    ],
    [[], ['position:BTC:opened'], ['position:BTC:grown'], ['position:BTC:turned'], ['position:BTC:closed']],
  ],
  [
    'growth within the pause is told once, at its end',
    [
      [0, holding(position('BTC', '1'))],
      [1, holding(position('BTC', '2'))],
      [2, holding(position('BTC', '3'))],
      [61, holding(position('BTC', '4'))],
    ],
    [[], ['position:BTC:grown'], [], ['position:BTC:grown']],
  ],
  [
    'an order of this desk',
    [
      [0, holding(position('BTC', '1'))],
      [1, { ...holding(), ...own(950) }],
    ],
    [[], []],
  ],
  [
    'one that still waits for its answer',
    [
      [0, holding(position('BTC', '1'))],
      [1, { ...holding(), ...own(null) }],
    ],
    [[], []],
  ],
  [
    'one from long before',
    [
      [0, holding(position('BTC', '1'))],
      [1, { ...holding(), ...own(-9_000) }],
    ],
    [[], ['position:BTC:closed']],
  ],
  [
    'a row that cannot be read is not a closed position',
    [
      [0, holding(position('BTC', '1'))],
      [1, { positions: { readAtMs: 2, all: [], isPartial: true } }],
    ],
    [[], []],
  ],
  [
    'a liquidation that comes near',
    [
      [0, holding(position('BTC', '1', '12'))],
      [1, holding(position('BTC', '1', '9.9'))],
      [2, holding(position('BTC', '1', '10.5'))],
      [99, holding(position('BTC', '1', '9'))],
    ],
    [[], ['liquidation:BTC'], [], []],
  ],
  [
    'a new position near its end',
    [
      [0, holding()],
      [1, holding(position('BTC', '1', '5'))],
    ],
    [[], ['liquidation:BTC', 'position:BTC:opened']],
  ],
  [
    'a trigger order that fired and succeeded',
    [
      [0, order('active', true)],
      [1, order('triggered')],
      [2, order('success')],
      [3, order('active', true)],
      [4, order('success')],
    ],
    [[], ['order:o1'], [], [], []],
  ],
  [
    'one that fired and then failed',
    [
      [0, order('active', true)],
      [1, order('triggered')],
      [2, order('failed')],
    ],
    [[], ['order:o1'], ['order:o1']],
  ],
  [
    'one cancelled here',
    [
      [0, order('active', true)],
      [1, { ...order('cancelled'), ownCancels: new Set(['o1']) }],
    ],
    [[], []],
  ],
  [
    'one cancelled elsewhere',
    [
      [0, order('active', true)],
      [1, order('cancelled')],
    ],
    [[], ['order:o1']],
  ],
  [
    'one that had ended before',
    [
      [0, order('success')],
      [1, order('success')],
    ],
    [[], []],
  ],
  [
    'a perp order whose trade is read later',
    [
      [0, { perpOrders: [perpOrder] }],
      [1, { perpOrders: [] }],
      [3, { perpOrders: [], filled: new Map([['7', new Big('0.01')]]) }],
      [4, { perpOrders: [], filled: new Map([['7', new Big('0.01')]]) }],
    ],
    [[], [], ['perp-order:7'], []],
  ],
  [
    'a perp order of which an older reading of the trades knows only a part',
    [
      [0, { perpOrders: [perpOrder], perpReadAtMs: { orders: 1_000, fills: 500 } }],
      [1, { perpOrders: [], filled: filledPart, perpReadAtMs: { orders: 2_000, fills: 500 } }],
      [2, { perpOrders: [], filled: filledPart, perpReadAtMs: { orders: 3_000, fills: 500 } }],
      [3, { perpOrders: [], filled: filledPart, perpReadAtMs: { orders: 3_000, fills: 2_500 } }],
    ],
    [[], [], [], ['perp-order:7']],
  ],
  [
    'a perp order that was cancelled',
    [
      [0, { perpOrders: [perpOrder] }],
      [1, { perpOrders: [] }],
      [99, { perpOrders: [] }],
    ],
    [[], [], []],
  ],
  [
    'a lost stream, and its return',
    [
      [0, stream('connected')],
      [1, stream('reconnecting')],
      [11, stream('connecting')],
      [12, stream('reconnecting')],
      [13, stream('reconnecting')],
      [20, stream('connected')],
    ],
    [[], [], [], ['stream:down'], [], ['stream:back']],
  ],
  [
    'a short interruption',
    [
      [0, stream('connected')],
      [1, stream('reconnecting')],
      [9, stream('connected')],
      [10, stream('reconnecting')],
      [19, stream('reconnecting')],
    ],
    [[], [], [], [], []],
  ],
  [
    'a stream that never was',
    [
      [0, stream('connecting')],
      [99, stream('failed')],
    ],
    [[], []],
  ],
  [
    'a key nearly used up',
    [
      [0, left(11)],
      [1, left(10)],
      [99, left(12)],
      [180, left(9)],
      [181, left(16)],
      [182, left(10)],
    ],
    [[], ['limit:hour'], [], [], [], ['limit:hour']],
  ],
  [
    'an unknown outcome, also from before',
    [
      [0, {}],
      [1, { doubts: [{ id: 'a', summary: 'close' }] }],
      [
        2,
        {
          doubts: [
            { id: 'a', summary: 'close' },
            { id: 'b', summary: 'swap' },
          ],
        },
      ],
    ],
    [[], ['unknown:a'], ['unknown:b']],
  ],
])('%s', (_, steps, expected) => {
  expect(said(steps)).toEqual(expected);
});

test('the most severe alert comes first, and disabled kinds are not reported', () => {
  const all: [number, Partial<AlertFacts>][] = [
    [0, { ...at('199'), ...holding(), ...order('active', true), ...left(50) }],
    [
      1,
      {
        ...at('200'),
        ...holding(position('BTC', '1', '5')),
        ...order('success'),
        ...left(1),
        doubts: [{ id: 'a', summary: '' }],
      },
    ],
  ];
  expect(said(all)[1]).toEqual([
    'unknown:a',
    'liquidation:BTC',
    'position:BTC:opened',
    'order:o1',
    'price:price-1',
    'limit:hour',
  ]);
  const none = { orders: false, positions: false, liquidationPct: null, streamDownMs: null, keyLimit: false };
  expect(said(all, none)[1]).toEqual(['unknown:a', 'price:price-1']);
});

test('a price alert fires again only after a full return and a pause', () => {
  for (let run = 0; run < cases(20, 200); run++) {
    const random = seededRandom(seed + run);
    const what = `SWAPDECK_SEED=${seed}, run ${run}`;
    let state = startAlertState;
    let cents = 19_900;
    let toldAtMs: number | null = null;
    let lowest = cents;
    for (let nowMs = 0; nowMs < 600_000; nowMs += 500) {
      cents += Math.floor(random.next() * 121) - 60;
      lowest = Math.min(lowest, cents);
      const next = nextAlerts(state, { ...quiet, ...at(new Big(cents).div(100).toFixed()) }, settings, nowMs);
      state = next.state;
      if (next.alerts.length === 0) continue;
      expect(cents, what).toBeGreaterThanOrEqual(20_000);
      expect(lowest, what).toBeLessThanOrEqual(toldAtMs === null ? cents : 19_900);
      if (toldAtMs !== null) expect(nowMs - toldAtMs, what).toBeGreaterThanOrEqual(60_000);
      toldAtMs = nowMs;
      lowest = cents;
    }
  }
});

test('a limit of the account that is reached is reported once, with its numbers, although the desk has said it', () => {
  const reached = [
    { limit: 'dailyLossUsd', atMs: 1, lossUsd: '104.2', limitUsd: '100', text: 'daily loss of 104.20 USD' },
  ] as const;
  const first = nextAlerts(startAlertState, { ...quiet, reached }, settings, 0);
  expect(first.alerts).toEqual([
    {
      kind: 'risk',
      about: 'risk:daily_loss_usd',
      tone: 'error',
      text: 'A limit of the account is reached: daily loss of 104.20 USD',
      details: { limit: 'daily_loss_usd', lossUsd: '104.2', limitUsd: '100' },
      isSaid: true,
    },
  ]);
  const later = nextAlerts(first.state, { ...quiet, reached }, settings, 1_000);
  expect(later.alerts).toEqual([]);
  const again = nextAlerts(later.state, { ...quiet, reached: [...reached, reached[0]] }, settings, 2_000);
  expect(again.alerts).toHaveLength(1);
});

test('texts of the service are cleaned', () => {
  const hostile = { id: 'o1', status: 'active', isOpen: true, words: 'x' };
  const first = nextAlerts(startAlertState, { ...quiet, orders: [hostile] }, settings, 0);
  const ended = { ...hostile, isOpen: false, status: 'a\u001B]0;b\u0007', words: 'SELL \u001B[2Jx' };
  const { alerts } = nextAlerts(first.state, { ...quiet, orders: [ended] }, settings, 1);
  expect(alerts).toHaveLength(1);
  expect(JSON.stringify(alerts)).not.toMatch(/\\u00|\p{Cc}/u);
});
