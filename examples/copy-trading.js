// Copies what a wallet buys and sells of a token: the same side, a fixed amount of the native coin for each buy, until a limit.
//   node examples/copy-trading.js solana:JUPy…DvCN --follow MAKER --wallet wal_main --amount BASEUNITS --most COUNT [--dry-run]
import { call, connect, pause, quit, readArgs, report, say, untilStopped } from './lib/service.js';
import { events } from './lib/stream.js';

const usage =
  'node examples/copy-trading.js solana:ADDRESS --follow MAKER|any --wallet ID --amount BASEUNITS [--most COUNT] [--dry-run]';
const text = { type: 'string' };
const options = { follow: text, wallet: text, amount: text, most: text, 'dry-run': { type: 'boolean' } };
const { values, positionals } = readArgs(options, usage);
const [, address] = /^solana:(.+)$/.exec(positionals[0] ?? '') ?? quit(`Usage: ${usage}`);
const { follow, wallet: walletId, amount, most = '1' } = values;
if (!follow || !walletId || !/^[1-9]\d*$/.test(amount ?? '')) quit(`Usage: ${usage}`);
const native = 'So11111111111111111111111111111111111111112';
const service = connect({ isLive: values.live });
const signal = untilStopped();
let copied = 0;

/** Follows a task to its end. Nothing is sent again, whatever it says. */
async function result(taskId) {
  for (;;) {
    const task = await call(service, 'GET', `tasks/${taskId}`);
    if (['success', 'failed'].includes(task.status)) return task;
    await pause(500, signal);
  }
}

try {
  say(`waiting for ${follow} to buy`);
  for await (const swap of events(service, 'svm.token.swaps', { tokenAddress: address }, signal)) {
    if (swap.isGap || !swap.isBuy || (follow !== 'any' && swap.maker !== follow)) continue;
    copied++;
    say(`${swap.maker} bought for ${swap.sizeUsd} USD at ${swap.priceUsd}`);
    if (values['dry-run']) say(`would swap ${amount} lamports`);
    else {
      const body = { chain: 'solana', walletId, inputMint: native, outputMint: address, amount, slippageBps: 100 };
      const { taskId } = await call(service, 'POST', 'swap/execute', { body });
      const { status, errorCode, txHash } = await result(taskId);
      say(`${status} ${errorCode ?? txHash ?? ''}`);
    }
    if (copied >= Number(most)) break;
  }
} catch (error) {
  report(error);
  process.exitCode = 1;
}
