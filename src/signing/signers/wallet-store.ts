import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { isAddress } from '../../domain/market/chain.ts';
import { ownWalletsFile } from '../../platform/files/paths.ts';
import { writePrivateFile } from '../../platform/files/private-file.ts';
import { errorCode } from '../../platform/process/error-code.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import type { OwnWallet } from '../own-wallet.ts';

type Mode = OwnWallet['mode'];

/** As profile names. */
const WALLET_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;
export const WALLET_NAME_RULE =
  'a wallet name has 1 to 32 lower-case letters, digits, - or _, and begins with a letter or digit';
export const isWalletName = (name: string): boolean => WALLET_NAME.test(name);

/** Name of a wallet's key in the keychain. It includes the mode, so that paper never reads a live key. */
export const walletKeychainAccount = (mode: Mode, address: string): string => `wallet:${mode}:${address}`;

const absolute = z.string().refine((path) => isAbsolute(path));
const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keychain'), account: z.string() }),
  z.strictObject({ kind: z.literal('file'), file: absolute }),
  z.strictObject({ kind: z.literal('external'), command: z.array(z.string()).min(1) }),
  z.strictObject({ kind: z.literal('export'), folder: absolute }),
]);
const storedWallet = z
  .strictObject({
    name: z.string().regex(WALLET_NAME),
    mode: z.enum(['paper', 'live']),
    family: z.enum(['svm', 'evm']),
    address: z.string(),
    source,
  })
  .refine(({ family, address }) => isAddress(family === 'svm' ? 'solana' : 'base', address))
  .refine(
    ({ mode, address, source: from }) =>
      from.kind !== 'keychain' || from.account === walletKeychainAccount(mode, address),
  );
const storedWallets = z
  .strictObject({ version: z.literal(1), wallets: z.array(storedWallet) })
  .refine(({ wallets }) => new Set(wallets.map(({ mode, name }) => `${mode}:${name}`)).size === wallets.length);

/** The list of own wallets cannot be read or may not be changed so; nothing was changed. */
export class WalletStoreError extends PlainError {
  constructor(message: string) {
    super(message);
    this.name = 'WalletStoreError';
  }
}

/** The own wallets of this machine; nothing secret. Every call throws WalletStoreError if the list cannot be read. */
export interface WalletStore {
  readonly file: string;
  /** Sorted by name. */
  list(mode: Mode): OwnWallet[];
  find(mode: Mode, name: string): OwnWallet | null;
  /** Throws WalletStoreError if the name, or the address where it is known, is in the list of that mode already. */
  requireFree(wallet: Pick<OwnWallet, 'mode' | 'name'> & { readonly address?: string }): void;
  /** Throws as `requireFree`. */
  add(wallet: OwnWallet): void;
  /** False if there is no such wallet. */
  remove(mode: Mode, name: string): boolean;
}

export function createWalletStore(stateDir: string): WalletStore {
  const file = ownWalletsFile(stateDir);
  const write = (wallets: readonly OwnWallet[]): void =>
    writePrivateFile(file, `${JSON.stringify({ version: 1, wallets }, null, 2)}\n`);
  const list = (mode: Mode): OwnWallet[] =>
    readStored(file)
      .filter((wallet) => wallet.mode === mode)
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  const requireFree: WalletStore['requireFree'] = ({ mode, name, address }) => {
    const clash = list(mode).find((wallet) => wallet.name === name || wallet.address === address);
    if (clash) throw new WalletStoreError(clashText(name, clash));
  };
  return {
    file,
    list,
    find: (mode, name) => list(mode).find((wallet) => wallet.name === name) ?? null,
    requireFree,
    add(wallet) {
      requireFree(wallet);
      if (!storedWallet.safeParse(wallet).success) throw new WalletStoreError('This wallet cannot be stored.');
      write([...readStored(file), wallet]);
    },
    remove(mode, name) {
      const stored = readStored(file);
      const kept = stored.filter((wallet) => wallet.mode !== mode || wallet.name !== name);
      if (kept.length < stored.length) write(kept);
      return kept.length < stored.length;
    },
  };
}

const clashText = (wanted: string, { name, mode, address }: OwnWallet): string =>
  name === wanted
    ? `There is a ${mode} wallet ${name} already: ${address}. Choose another name, or remove it: swapdeck wallet remove ${name} --${mode}`
    : `The ${mode} wallet ${name} has this address already: ${address}.`;

function readStored(file: string): OwnWallet[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return [];
    throw new WalletStoreError(`The list of own wallets ${file} cannot be read (${code}).`);
  }
  try {
    return storedWallets.parse(JSON.parse(text)).wallets;
  } catch {
    throw new WalletStoreError(
      `The list of own wallets ${file} is damaged. Nothing was changed in it: repair it, or move it away and add the wallets again. Keys are not in it.`,
    );
  }
}
