// node test/market/plan-quality.ts [COIN] [USD] [SEEDS]: what a TWAP and a chase pay on paper's perp market beside one market order.
import Big from 'big.js';
import { fakeContext, memoryJournal } from '../../src/actions/pipeline/fake-context.fixture.ts';
import { startPipeline } from '../../src/actions/pipeline/start-pipeline.ts';
import { bindPlanActions } from '../../src/actions/plans/plan-actions.ts';
import { PlanRunner } from '../../src/actions/plans/run-plans.ts';
import { baseFeeRates } from '../../src/domain/market/fee-rates.ts';
import { floorSize } from '../../src/domain/market/perp-rules.ts';
import { defaultPerpWalletId, paperUserId, Wallets } from '../../src/paper/account/wallets.ts';
import { PerpExchange } from '../../src/paper/exchange/perps/perp-exchange.ts';
import { ReferencePrices } from '../../src/paper/exchange/prices/reference-prices.ts';
import { perpRoutes } from '../../src/paper/routes/perp.ts';
import { Bus } from '../../src/paper/world/bus.ts';
import { planKinds } from '../../src/plans/kinds/kinds.ts';
import { isEnded } from '../../src/plans/plan.ts';
import type { PerpFacts } from '../../src/plans/plan-kind.ts';
import { FakeClock } from '../../src/platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../src/platform/time/random.ts';

const [coin = 'ETH', usd = '15000', seeds = '20'] = process.argv.slice(2);
const startMs = Date.UTC(2026, 0, 1, 12);
const stepMs = 250;
const mostMs = 1_800_000;
const methods = ['market order', 'TWAP, 10 min', 'chase, 10 min'] as const;
type Method = (typeof methods)[number];

/** A desk whose venue is paper's, in this process. */
function openDesk(seed: number) {
  const clock = new FakeClock(startMs);
  const random = seededRandom(seed);
  const prices = new ReferencePrices(random, { startMs });
  const wallets = new Wallets();
  const parts = { clock, random, bus: new Bus(), prices, startMs, userId: paperUserId, wallets };
  const perps = new PerpExchange({ ...parts, defaultWalletId: defaultPerpWalletId });
  const routes = perpRoutes(perps);
  const key = { keyId: 'k', scopes: [] };
  const call = (id: string, input: unknown): unknown => {
    const { endpoint, handle } = routes.find((route) => route.endpoint.id === id)!;
    const given = input as Record<string, unknown>;
    const parsed: Record<string, unknown> = {};
    for (const part of ['params', 'query', 'body'] as const)
      if (endpoint[part]) parsed[part] = endpoint[part].parse(given[part] ?? {});
    return handle(parsed, { key, userId: paperUserId, nowMs: clock.now(), requestId: 'r' });
  };
  const fake = fakeContext(call, { clock, seed });
  const usage = { keyId: 'k', scopes: ['trade:perp'], constraints: null, usage: null };
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      prices.advance(stepMs);
      perps.advance(clock.now(), stepMs);
      if (passed % 1_000 === 0) {
        fake.reads.answer('usage', usage, clock.now());
        for (const [name, id] of reads) fake.reads.answer(name, call(id, {}), clock.now());
      }
      await clock.advance(stepMs);
    }
  };
  return { call, clock, pass, context: fake.context };
}

const reads = [
  ['markets', 'perp.markets'],
  ['positions', 'perp.positions'],
  ['perpOrders', 'perp.orders'],
] as const;

interface Paid {
  /** Against the mid at the start, in basis points; positive: paid more. */
  readonly priceBps: number;
  readonly withFeeBps: number;
  readonly filledPct: number;
}

async function run(method: Method, seed: number): Promise<Paid> {
  const desk = openDesk(seed);
  await desk.pass(60_000);
  const market = desk.call('perp.market', { params: { coin } }) as {
    meta: { szDecimals: number; maxLeverage: number };
    ctx: { midPx: string; markPx: string };
    bids: { price: string }[];
    asks: { price: string }[];
  };
  const mid = new Big(market.ctx.midPx);
  const size = floorSize(new Big(usd).div(mid), market.meta.szDecimals);
  const bid = new Big(market.bids[0]!.price);
  const ask = new Big(market.asks[0]!.price);
  const mark = new Big(market.ctx.markPx);
  const facts: PerpFacts = { kind: 'perp', coin, ...market.meta, mark, bid, ask, fees: baseFeeRates };
  const limit = mid.times('1.05').toFixed();
  const sentMs = desk.clock.now();
  const place = (sz: Big): unknown =>
    desk.call('perp.placeOrder', {
      body: { walletId: defaultPerpWalletId, coin, isBuy: true, sz: sz.toFixed(), orderType: 'market' },
    });
  let left = new Big(0);
  if (method === 'market order') place(size);
  else {
    left = await work(desk, method, { facts, size, limit });
    // What the chase has not filled in its time is bought at the market, and counts.
    if (left.gt(0)) place(left);
  }
  const fills = desk.call('perp.fills', { query: { start_time: sentMs, coin } }) as {
    px: string;
    sz: string;
    fee: string;
  }[];
  const sum = (of: (fill: (typeof fills)[number]) => Big): Big =>
    fills.reduce((all, fill) => all.plus(of(fill)), new Big(0));
  const filled = sum(({ sz }) => new Big(sz));
  const paid = sum(({ px, sz }) => new Big(px).times(sz));
  const bps = (cost: Big): number => Number(cost.div(filled).div(mid).minus(1).times(10_000).toFixed(3));
  const filledPct = Number(size.minus(left).div(size).times(100).toFixed(1));
  return { priceBps: bps(paid), withFeeBps: bps(paid.plus(sum(({ fee }) => new Big(fee)))), filledPct };
}

/** Resolves to what the plan left unfilled. */
async function work(
  { context, pass, clock }: ReturnType<typeof openDesk>,
  method: Method,
  { facts, size, limit }: { readonly facts: PerpFacts; readonly size: Big; readonly limit: string },
): Promise<Big> {
  startPipeline(context);
  context.book.load(memoryJournal());
  const runner = new PlanRunner(context);
  const terms = { side: 'buy', size: size.toFixed(), limit };
  const slices = { over: '10m', count: '20', jitter: '20', slippage: '1', reduceOnly: 'no' };
  const built = method.startsWith('TWAP')
    ? planKinds.twap.build({ ...terms, ...slices }, facts, () => 0.5)
    : planKinds.chase.build({ ...terms, max: '500' }, facts, () => 0.5);
  if (!('spec' in built)) throw new Error(`${built.field}: ${built.problem}`);
  const plans = bindPlanActions(context);
  const caps = { operations: 5_000, usd: null };
  const made = plans.create({
    walletId: defaultPerpWalletId,
    summary: method,
    spec: built.spec,
    caps,
    arrivalPx: null,
  });
  if ('why' in made) throw new Error(made.why);
  const plan = () => context.book.get(made.id)!;
  const fromMs = clock.now();
  while (!isEnded(plan()) && clock.now() - fromMs < mostMs) {
    await pass(1_000);
    if (plan().state === 'paused') throw new Error(plan().why);
    if (!method.startsWith('TWAP') && clock.now() - fromMs >= 600_000) plans.cancel(made.id, false);
  }
  await runner.stop();
  return plan().children.reduce((rest, { filled }) => rest.minus(filled), size);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)) * (values.length / (values.length - 1)));
const said = (values: readonly number[]): string =>
  `${mean(values).toFixed(1)} ± ${(deviation(values) / Math.sqrt(values.length)).toFixed(1)}`;

console.log(
  `| buy ${usd} USD of ${coin}, ${seeds} seeds | price against arrival, bp | with fees, bp | spread of the price, bp | filled by the plan |`,
);
console.log('|---|---|---|---|---|');
for (const method of methods) {
  const paid: Paid[] = [];
  for (let seed = 1; seed <= Number(seeds); seed++) paid.push(await run(method, seed));
  const prices = paid.map(({ priceBps }) => priceBps);
  const filled = mean(paid.map(({ filledPct }) => filledPct)).toFixed(0);
  console.log(
    `| ${method} | ${said(prices)} | ${said(paid.map(({ withFeeBps }) => withFeeBps))} | ${deviation(prices).toFixed(1)} | ${filled} % |`,
  );
}
