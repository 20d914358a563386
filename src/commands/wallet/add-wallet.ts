import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isAddress } from '../../domain/market/chain.ts';
import { errorCode } from '../../platform/process/error-code.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { writeKeyFile } from '../../platform/secrets/key-file.ts';
import type { Keychain } from '../../platform/secrets/keychain.ts';
import { dropKeyFromEnv } from '../../platform/secrets/secrets.ts';
import type { OwnWallet, SignerSource } from '../../signing/own-wallet.ts';
import {
  addressOf,
  generatePrivateKey,
  looksLikePrivateKey,
  type PrivateKey,
  readPrivateKey,
  secretText,
} from '../../signing/signers/private-key.ts';
import { createWalletStore, walletKeychainAccount } from '../../signing/signers/wallet-store.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { askNewPassphrase, askSecret } from '../keys/ask-passphrase.ts';
import type { Values } from '../syntax/command-syntax.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { chooseMode, refuseDebugger, requireWalletName, walletKeychain } from './wallet-mode.ts';
import { walletAddSyntax } from './wallet-syntax.ts';
import { chainsText, placeText } from './wallet-text.ts';

type Flags = Values<typeof walletAddSyntax.options>;
type Named = Pick<OwnWallet, 'name' | 'mode'>;

const usage = (problem: string): UsageError => usageError(walletAddSyntax, problem);

/** `swapdeck wallet add`: stores where a key is and, unless somebody else signs, the key. Never prints it. */
export async function runWalletAdd(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = walletKeychain(io),
): Promise<number> {
  refuseKeys(args);
  const { values, words } = readArguments(args, walletAddSyntax);
  const [name = '', ...command] = words;
  refuseMixture(values, command);
  requireWalletName(name);
  const mode = await chooseMode(values, io);
  dropKeyFromEnv(io.env);
  const store = createWalletStore(io.paths.stateDir);
  store.requireFree({ mode, name });
  const isElsewhere = values.external || values.export !== undefined;
  const wallet = isElsewhere
    ? await foreignWallet({ name, mode }, values, command)
    : await keyWallet({ name, mode }, values, { io, keychain, requireFree: store.requireFree });
  store.add(wallet);
  io.stdout.write(report(wallet, values));
  return 0;
}

/** A key typed as an argument is already in the shell's history and the process list. */
function refuseKeys(args: readonly string[]): void {
  if (args.some(looksLikePrivateKey))
    throw new UsageError(
      'A key on the command line is visible to other programs and stays in the shell history. Move what the wallet holds to a new key, and enter that one at the prompt.',
    );
}

function refuseMixture(values: Flags, command: readonly string[]): void {
  const { external, export: folder, generate, keypair, solana, evm, address } = values;
  const isElsewhere = external || folder !== undefined;
  if (external && command.length === 0) throw usage('Give the program that signs after --: --external … -- COMMAND.');
  // Not quoted: somebody may have typed a key there.
  if (!external && command.length > 0) throw usage('Only --external takes words after NAME.');
  if (isElsewhere && address === undefined) throw usage('Give --address: only the signer has the key.');
  if (isElsewhere && values['key-file'] !== undefined)
    throw usage('--key-file is for a key that is kept here, so not for --external or --export.');
  if (generate && !solana && !evm) throw usage('--generate makes a key with --solana or --evm.');
  if (keypair !== undefined && evm) throw usage('--keypair reads Solana keys, so not with --evm.');
}

/** A wallet whose key somebody else has. */
async function foreignWallet(named: Named, values: Flags, command: readonly string[]): Promise<OwnWallet> {
  const { family, address } = await readAddress(values);
  return { ...named, family, address, source: foreignSource(values.export, command) };
}

function foreignSource(folder: string | undefined, [program = '', ...args]: readonly string[]): SignerSource {
  if (folder !== undefined) return { kind: 'export', folder: resolve(folder) };
  // A path holds wherever the desk is started; a bare name is looked up there.
  return { kind: 'external', command: [/[\\/]/.test(program) ? resolve(program) : program, ...args] };
}

async function readAddress({ address = '', solana, evm }: Flags): Promise<Pick<OwnWallet, 'family' | 'address'>> {
  if (!evm && isAddress('solana', address)) return { family: 'svm', address };
  const { isAddress: isChecked, getAddress } = await import('viem');
  if (!solana && isAddress('base', address)) {
    // Letters in both cases carry a checksum.
    if (!isChecked(address)) throw new UsageError('--address has a typing mistake: its checksum does not fit.');
    return { family: 'evm', address: getAddress(address) };
  }
  throw new UsageError('--address is a Solana address in base58, or an EVM address with 0x and 40 hex digits.');
}

interface KeyDeps {
  readonly io: CommandIo;
  readonly keychain: Keychain;
  readonly requireFree: (wallet: Named & { readonly address: string }) => void;
}

/** A wallet whose key is kept on this machine. */
async function keyWallet(named: Named, values: Flags, { io, keychain, requireFree }: KeyDeps): Promise<OwnWallet> {
  const file = values['key-file'] === undefined ? null : resolve(values['key-file']);
  refuseDebugger(named.mode);
  if (file !== null && existsSync(file))
    throw new PlainError(`${file} exists already, and may hold a key. Choose another path.`);
  // Nobody should enter a key that there is no place for.
  if (file === null)
    await withProgress(io, 'Opening the keychain', () => keychain.get(walletKeychainAccount(named.mode, 'none')));
  const key = await obtainKey(values, io);
  const address = await addressOf(key);
  if (values.address !== undefined && (await readAddress(values)).address !== address)
    throw new PlainError(`That is the key of ${address}, not of the given address; nothing was stored.`);
  requireFree({ ...named, address });
  const source = await keepKey(key, { ...named, address }, file, { io, keychain });
  return { ...named, family: key.family, address, source };
}

async function obtainKey({ solana, evm, generate, keypair }: Flags, io: CommandIo): Promise<PrivateKey> {
  const family = solana || keypair !== undefined ? 'svm' : evm ? 'evm' : null;
  if (generate && family) return generatePrivateKey(family);
  if (keypair !== undefined) return readPrivateKey(readKeypair(keypair), family);
  return readPrivateKey(await askSecret('Private key (not shown): ', io), family);
}

function readKeypair(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // The path is not quoted: somebody may have typed a key there.
    throw new PlainError(`The keypair file cannot be read (${errorCode(error)}).`);
  }
}

async function keepKey(
  key: PrivateKey,
  { mode, address }: Pick<OwnWallet, 'mode' | 'address'>,
  file: string | null,
  { io, keychain }: Pick<KeyDeps, 'io' | 'keychain'>,
): Promise<SignerSource> {
  const secret = secretText(key, mode);
  if (file !== null) {
    await writeKeyFile(file, secret, await askNewPassphrase(io), 'wallet key');
    return { kind: 'file', file };
  }
  const account = walletKeychainAccount(mode, address);
  await withProgress(io, 'Storing the key in the keychain', () => keychain.set(account, secret));
  return { kind: 'keychain', account };
}

function report({ name, mode, family, address, source }: OwnWallet, { generate, keypair }: Flags): string {
  const onlyCopy =
    source.kind === 'file'
      ? 'This key exists nowhere else. Keep a copy of the file and its passphrase: without them the wallet is lost.'
      : 'This key exists nowhere else: if the keychain is lost, so is the wallet. A key file can be copied: --key-file';
  return `${[
    `Added the ${mode} wallet ${name}.`,
    `Address  ${address} (${chainsText(family)})`,
    `Key      ${placeText(source)}`,
    ...(generate ? [onlyCopy] : []),
    ...(keypair === undefined ? [] : ['The keypair file still holds the key too.']),
  ].join('\n')}\n`;
}
