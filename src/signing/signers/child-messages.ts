import { z } from 'zod';
import type { OwnWallet } from '../own-wallet.ts';
import type { UnsignedTransaction } from '../swap-order.ts';
import { signProblems } from './sign-error.ts';

/** Where the signing child finds the key. */
export type KeyPlace =
  | { readonly kind: 'keychain'; readonly account: string }
  | { readonly kind: 'file'; readonly file: string; readonly passphrase: string };

/** One transaction for the signing child: the only thing it ever reads from stdin. */
export interface ChildRequest {
  readonly unsigned: UnsignedTransaction;
  readonly wallet: Pick<OwnWallet, 'mode' | 'family' | 'address'>;
  readonly key: KeyPlace;
}

/** What the child answers: a signature, or why there is none. Nothing else leaves it. */
export const childReply = z.union([
  z.strictObject({ signature: z.string() }),
  z.strictObject({ code: z.enum(signProblems), message: z.string() }),
]);

export type ChildReply = z.output<typeof childReply>;
