import { readFileSync } from 'node:fs';
import { text as readText } from 'node:stream/consumers';
import { chains } from '../../domain/market/chain.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { errorCode } from '../../platform/process/error-code.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { dropKeyFromEnv } from '../../platform/secrets/secrets.ts';
import { askLine } from '../../platform/terminal/key-input.ts';
import type { DecodedTransaction } from '../../signing/decode/decoded-transaction.ts';
import type { OwnWallet } from '../../signing/own-wallet.ts';
import { signTransaction } from '../../signing/signers/sign-transaction.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../signing/swap-order.ts';
import type { CommandIo } from '../command.ts';
import { decode, explained } from '../decode/explain.ts';
import { startProgress } from '../desk/progress-line.ts';
import { askSecret } from '../keys/ask-passphrase.ts';
import { asJson } from '../output/format.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { chooseMode, refuseDebugger, requireWallet } from '../wallet/wallet-mode.ts';
import { readUnsigned } from './read-unsigned.ts';
import { refusalOf } from './sign-policy.ts';
import { signSyntax } from './sign-syntax.ts';

/** `swapdeck sign`: shows what a transaction does, asks, has it signed, and prints it. Sends nothing. */
export async function runSign(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, signSyntax);
  const [file = ''] = words;
  if (values.wallet === undefined) throw usageError(signSyntax, 'Give --wallet NAME.');
  const mode = await chooseMode(values, io);
  dropKeyFromEnv(io.env);
  const wallet = requireWallet(mode, values.wallet, io);
  refuseWithoutStdin(file, wallet, values.yes ?? false, io);
  if (wallet.source.kind === 'file') refuseDebugger(mode);

  const { unsigned, address } = await readUnsigned(await readGiven(file, io));
  if (address !== null && address.toLowerCase() !== wallet.address.toLowerCase())
    throw new PlainError(`This request is for another address than that of ${wallet.name}, ${wallet.address}.`);
  const decoded = await decode(unsigned.encoded);
  io.stderr.write(`${explained(decoded)}\n`);
  const refusal = refusalOf(decoded, { isEvenSo: values['even-so'] ?? false });
  if (refusal !== null) throw new PlainError(refusal);
  if (!values.yes && (await askSign(wallet, unsigned, io)) !== 'SIGN') {
    io.stderr.write('Not signed.\n');
    return 1;
  }
  const signed = await sign(wallet, unsigned, decoded, io);
  io.stdout.write(values.format === 'json' ? asJson(signed) : `${signed.encoded}\n`);
  if (values.format !== 'json') io.stderr.write(`Signed, and not sent. Hash: ${signed.txHash}\n`);
  return 0;
}

/** Everything that will be asked must have somebody to answer it. */
function refuseWithoutStdin(file: string, { name, source }: OwnWallet, isYes: boolean, io: CommandIo): void {
  if (!isYes && (file === '-' || !io.stdin.isTTY))
    throw usageError(signSyntax, 'SIGN is typed on a terminal, which stdin is not here: add --yes to sign without it.');
  if (file === '-' && source.kind === 'file')
    throw usageError(signSyntax, `The passphrase of ${name} is read from stdin: give the transaction in a file.`);
}

async function readGiven(file: string, io: CommandIo): Promise<string> {
  if (file === '-') return readText(io.stdin);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new PlainError(`${cleanText(file)} cannot be read (${errorCode(error)}).`);
  }
}

const askSign = (wallet: OwnWallet, { chain }: UnsignedTransaction, io: CommandIo): Promise<string> =>
  askLine({
    prompt: `Type SIGN to sign this on ${chains[chain].name} with the ${wallet.mode} wallet ${wallet.name}, ${wallet.address}: `,
    isSecret: false,
    stdin: io.stdin,
    output: io.stderr,
    signal: io.signal,
  });

async function sign(
  wallet: OwnWallet,
  unsigned: UnsignedTransaction,
  decoded: DecodedTransaction,
  io: CommandIo,
): Promise<SignedTransaction> {
  const { source } = wallet;
  // Asked before the progress line, which would write over it.
  const passphrase = source.kind === 'file' ? await askSecret(`Passphrase of ${cleanText(source.file)}: `, io) : '';
  const progress = startProgress(io, (elapsedMs) => `Waiting for the signer … ${Math.floor(elapsedMs / 1_000)} s`);
  try {
    return await signTransaction(wallet, unsigned, {
      summary: summaryOf(decoded),
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

const summaryOf = ({ steps }: DecodedTransaction): string =>
  cleanText(steps.map(({ program, action }) => `${program}: ${action ?? 'unknown'}`).join('; '), 500);
