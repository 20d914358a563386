// Lists what each coin pays in funding; with --trade, sells the perp of one coin that pays its shorts and buys as much on spot.
// The pair earns the funding, whatever the price does, less fees and spreads. Ctrl-C closes the perp side.
//   node examples/funding-harvest.js [--trade COIN --wallet wal_main --usd 100 --token solana:ADDRESS --spend BASEUNITS]
import { text as decimal, over, size, units } from './lib/decimal.js';
import { call, connect, newCloid, order, pause, quit, readArgs, report, say, untilStopped } from './lib/service.js';

const usage =
  'node examples/funding-harvest.js [--trade COIN --wallet ID --usd N [--token CHAIN:ADDRESS --spend BASEUNITS]]';
const text = { type: 'string' };
const { values } = readArgs({ trade: text, wallet: text, usd: text, token: text, spend: text }, usage);
const service = connect({ isLive: values.live });
const native = 'So11111111111111111111111111111111111111112';

const markets = await call(service, 'GET', 'perp/markets').catch((error) => {
  report(error);
  process.exit(1);
});
const byRate = markets.toSorted((a, b) => (units(a.ctx.funding) < units(b.ctx.funding) ? 1 : -1));
for (const { meta, ctx } of byRate) {
  const yearly = Number(decimal(units(ctx.funding) * 24n * 365n * 100n)).toFixed(2);
  console.log(
    `${meta.name.padEnd(6)} ${ctx.funding.padStart(12)} an hour  ${yearly.padStart(9)} % a year  mark ${ctx.markPx}`,
  );
}
if (!values.trade) process.exit();

const { trade: coin, wallet: walletId, usd } = values;
const market = markets.find(({ meta }) => meta.name === coin);
if (!market || !walletId || !/^\d+$/.test(usd ?? '')) quit(`Usage: ${usage}`);
if (units(market.ctx.funding) <= 0n) quit(`${coin} pays its longs now: a short would pay.`);
const signal = untilStopped();
const sz = size(over(units(usd), units(market.ctx.markPx)), market.meta.szDecimals);

try {
  if (values.token) {
    const [chain, outputMint] = values.token.split(':');
    const body = { chain, walletId, inputMint: native, outputMint, amount: values.spend, slippageBps: 100 };
    const { taskId } = await call(service, 'POST', 'swap/execute', { body });
    say(`buying spot: ${taskId}`);
  }
  await order(service, 'POST', 'perp/order', {
    walletId,
    coin,
    isBuy: false,
    sz,
    orderType: 'market',
    cloid: newCloid(),
  });
  say(`short ${sz} ${coin}`);
  while (!signal.aborted) {
    await pause(60_000, signal);
    const paid = await call(service, 'GET', 'perp/funding', { query: { wallet_id: walletId, coin, start_time: 0 } });
    say(`${paid.length} payments so far`);
  }
  await order(service, 'POST', 'perp/position/close', { walletId, coin, percentage: 100 });
  say(`closed the short of ${coin}`);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
