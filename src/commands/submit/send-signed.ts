import { sentBefore } from '../../actions/own-key/journal-of-signed.ts';
import { settleEarlier } from '../../actions/own-key/settle-earlier.ts';
import { type SignedRequest, signedRequest } from '../../actions/own-key/signed-request.ts';
import { submitSigned } from '../../actions/own-key/submit-signed.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import type { ChainRpc } from '../../signing/chain/chain-rpc.ts';
import type { DecodedTransaction } from '../../signing/decode/decoded-transaction.ts';
import type { VerifiedTransaction } from '../../signing/signers/verified-transaction.ts';
import type { CommandIo } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { readOrders } from '../journal/read-orders.ts';
import { limitsOfSigned } from './limits-of-signed.ts';
import type { Sender } from './open-sender.ts';
import { type Ending, endingOf, waitForEnd } from './wait-for-end.ts';

export interface ToSend {
  readonly verified: VerifiedTransaction;
  readonly decoded: DecodedTransaction;
  /** Of the wallet that signed it. */
  readonly walletId: string;
  readonly by: 'service' | 'rpc';
  readonly quoteId: string | null;
  /** For the journal: "submit Paper swap: swap". */
  readonly summary: string;
  readonly isWaiting: boolean;
}

export interface Sent {
  readonly ending: Ending;
  readonly taskId: string | null;
}

/**
 * Sends a signed transaction once, as the desk does, and follows it if that is wanted. Rejects with PlainError for bytes that
 * were sent before, and with ChainError if the endpoint that should send does not answer; nothing was sent then.
 */
export async function sendSigned(toSend: ToSend, sender: Sender, io: CommandIo): Promise<Sent> {
  const { verified, decoded, walletId, by, quoteId, summary, isWaiting } = toSend;
  const { signed, signer: owner, messageHash, nonce, blockhash } = verified;
  const { chain, txHash } = signed;
  const { context } = sender;
  await refuseRepeated({ messageHash, txHash }, io);
  const request: SignedRequest = { walletId, chain, owner, messageHash, decoded, nonce, blockhash, quoteId, summary };
  const [rpc] = context.own.rpcs(chain);
  if (by === 'rpc') await reach(rpc, verified);
  await settleEarlier(context, signedRequest(request));
  for (const gap of await sender.readForLimits()) io.stderr.write(`${gap}\n`);
  const limited = await limitsOfSigned(decoded, { walletId, owner, chain, rpc }, context);
  const outcome = await withProgress(io, 'Submitting', () =>
    submitSigned(context, { ...request, ...limited, signed, by }),
  );
  const record = sentBefore(context.records.getState().records, { messageHash, txHash });
  const taskId = outcome.kind === 'accepted' && outcome.taskId ? outcome.taskId : null;
  const isOpen = outcome.kind === 'accepted' || outcome.kind === 'unknown';
  const ending =
    isWaiting && isOpen && record
      ? await withProgress(io, 'Waiting until it has landed', () => waitForEnd(context, record.id, io.signal))
      : endingOf(outcome);
  return { ending, taskId };
}

/** Looks through the whole journal, of any account: the same bytes have no other effect elsewhere. */
async function refuseRepeated(bytes: Parameters<typeof sentBefore>[1], io: CommandIo): Promise<void> {
  const journal = await readOrders(io, false);
  if (!journal) throw new PlainError('Cancelled: nothing was sent.', 130);
  const earlier = sentBefore(journal.records, bytes);
  if (!earlier) return;
  const at = new Date(earlier.sentAtMs).toISOString();
  throw new PlainError(
    `Not submitted: these bytes were sent at ${at} (journal ${earlier.id}), and nothing is sent twice. Its hash: ${bytes.txHash}`,
  );
}

/** An endpoint that does not answer, or is of another chain, is found out before anything is journalled as sent. */
async function reach(rpc: ChainRpc | undefined, { signer, blockhash }: VerifiedTransaction): Promise<void> {
  if (rpc?.family === 'evm') await rpc.nonce(signer);
  else await rpc?.isBlockhashValid(blockhash ?? '');
}
