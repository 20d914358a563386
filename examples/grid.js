// Limit orders at even distances below and above the mark. One that fills is answered by one on the other side, a step away.
// Ctrl-C cancels what is left.
//   node examples/grid.js SOL --wallet wal_main --steps 3 --bps 40 --usd 50 [--every SECONDS]
import { gridPrice, moved, over, size, units } from './lib/decimal.js';
import {
  call,
  connect,
  newCloid,
  order,
  pause,
  quit,
  readArgs,
  report,
  ServiceError,
  say,
  untilStopped,
} from './lib/service.js';

const usage = 'node examples/grid.js COIN --wallet ID [--steps N] [--bps N] [--usd N] [--every SECONDS]';
const text = { type: 'string' };
const { values, positionals } = readArgs({ wallet: text, steps: text, bps: text, usd: text, every: text }, usage);
const [coin] = positionals;
const walletId = values.wallet ?? quit(`Usage: ${usage}`);
const [steps, bps, usd] = [values.steps ?? 3, values.bps ?? 40, values.usd ?? 50].map(Number);
const service = connect({ isLive: values.live });
const signal = untilStopped();
/** What we placed, by cloid. */
const placed = new Map();

async function place(isBuy, px, sz) {
  const cloid = newCloid();
  // Before it leaves: when its answer is lost, the list of open orders and the fills say what became of it.
  placed.set(cloid, { isBuy, px, sz });
  try {
    await order(service, 'POST', 'perp/order', { walletId, coin, isBuy, limitPx: px, sz, orderType: 'limit', cloid });
    say(`${isBuy ? 'bid' : 'ask'} ${sz} ${coin} at ${px}`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (!error.isUnknown) placed.delete(cloid);
    report(error);
  }
}

async function cancelAll() {
  for (const cloid of placed.keys())
    await order(service, 'DELETE', 'perp/order', { walletId, coin, cloid }).catch((error) => {
      // It has just filled.
      if (error.code !== 'VENUE_REFUSED') report(error);
    });
  const open = await call(service, 'GET', 'perp/orders', { query: { wallet_id: walletId, coin } });
  const left = open.filter(({ cloid }) => placed.has(cloid)).length;
  say(`cancelled; ${left} of ours are still open`);
  process.exitCode = left === 0 ? 0 : 1;
}

try {
  const { ctx, meta } = await call(service, 'GET', `perp/markets/${coin}`);
  const sz = size(over(units(usd), units(ctx.markPx)), meta.szDecimals);
  for (let step = 1; step <= steps; step++)
    for (const isBuy of [true, false])
      await place(isBuy, gridPrice(moved(ctx.markPx, (isBuy ? -1 : 1) * step * bps), meta.szDecimals), sz);
  while (!signal.aborted) {
    await pause(Number(values.every ?? 2) * 1000, signal);
    const [open, fills] = await Promise.all([
      call(service, 'GET', 'perp/orders', { query: { wallet_id: walletId, coin } }),
      call(service, 'GET', 'perp/fills', { query: { wallet_id: walletId, coin, start_time: 0 } }),
    ]);
    const isOpen = new Set(open.map(({ cloid }) => cloid));
    for (const [cloid, { isBuy, px, sz: whole }] of [...placed]) {
      if (isOpen.has(cloid) || !fills.some((fill) => fill.cloid === cloid)) continue;
      placed.delete(cloid);
      say(`filled ${isBuy ? 'bid' : 'ask'} at ${px}`);
      if (!signal.aborted) await place(!isBuy, gridPrice(moved(px, isBuy ? bps : -bps), meta.szDecimals), whole);
    }
  }
} catch (error) {
  report(error);
  process.exitCode = 1;
} finally {
  await cancelAll().catch(report);
}
