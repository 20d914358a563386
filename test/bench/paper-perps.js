// node test/bench/paper-perps.js: what a step of the perp market costs with as many resting orders as a wallet can have.
// The same market is played twice, step by step in turns, with no order and with 1,000 in one book. A step is due every
// 50 ms; the bound is a twentieth of that.
import { pathToFileURL } from 'node:url';
import { openPerpLab } from '../../src/paper/exchange/perps/perp-lab.fixture.ts';

const walletId = 'wal_perp';
const coin = 'DOGE';
const steps = 400;

/** Milliseconds a step, mean of each round. */
export function measurePerps(rounds = 5) {
  const labs = [0, 1000].map(openMarket);
  const [none, many] = [[], []];
  for (let round = -1; round < rounds; round++) {
    const spentMs = [0, 0];
    for (let step = 0; step < steps; step++)
      labs.forEach((lab, index) => {
        const fromMs = performance.now();
        lab.perps.advance(lab.clock.now(), 50);
        spentMs[index] += performance.now() - fromMs;
      });
    // The first round warms up.
    if (round < 0) continue;
    none.push(spentMs[0] / steps);
    many.push(spentMs[1] / steps);
  }
  return { none, many, ratio: many.map((mean, round) => mean / none[round]) };
}

/** Bids below the market, of the smallest size that the venue takes. */
function openMarket(orderCount) {
  const lab = openPerpLab();
  lab.perps.cancel({ walletId, coin: 'BTC', cancelAll: true });
  lab.perps.cancel({ walletId, coin: 'ETH', cancelAll: true });
  lab.perps.cancel({ walletId, coin: 'SOL', cancelAll: true });
  for (let index = 0; index < orderCount; index++) {
    const limitPx = (0.1 + index / 1e5).toFixed(5);
    const { results } = lab.perps.place({ walletId, coin, isBuy: true, limitPx, sz: '100' });
    if (results[0].status !== 'success') throw new Error(results[0].error);
  }
  return lab;
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { none, many, ratio } = measurePerps();
  const line = (name, values) => console.log(`${name.padEnd(48)}${middle(values).toFixed(3).padStart(9)}`);
  line('perp step without resting orders, ms', none);
  line('perp step, 1,000 resting orders, ms (≤ 2.5)', many);
  line('  as a multiple', ratio);
}
