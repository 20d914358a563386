// What the account holds and how it did: wallets, tokens with their PnL, perp positions with their distance to liquidation.
//   node examples/portfolio-report.js
import { over, text, times, units } from './lib/decimal.js';
import { call, connect, report } from './lib/service.js';

const service = connect({ isLive: true });
const usd = (value) => Number(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const pct = (value) => `${value > 0 ? '+' : ''}${Number(value).toFixed(2)} %`;

function table(title, rows) {
  console.log(`\n${title}`);
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows)
    console.log(
      `  ${row.map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at]))).join('   ')}`,
    );
}

/** In percent of the mark; how far the price may still go. */
function distance(markPx, liquidationPx) {
  if (!liquidationPx) return '–';
  const [mark, liquidation] = [units(markPx), units(liquidationPx)];
  const away = over(mark > liquidation ? mark - liquidation : liquidation - mark, mark);
  return `${Number(text(away * 100n)).toFixed(1)} %`;
}

try {
  const [balances, holdings, wallets, perps, markets] = await Promise.all([
    call(service, 'GET', 'portfolio/balances'),
    call(service, 'GET', 'portfolio/positions', { query: { status: 'open' } }),
    call(service, 'GET', 'account/wallets'),
    call(service, 'GET', 'perp/positions'),
    call(service, 'GET', 'perp/markets'),
  ]);
  const marks = new Map(markets.map(({ meta, ctx }) => [meta.name, ctx.markPx]));
  // Networks have short names here, tokens their chain's.
  const chainOf = (network) => (network === 'sol' ? 'solana' : network);
  const ids = holdings.positions.map(({ network, tokenAddress }) => `${chainOf(network)}:${tokenAddress}`);
  const { tokens } = await call(service, 'POST', 'tokens/batch', { body: { tokens: [...new Set(ids)] } });
  const symbols = new Map(tokens.map(({ chain, address, symbol }) => [`${chain}:${address}`, symbol]));
  const labels = new Map((wallets.wallets ?? wallets).map(({ address, label }) => [address, label]));

  table('Native coins', [
    ['wallet', 'chain', 'balance', 'USD'],
    ...balances.wallets.map((wallet) => [
      labels.get(wallet.walletAddress) ?? wallet.walletAddress,
      wallet.chain,
      `${wallet.nativeBalance} ${wallet.nativeSymbol}`,
      usd(wallet.nativeBalanceUsd),
    ]),
  ]);
  table('Tokens', [
    ['token', 'USD', 'bought', 'sold', 'total PnL'],
    ...holdings.positions.map((row, at) => [
      symbols.get(ids[at]) ?? row.tokenAddress,
      usd(row.balanceUsd),
      usd(row.boughtUsd),
      usd(row.soldUsd),
      pct(row.totalPnlPct),
    ]),
  ]);
  table('Perps', [
    ['coin', 'size', 'entry', 'mark', 'notional', 'uPnL', 'to liquidation'],
    ...perps.positions.map(({ coin, szi, entryPx, unrealizedPnl, liquidationPx }) => [
      coin,
      szi,
      entryPx,
      marks.get(coin) ?? '–',
      usd(text(times(units(szi), units(marks.get(coin) ?? entryPx))).replace('-', '')),
      usd(unrealizedPnl),
      distance(marks.get(coin) ?? entryPx, liquidationPx),
    ]),
  ]);
  console.log(`\nPerp account ${usd(perps.accountValue)} USD, tokens ${usd(holdings.totalValueUsd)} USD`);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
