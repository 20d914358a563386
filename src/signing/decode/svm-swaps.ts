import { paperProgram } from '../../domain/market/paper-contracts.ts';
import type { Explained, SwapCall } from './decoded-transaction.ts';
import type { InstructionReader } from './instruction-reader.ts';
import { isTokenProgram } from './svm-tokens.ts';

/* Instructions of swap programs. Their layouts are from the programs' published interfaces. */

const shown = (call: SwapCall): Explained => ({
  action: 'swap',
  details: {
    ...(call.inputToken && { inputToken: call.inputToken }),
    ...(call.outputToken && { outputToken: call.outputToken }),
    amountIn: `${call.amountIn}`,
    minAmountOut: `${call.minAmountOut}`,
    from: call.from,
    to: call.recipient,
  },
  swap: call,
});

/** Paper's own program: tag 1, both amounts, and the quote's id to the end. */
export const paperSwap = {
  program: paperProgram,
  explain(read: InstructionReader): Explained | null {
    // It hands the owner's signature on to these two.
    if (read.u8() !== 1 || ![8, 9].every((index) => isTokenProgram(read.account(index)))) return null;
    const [amountIn, minAmountOut, quoteId] = [read.u64(), read.u64(), read.text()];
    const call = shown({
      inputToken: read.account(1),
      outputToken: read.account(2),
      amountIn,
      minAmountOut,
      from: read.account(3),
      recipient: read.account(4),
      deadline: null,
      poolAccounts: [read.account(5), read.account(6)],
    });
    return { ...call, details: { ...call.details, quoteId } };
  },
} as const;

/** By the first 8 bytes of the data: where the accounts that matter stand. */
const jupiterMethods: Readonly<
  Record<string, { readonly from: number; readonly to: number; readonly input: number | null; readonly output: number }>
> = {
  // sha256("global:route") and sha256("global:shared_accounts_route")
  e517cb977ae3ad2a: { from: 2, to: 3, input: null, output: 5 },
  c1209b3341d69c81: { from: 3, to: 6, input: 7, output: 8 },
};

/** After the route's steps, which differ in length: amount in, quoted amount out, slippage and fee. */
const jupiterTail = 19;

/** Jupiter's aggregator, version 6, exact amount in. Its pools' accounts are those that follow. */
export function jupiter(read: InstructionReader): Explained | null {
  const data = read.rest();
  const method = jupiterMethods[Buffer.from(data.subarray(0, 8)).toString('hex')];
  if (!method || data.length < 8 + jupiterTail || !isTokenProgram(read.account(0))) return null;
  const tail = new DataView(data.buffer, data.byteOffset + data.length - jupiterTail, jupiterTail);
  const [amountIn, quoted, slippageBps] = [
    tail.getBigUint64(0, true),
    tail.getBigUint64(8, true),
    tail.getUint16(16, true),
  ];
  if (slippageBps > 10_000) return null;
  const named = [method.from, method.to];
  return shown({
    inputToken: method.input === null ? null : read.account(method.input),
    outputToken: read.account(method.output),
    amountIn,
    minAmountOut: (quoted * BigInt(10_000 - slippageBps)) / 10_000n,
    from: read.account(method.from),
    recipient: jupiterRecipient(read, method.to),
    deadline: null,
    poolAccounts: read.accounts.filter((_, index) => !named.includes(index)).map(({ address }) => address),
  });
}

/** `route` may name another account for what is bought, after the user's own; the program itself there means none. */
function jupiterRecipient(read: InstructionReader, own: number): string {
  const other = own === 3 ? read.account(4) : read.program;
  return other === read.program ? read.account(own) : other;
}
