// Prints the swaps of a token as they happen, one line each.
//   node examples/tape.js solana:JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN [--for SECONDS] [--json]
import { connect, quit, readArgs, report, untilStopped } from './lib/service.js';
import { events } from './lib/stream.js';

const usage = 'node examples/tape.js CHAIN:ADDRESS [--for SECONDS] [--json]';
const { values, positionals } = readArgs({ for: { type: 'string' }, json: { type: 'boolean' } }, usage);
const [, chain, address] = /^(solana|base|bsc|monad):(.+)$/.exec(positionals[0] ?? '') ?? quit(`Usage: ${usage}`);

const chainIds = { base: '8453', bsc: '56', monad: '143' };
const stream = chain === 'solana' ? 'svm.token.swaps' : 'evm.token.swaps';
const filter = { tokenAddress: address, ...(chain !== 'solana' && { chainId: chainIds[chain] }) };
const signal = untilStopped(values.for);

/** The two families of chains name a few fields differently. */
const read = (swap) => ({
  time: new Date((swap.blockTime ?? swap.timestamp) * 1000).toISOString().slice(11, 19),
  side: swap.isBuy ? 'BUY ' : 'SELL',
  usd: swap.sizeUsd ?? swap.amountUsd,
  priceUsd: swap.priceUsd,
  maker: swap.maker,
});

try {
  for await (const event of events(connect({ isLive: true }), stream, filter, signal)) {
    if (event.isGap) console.error('the connection was lost: swaps are missing here');
    else if (values.json) console.log(JSON.stringify(event));
    else {
      const { time, side, usd, priceUsd, maker } = read(event);
      console.log(`${time}  ${side}  ${Number(usd).toFixed(2).padStart(12)} USD  at ${priceUsd}  by ${maker}`);
    }
  }
} catch (error) {
  report(error);
  process.exitCode = 1;
}
