import { cleanText } from '../../domain/text/clean-text.ts';
import type { DecodedTransaction } from '../../signing/decode/decoded-transaction.ts';
import type { OwnWallet } from '../../signing/own-wallet.ts';
import { signTransaction } from '../../signing/signers/sign-transaction.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../signing/swap-order.ts';
import type { CommandIo } from '../command.ts';
import { startProgress } from '../desk/progress-line.ts';
import { askSecret } from '../keys/ask-passphrase.ts';

/** Has it signed by the wallet's signer; asks for the passphrase of an encrypted file. Rejects with SignError. */
export async function signWithWallet(
  wallet: OwnWallet,
  unsigned: UnsignedTransaction,
  summary: string,
  io: CommandIo,
): Promise<SignedTransaction> {
  const { source } = wallet;
  // Asked before the progress line, which would write over it.
  const passphrase = source.kind === 'file' ? await askSecret(`Passphrase of ${cleanText(source.file)}: `, io) : '';
  const progress = startProgress(io, (elapsedMs) => `Waiting for the signer … ${Math.floor(elapsedMs / 1_000)} s`);
  try {
    return await signTransaction(wallet, unsigned, {
      summary,
      clock: io.clock,
      signal: io.signal,
      env: io.env,
      askPassphrase: async () => passphrase,
      onExport: (request, answer) => progress.print(`Sign ${request}; the answer belongs in ${answer}`),
    });
  } finally {
    progress.stop();
  }
}

/** What a transaction does, in a line. */
export const stepsText = ({ steps }: DecodedTransaction): string =>
  cleanText(steps.map(({ program, action }) => `${program}: ${action ?? 'unknown'}`).join('; '), 500);
