import { existsSync } from 'node:fs';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { OwnWallet, SignerSource } from '../../signing/own-wallet.ts';

/** Which chains a wallet is for. */
export const chainsText = (family: OwnWallet['family']): string => (family === 'svm' ? 'Solana' : 'EVM chains');

/** Where the key of a wallet is; never the key. */
export function placeText(source: SignerSource): string {
  if (source.kind === 'keychain') return `keychain, as ${source.account}`;
  if (source.kind === 'file')
    return `encrypted file ${cleanText(source.file)}${existsSync(source.file) ? '' : ', which is missing'}`;
  if (source.kind === 'external') return `signed by ${source.command.map((word) => cleanText(word)).join(' ')}`;
  return `exported to ${cleanText(source.folder)}`;
}
