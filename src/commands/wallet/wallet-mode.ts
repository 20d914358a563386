import { url as inspectorUrl } from 'node:inspector';
import { isLoopbackUrl } from '../../platform/config/base-url.ts';
import { PAPER_PROFILE } from '../../platform/config/config-schema.ts';
import { createProfileStore } from '../../platform/files/profile-store.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { createKeychain, type Keychain } from '../../platform/secrets/keychain.ts';
import { API_KEY_VARIABLE } from '../../platform/secrets/secrets.ts';
import type { OwnWallet } from '../../signing/own-wallet.ts';
import { createWalletStore, isWalletName, WALLET_NAME_RULE } from '../../signing/signers/wallet-store.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { readConfig } from '../read-config.ts';
import type { Values } from '../syntax/command-syntax.ts';
import { hasKey } from '../target.ts';
import type { modeOptions } from './wallet-syntax.ts';

type Mode = OwnWallet['mode'];

/** The keychain, whose errors say what else to do with a wallet's key. */
export const walletKeychain = (io: CommandIo): Keychain =>
  createKeychain({
    clock: io.clock,
    otherPlace: 'or keep the key in an encrypted file: swapdeck wallet add NAME --key-file PATH',
  });

/** Paper or live: as chosen, otherwise that of the service which the desk would open. Reads no key. */
export async function chooseMode({ paper, live }: Values<typeof modeOptions>, io: CommandIo): Promise<Mode> {
  if (paper) return 'paper';
  if (live) return 'live';
  const config = await readConfig(io);
  if (config.profile === PAPER_PROFILE) return 'paper';
  const store = createProfileStore({ stateDir: io.paths.stateDir, config, keychain: walletKeychain(io) });
  const profile = store.find(config.profile);
  if (!profile || isLoopbackUrl(profile.baseUrl)) return 'paper';
  return hasKey(profile) || io.env[API_KEY_VARIABLE] ? 'live' : 'paper';
}

/** Throws UsageError. The word is not quoted: somebody may have typed a key there. */
export function requireWalletName(name: string): void {
  if (!isWalletName(name)) throw new UsageError(`NAME cannot be used: ${WALLET_NAME_RULE}.`);
}

/** The wallet of that name. Throws PlainError that says where there is one. */
export function requireWallet(mode: Mode, name: string, io: CommandIo): OwnWallet {
  requireWalletName(name);
  const store = createWalletStore(io.paths.stateDir);
  const wallet = store.find(mode, name);
  if (wallet) return wallet;
  const other = mode === 'paper' ? 'live' : 'paper';
  if (store.find(other, name))
    throw new PlainError(`There is no ${mode} wallet ${name}, but a ${other} one: add --${other}.`);
  const known = store.list(mode).map((one) => one.name);
  throw new PlainError(
    `There is no ${mode} wallet ${name}. ${known.length > 0 ? `Known: ${known.join(', ')}.` : 'Add one with: swapdeck wallet add'}`,
  );
}

/** Anyone with access to the debugger of this process can read what is typed into it. */
export function refuseDebugger(mode: Mode): void {
  if (mode === 'live' && inspectorUrl() !== undefined)
    throw new PlainError('The Node debugger is open, so no key of a live wallet is used. Start without --inspect.');
}
