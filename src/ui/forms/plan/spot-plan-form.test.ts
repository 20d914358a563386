import { describe, expect, test } from 'vitest';
import type { SwapQuote } from '../../../actions/orders/quote-swap.ts';
import { readRows, settle } from '../../desk/fake-desk.fixture.ts';
import type { FormRow, Values } from '../form-spec.ts';
import { openSpotForm, quoteFor } from '../spot-desk.fixture.ts';
import { planForm } from './plan-form.ts';

/** When the desk of the tests starts. */
const startMs = Date.UTC(2026, 10, 20, 15);

type Options = Parameters<typeof openSpotForm>[2];

/** A form of a kind on the small account: 84.2 SOL, and a market in which one SOL gives 140 USDC. */
function open(kind: string, typed: Values, options: Options = {}) {
  let good: Values = {};
  const opened = openSpotForm(
    (desk) => {
      const form = planForm(desk, kind, { walletId: 'wal_main', ...typed });
      good = form.initial;
      return form;
    },
    {},
    options,
  );
  return { ...opened, evaluate: (change: Values = {}) => opened.evaluate({ ...good, ...change }) };
}

const rowOf = (rows: readonly FormRow[], label: string): string | undefined =>
  readRows(rows)
    .map((row) => row.replace(/ +/g, ' '))
    .find((row) => row.startsWith(`${label}:`));

const dca: Values = { sell: 'SOL', buy: 'USDC', amount: '2', every: '1h', times: '10' };
const oco: Values = { sell: 'SOL', buy: 'USDC', amount: '10', profit: '300', stop: '100' };
const ladder: Values = { sell: 'SOL', buy: 'USDC', amount: '10', levels: '2x 3x', base: '150' };
const twap: Values = { sell: 'SOL', buy: 'USDC', amount: '24', over: '1h', count: '12' };

describe('a plan of swaps', () => {
  test('is quoted by one of its orders: average, total, worst, impact and fee', async () => {
    const { evaluate, asked } = open('swap-twap', twap);
    const { preview, problems, draft } = await evaluate();
    expect(problems).toEqual({});
    expect(draft).not.toBeNull();
    expect(asked).toEqual([expect.objectContaining({ chain: 'solana', baseUnits: 2_000_000_000n, slippageBps: 100 })]);
    expect(rowOf(preview, 'average')).toBe('average: ≈ 140.00 USDC for one SOL quoted 0.0 s ago');
    expect(rowOf(preview, 'in all')).toBe('in all: ≈ 3,360 USDC if every order gets this quote');
    expect(rowOf(preview, 'worst')).toBe(
      'worst: 138.60 USDC for one SOL after 1 % slippage; later orders take the price of their time',
    );
    expect(rowOf(preview, 'price impact')).toBe('price impact: 0.12 % an order');
    expect(rowOf(preview, 'fee')).toBe('fee: ≈ 16.80 USD platform fee 0.5 %; network fees unknown');
  });

  test('is priced as its worst price is entered: of what is bought, rounded against the user', async () => {
    const typed = { sell: 'SOL', buy: 'JUP', amount: '3', every: '1h', times: '3' };
    const { evaluate } = open('dca', typed, {
      actions: {
        quoteSwap: async (request) => ({
          ...quoteFor(request, startMs),
          outBaseUnits: 700_000_000n,
        }),
      },
    });
    await evaluate();
    // The tokens are known now, and the quote has been requested.
    const { preview } = await evaluate();
    // 3 SOL give 700 JUP, 693 at worst: 0.0042857 and 0.004329004 SOL for one JUP.
    expect(rowOf(preview, 'average')).toMatch(/≈ 0\.0042857 SOL for one JUP quoted/);
    expect(rowOf(preview, 'worst')).toMatch(/0\.0043291 SOL for one JUP after/);
    expect(rowOf(preview, 'in all')).toMatch(/≈ 2,100 JUP/);
  });

  test.each([
    ['138.6', 'worst: 138.6 USDC for one SOL: beyond it the plan waits'],
    ['138.61', 'worst: 138.61 USDC for one SOL: beyond it now after slippage, so the plan waits'],
  ])('with a worst price of %s says whether it would wait now', async (limit, wanted) => {
    const { evaluate } = open('dca', { ...dca, limit });
    expect(rowOf((await evaluate()).preview, 'worst')).toBe(wanted);
  });

  test('says what the quote leaves open', async () => {
    const { evaluate } = open('dca', dca, {
      actions: {
        quoteSwap: async (request) => ({
          ...quoteFor(request, startMs),
          priceImpactPct: null,
          platformFeeBps: null,
        }),
      },
    });
    const { preview } = await evaluate();
    expect(rowOf(preview, 'price impact')).toBe('price impact: unknown: the quote names none');
    expect(rowOf(preview, 'fee')).toBe('fee: by the pool and the service, in the quote of each order');
  });

  test('without a quote is previewed at the last prices, and may be started: each order is quoted when it is due', async () => {
    const { evaluate } = open('dca', dca, {
      actions: {
        quoteSwap: async () => {
          throw Object.assign(new Error('no pool takes this'), { code: 'NO_ROUTE', kind: 'rejected' });
        },
      },
    });
    const { preview, draft } = await evaluate();
    expect(rowOf(preview, 'average')).toBe('average: ≈ 140.00 USDC for one SOL at the last prices');
    expect(rowOf(preview, 'quote')).toBe(
      'quote: none: NO_ROUTE no pool takes this each order is quoted again when it is due',
    );
    expect(rowOf(preview, 'fee')).toBe('fee: by the pool and the service, in the quote of each order');
    expect(draft).not.toBeNull();
  });

  test('shows no quote of other inputs, and requests none after the form has closed', async () => {
    const waiting: ((quote: SwapQuote) => void)[] = [];
    const { form, desk, evaluate } = open('dca', dca, {
      actions: { quoteSwap: () => new Promise((resolve) => waiting.push(resolve)) },
    });
    await evaluate();
    expect(waiting).toHaveLength(1);
    const asked = {
      chain: 'solana',
      inputMint: '',
      outputMint: '',
      baseUnits: 2_000_000_000n,
      slippageBps: 100,
    } as const;
    waiting[0]?.(quoteFor(asked, desk.now()));
    await settle();
    const { preview } = await evaluate({ amount: '3' });
    expect(rowOf(preview, 'in all')).toBeUndefined();
    expect(waiting).toHaveLength(2);
    form.onClose?.();
    waiting[1]?.(quoteFor({ ...asked, baseUnits: 3_000_000_000n }, desk.now()));
    await settle();
    await evaluate({ amount: '4' });
    expect(waiting).toHaveLength(2);
  });

  test('is confirmed with the age of its quote, and a price that moves is known to the confirmation', async () => {
    const { form, evaluate, advance } = open('dca', dca);
    const { draft, referencePrice } = await evaluate();
    expect(referencePrice).toBe('140');
    advance(12_000);
    expect(rowOf(form.confirmation(draft!), 'average')).toMatch(/quoted 12 s ago$/);
  });

  test.each<[string, Values, Options, string, RegExp]>([
    ['more slippage than allowed', { slippage: '20' }, {}, 'slippage', /^At most 10 %/],
    ["an order above the user's limit", {}, { caps: { maxOrderUsd: '100' } }, 'amount', /your limit is 100\.00 USD/],
    [
      'an order above what the key allows',
      {},
      { constraints: { maxPriceImpactPct: 0.1 } },
      'amount',
      /^Moves the price by 0\.12 %; the key allows 0\.1 %/,
    ],
    [
      'a network that the key lacks',
      {},
      { constraints: { allowedNetworks: [3] } },
      'walletId',
      /does not allow Solana/,
    ],
  ])('is refused in place: %s', async (_name, change, options, field, words) => {
    const { evaluate } = open('swap-twap', { ...twap, ...change }, options);
    const { problems, draft } = await evaluate();
    expect(Object.entries(problems)).toEqual([[expect.stringContaining(field), expect.stringMatching(words)]]);
    expect(draft).toBeNull();
  });
});

describe('a plan of orders that the service holds', () => {
  test('sells at one price or the other, less the slippage, and needs no quote', async () => {
    const { evaluate, asked } = open('oco', oco);
    const { preview, draft } = await evaluate();
    expect(asked).toEqual([]);
    expect(rowOf(preview, 'plan')).toBe('plan: 2 orders at most 3,000.00 USD in all');
    expect(rowOf(preview, 'average')).toBe('average: 100.00 or 300.00 USD; the price is 140.00 now');
    expect(rowOf(preview, 'worst')).toBe(
      'worst: 99.000 or 297.00 USD after 1 % slippage; less if the price falls before it sells',
    );
    expect(draft?.caps).toEqual({ operations: 14, usd: '3000' });
  });

  test('needs an operation to cancel the one that is left over', async () => {
    const { evaluate } = open('oco', oco);
    expect((await evaluate({ operations: '2' })).problems).toEqual({
      operations: expect.stringMatching(/^It needs 3/),
    });
    expect((await evaluate({ operations: '3' })).draft?.caps.operations).toBe(3);
  });

  test('that all may sell is averaged by size', async () => {
    const { evaluate } = open('ladder', { ...ladder, levels: '2x:25% 4x:75%' });
    const { preview } = await evaluate();
    expect(rowOf(preview, 'average')).toBe('average: 525.00 USD if all of them sell; the price is 140.00 now');
    expect(rowOf(preview, 'worst')).toMatch(/^worst: 519\.75 USD after 1 % slippage/);
    expect(rowOf(preview, 'plan')).toBe('plan: 2 orders at most 5,250.00 USD in all');
  });
});
