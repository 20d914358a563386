// Closes a perp position once the mark has fallen back so far from its best (for a short: risen).
//   node examples/trailing-stop.js BTC --bps 150 [--wallet wal_perp] [--every SECONDS] [--dry-run]
import { moved, units } from './lib/decimal.js';
import { call, connect, order, pause, quit, readArgs, report, ServiceError, say, untilStopped } from './lib/service.js';

const usage = 'node examples/trailing-stop.js COIN --bps N [--wallet ID] [--every SECONDS] [--dry-run]';
const options = {
  bps: { type: 'string' },
  wallet: { type: 'string' },
  every: { type: 'string' },
  'dry-run': { type: 'boolean' },
};
const { values, positionals } = readArgs(options, usage);
const [coin] = positionals;
const bps = /^\d{1,4}$/.test(values.bps ?? '') ? Number(values.bps) : quit(`Usage: ${usage}`);
const service = connect({ isLive: values.live });
const signal = untilStopped();
const query = values.wallet ? { wallet_id: values.wallet } : {};

async function look() {
  const [{ positions }, { ctx }] = await Promise.all([
    call(service, 'GET', 'perp/positions', { query }),
    call(service, 'GET', `perp/markets/${coin}`),
  ]);
  return { position: positions.find((one) => one.coin === coin), markPx: ctx.markPx };
}

/** Sent once. When its answer is lost, the position itself says whether it was done. */
async function close({ szi }) {
  if (values['dry-run']) return say(`would close ${szi} ${coin}`);
  const { wallets } = values.wallet ? { wallets: [] } : { wallets: await call(service, 'GET', 'account/wallets') };
  const walletId = values.wallet ?? (wallets.wallets ?? wallets).find(({ chain }) => !chain)?.walletId;
  try {
    await order(service, 'POST', 'perp/position/close', { coin, walletId, percentage: 100 });
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.isUnknown) throw error;
    report(error);
  }
  const { position } = await look();
  say(position ? `${position.szi} ${coin} are still open` : `closed ${szi} ${coin}`);
}

try {
  let best = null;
  for (;;) {
    const { position, markPx } = await look();
    if (!position) quit(`There is no open ${coin} position.`);
    const isLong = !position.szi.startsWith('-');
    if (best === null || (isLong ? units(markPx) > units(best) : units(markPx) < units(best))) {
      best = markPx;
      say(`${coin} ${position.szi}, best ${best}`);
    }
    const stop = moved(best, isLong ? -bps : bps);
    if (isLong ? units(markPx) <= stop : units(markPx) >= stop) {
      say(`mark ${markPx} is ${bps / 100} % from ${best}`);
      await close(position);
      break;
    }
    await pause(Number(values.every ?? 2) * 1000, signal);
    if (signal.aborted) break;
  }
} catch (error) {
  report(error);
  process.exitCode = 1;
}
