import { generalRefusal } from '../../../actions/pipeline/guard.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { PlainError } from '../../../platform/process/plain-error.ts';
import type { OwnWallet } from '../../../signing/own-wallet.ts';
import { prepareRevoke } from '../../../signing/prepare/prepare-revoke.ts';
import { verifySigned } from '../../../signing/signers/verify-signed.ts';
import { ownWalletId } from '../../../stores/account/wallets.ts';
import type { CommandIo } from '../../command.ts';
import { explained } from '../../decode/explain.ts';
import { askWord } from '../../sign/ask-word.ts';
import type { Sender } from '../../submit/open-sender.ts';
import { sendSigned } from '../../submit/send-signed.ts';
import { allowanceText, type Revoked, spenderText, tokenText } from './approval-rows.ts';
import type { Approval } from './find-approvals.ts';

interface Around {
  readonly wallet: OwnWallet;
  readonly sender: Sender;
  /** Does not ask. */
  readonly isYes: boolean;
  readonly io: CommandIo;
}

/** Takes allowances back one after the other; stops at the first that does not land. Rejects as the steps do. */
export async function revokeApprovals(approvals: readonly Approval[], around: Around): Promise<readonly Revoked[]> {
  const done: Revoked[] = [];
  const { io } = around;
  for (const approval of approvals) {
    const revoked = await revoke(approval, around);
    const { chain, token, spender } = approval;
    done.push({ chain, token, spender, ...revoked });
    if (revoked.message !== null) io.stderr.write(`${cleanText(revoked.message, 400)}\n`);
    if (!['confirmed', 'kept'].includes(revoked.status)) break;
  }
  return done;
}

async function revoke(
  approval: Approval,
  { wallet, sender, isYes, io }: Around,
): Promise<Pick<Revoked, 'status' | 'txHash' | 'message'>> {
  const { chain, token, spender } = approval;
  const { context } = sender;
  const { own } = context;
  const refusal = generalRefusal(context);
  if (refusal) throw new PlainError(refusal.message);
  if (chain === 'solana') throw new PlainError('Delegates on Solana are not revoked here.');
  const rpcs = own.rpcs(chain);
  // What was sent before is refused where it would be sent: the nonce makes these bytes new.
  const of = { chain, owner: wallet.address, token, spender, rpcs, policy: own.policy, wasSigned: () => false };
  const prepared = await prepareRevoke({ ...of, nowMs: io.clock.now() });
  const { unsigned, review, verdict } = prepared;
  const what = `${cleanText(tokenText(approval))} from ${spenderText(approval)}`;
  io.stderr.write(`\nRevoke ${allowanceText(approval)} ${what} on ${chain}:\n`);
  io.stderr.write(`${explained(review.decoded)}\n${await textOf(prepared)}`);
  if (verdict.kind !== 'fits') throw new PlainError(`Not signed: ${cleanText(verdict.why, 400)}`);
  if (!isYes && (await askWord('Type REVOKE to sign and send this, anything else to keep it: ', io)) !== 'REVOKE') {
    io.stderr.write('Kept.\n');
    return { status: 'kept', txHash: null, message: null };
  }
  const summary = cleanText(`revoke ${what}`, 160);
  const signed = await own.sign(wallet, unsigned, summary);
  const verified = await verifySigned(signed.encoded);
  const { ending } = await sendSigned(
    {
      verified,
      decoded: review.decoded,
      walletId: ownWalletId(wallet.name),
      by: 'rpc',
      quoteId: null,
      summary,
      isWaiting: true,
    },
    sender,
    io,
  );
  const message = [ending.code, ending.message].filter(Boolean).join(' ') || null;
  if (ending.status !== 'confirmed') return { status: ending.status, txHash: signed.txHash, message };
  return { ...(await leftOf(approval, wallet.address, sender)), txHash: signed.txHash };
}

async function textOf(prepared: Awaited<ReturnType<typeof prepareRevoke>>): Promise<string> {
  const { reviewText } = await import('./review-text.ts');
  return reviewText(prepared);
}

/** Whether the chain shows that nothing is left: some tokens do not do what their methods say. */
async function leftOf({ chain, token, spender }: Approval, owner: string, { context }: Sender) {
  const [rpc] = context.own.rpcs(chain);
  const left = rpc?.family === 'evm' ? await rpc.allowance(token, owner, spender).catch(() => null) : null;
  if (left === null) return { status: 'confirmed', message: 'the allowance could not be read again' };
  return left === 0n
    ? { status: 'confirmed', message: null }
    : { status: 'failed', message: `it landed, and ${left} base units are still allowed` };
}
