import { chains } from '../../domain/market/chain.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { dropKeyFromEnv } from '../../platform/secrets/secrets.ts';
import type { OwnWallet } from '../../signing/own-wallet.ts';
import type { CommandIo } from '../command.ts';
import { decode, explained } from '../decode/explain.ts';
import { asJson } from '../output/format.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { chooseMode, refuseDebugger, requireWallet } from '../wallet/wallet-mode.ts';
import { askWord } from './ask-word.ts';
import { readGiven } from './read-given.ts';
import { readUnsigned } from './read-unsigned.ts';
import { refusalOf } from './sign-policy.ts';
import { signSyntax } from './sign-syntax.ts';
import { signWithWallet, stepsText } from './sign-with-wallet.ts';

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
  const where = `on ${chains[unsigned.chain].name} with the ${mode} wallet ${wallet.name}, ${wallet.address}`;
  if (!values.yes && (await askWord(`Type SIGN to sign this ${where}: `, io)) !== 'SIGN') {
    io.stderr.write('Not signed.\n');
    return 1;
  }
  const signed = await signWithWallet(wallet, unsigned, stepsText(decoded), io);
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
