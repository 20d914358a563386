import type { Clock } from '../../platform/time/clock.ts';
import type { OwnWallet, SignerSource } from '../own-wallet.ts';
import type { UnsignedTransaction } from '../swap-order.ts';

/** What every signer gets, once the transaction has been found to be one that the wallet may sign. */
export interface SignRequest<Kind extends SignerSource['kind'] = SignerSource['kind']> {
  readonly id: string;
  readonly wallet: OwnWallet & { readonly source: Extract<SignerSource, { kind: Kind }> };
  readonly unsigned: UnsignedTransaction;
  /** What the transaction does, in a sentence, for whoever looks at it before signing. */
  readonly summary: string;
  readonly clock: Clock;
  /** How long the signer may take; each has its own default. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A request as external and export signers get it: one JSON object. */
export const protocolFields = ({
  id,
  wallet,
  unsigned,
  summary,
}: Omit<SignRequest, 'wallet'> & { readonly wallet: OwnWallet }) => ({
  protocol: 'swapdeck-signer/1',
  id,
  chain: unsigned.chain,
  address: wallet.address,
  transaction: unsigned.encoded,
  encoding: wallet.family === 'svm' ? 'base64' : 'hex',
  summary,
});
