import { chains } from '../../domain/market/chain.ts';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import { systemRandom } from '../../platform/time/random.ts';
import type { OwnWallet } from '../own-wallet.ts';
import type { SignedTransaction, UnsignedTransaction } from '../swap-order.ts';
import { signingPayload } from './check-unsigned.ts';
import { SignError } from './sign-error.ts';
import type { SignRequest } from './sign-request.ts';
import type { SignerAnswer } from './signer-answer.ts';

export interface SignOptions {
  /** What the transaction does, in a sentence: external and export signers show it. */
  readonly summary: string;
  readonly clock?: Clock;
  /** By default 10 s for the keychain and encrypted files, 120 s for a program, 10 minutes for an export. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
  /** Environment variables that contain one of these are hidden from an external signer. */
  readonly secrets?: readonly string[];
  /** The passphrase of an encrypted file. Without it such a wallet is LOCKED. */
  readonly askPassphrase?: (file: string) => Promise<string>;
  /** Told where an export waits to be signed, and where the answer belongs. */
  readonly onExport?: (requestFile: string, answerFile: string) => void;
  readonly newId?: () => string;
  /** In the place of the signing process. */
  readonly childPath?: string;
}

/**
 * Has a transaction signed by whoever holds the wallet's key, which is never this process. What comes back is verified
 * here, whoever the signer is: the same transaction to the byte, in its only encoding, with a valid signature by the
 * wallet's address. Rejects with SignError; then nothing was sent.
 */
export async function signTransaction(
  wallet: OwnWallet,
  unsigned: UnsignedTransaction,
  options: SignOptions,
): Promise<SignedTransaction> {
  const { family, name } = chains[unsigned.chain];
  if (family !== wallet.family) throw new SignError('REFUSED', `The wallet ${wallet.name} has no address on ${name}.`);
  // Nobody is asked to sign what could not be verified.
  await signingPayload(unsigned, wallet.address);
  const answer = await ask(wallet, unsigned, options);
  if (family === 'svm') {
    const { finishSvm } = await import('./verify-svm.ts');
    return finishSvm(unsigned, wallet.address, answer);
  }
  const { finishEvm } = await import('./verify-evm.ts');
  return finishEvm(unsigned, wallet.address, answer);
}

async function ask(wallet: OwnWallet, unsigned: UnsignedTransaction, options: SignOptions): Promise<SignerAnswer> {
  const { summary, clock = systemClock, timeoutMs, signal, env = process.env, secrets = [] } = options;
  const id = options.newId?.() ?? systemRandom.hex(16);
  const common: Omit<SignRequest, 'wallet'> = { id, unsigned, summary, clock, timeoutMs, signal };
  const { source } = wallet;
  if (source.kind === 'external') {
    const { askExternalSigner } = await import('./external-signer.ts');
    return askExternalSigner({ ...common, wallet: { ...wallet, source } }, { env, secrets });
  }
  if (source.kind === 'export') {
    const { askExportSigner } = await import('./export-signer.ts');
    return askExportSigner({ ...common, wallet: { ...wallet, source } }, options.onExport);
  }
  const { askSignChild } = await import('./child-signer.ts');
  const { askPassphrase, childPath } = options;
  return askSignChild({ ...common, wallet: { ...wallet, source } }, { env, askPassphrase, childPath });
}
