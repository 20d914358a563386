import { cleanText } from '../../domain/text/clean-text.ts';
import type { Keychain } from '../../platform/secrets/keychain.ts';
import { askLine } from '../../platform/terminal/key-input.ts';
import type { SignerSource } from '../../signing/own-wallet.ts';
import { createWalletStore } from '../../signing/signers/wallet-store.ts';
import type { CommandIo } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { chooseMode, requireWallet, walletKeychain } from './wallet-mode.ts';
import { walletRemoveSyntax } from './wallet-syntax.ts';

/** `swapdeck wallet remove`: forgets a wallet after its name was typed again, and deletes its key from the keychain. */
export async function runWalletRemove(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = walletKeychain(io),
): Promise<number> {
  const { values, words } = readArguments(args, walletRemoveSyntax);
  const { name, mode, address, source } = requireWallet(await chooseMode(values, io), words[0] ?? '', io);
  io.stderr.write(`This removes the ${mode} wallet ${name}, ${address}. ${consequence(source)}\n`);
  if (!values.yes && (await askName(name, io)) !== name) {
    io.stderr.write('That is not its name; nothing was removed.\n');
    return 1;
  }
  if (source.kind === 'keychain')
    await withProgress(io, 'Removing the key from the keychain', () => keychain.delete(source.account));
  createWalletStore(io.paths.stateDir).remove(mode, name);
  io.stdout.write(`Removed the ${mode} wallet ${name}, ${address}. ${done(source)}\n`);
  return 0;
}

const askName = (name: string, io: CommandIo): Promise<string> =>
  askLine({
    prompt: `Type ${name} to remove it: `,
    isSecret: false,
    stdin: io.stdin,
    output: io.stderr,
    signal: io.signal,
  });

function consequence(source: SignerSource): string {
  if (source.kind === 'keychain')
    return 'Its key is deleted from the keychain: without another copy of it, nobody can use the address again.';
  if (source.kind === 'file') return `Its key stays in the encrypted file ${cleanText(source.file)}.`;
  return 'Its key stays with its signer.';
}

function done(source: SignerSource): string {
  if (source.kind === 'keychain') return 'Its key was deleted from the keychain.';
  if (source.kind === 'file') return `The encrypted file ${cleanText(source.file)} was not deleted.`;
  return 'Its key stays with its signer.';
}
