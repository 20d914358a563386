import type { OwnKeys } from '../../actions/own-key/own-keys.ts';
import { chains } from '../../domain/market/chain.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { createKeychain, type Keychain } from '../../platform/secrets/keychain.ts';
import type { DecodedTransaction } from '../../signing/decode/decoded-transaction.ts';
import type { VerifiedTransaction } from '../../signing/signers/verified-transaction.ts';
import { ownWalletId } from '../../stores/account/wallets.ts';
import type { CommandIo } from '../command.ts';
import { decode, explained } from '../decode/explain.ts';
import { readConfig } from '../read-config.ts';
import { requireService } from '../require-service.ts';
import { askWord } from '../sign/ask-word.ts';
import { readGiven } from '../sign/read-given.ts';
import { stepsText } from '../sign/sign-with-wallet.ts';
import type { Values } from '../syntax/command-syntax.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import type { ServiceTarget } from '../target.ts';
import { openOwnKeys, openSender } from './open-sender.ts';
import { withPlainFailures } from './plain-failures.ts';
import { exitCodeOf, printEnding } from './print-ending.ts';
import { readSigned } from './read-signed.ts';
import { sendSigned } from './send-signed.ts';
import { whyNotSubmitted } from './submit-policy.ts';
import { submitSyntax } from './submit-syntax.ts';

/** `swapdeck submit`: shows what a signed transaction does and who signed it, asks, and submits it once. */
export async function runSubmit(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { values, words } = readArguments(args, submitSyntax);
  const [file = ''] = words;
  if (!values.yes && (file === '-' || !io.stdin.isTTY))
    throw usageError(
      submitSyntax,
      'SUBMIT is typed on a terminal, which stdin is not here: add --yes to submit without it.',
    );
  const text = await readGiven(file, io);
  const verified = await readSigned(text);
  const decoded = await decode(verified.signed.encoded);
  io.stderr.write(`${explained(decoded)}\n`);
  const config = await readConfig(io);
  const target = await requireService(values, io, config, keychain);
  const own = await openOwnKeys(target, config, io);
  const walletId = signedBy(verified, own, values.signer, target, io);
  const refusal = whyNotSubmitted(verified, decoded, own.policy, values['even-so'] ?? false);
  if (refusal !== null) throw new PlainError(refusal);
  const by = values.rpc ? 'rpc' : 'service';
  if (by === 'rpc' && own.rpcs(verified.signed.chain).length === 0)
    throw new PlainError(`No endpoint of yours is set for ${verified.signed.chain}: name one under [rpc].`);
  if (!values.yes && (await ask(verified, by, target, io)) !== 'SUBMIT') {
    io.stderr.write('Not submitted.\n');
    return 1;
  }
  return withPlainFailures(() => submit({ verified, decoded, walletId, by }, values, { target, own, config, io }));
}

interface Submitted {
  readonly verified: VerifiedTransaction;
  readonly decoded: DecodedTransaction;
  readonly walletId: string;
  readonly by: 'service' | 'rpc';
}

interface Around {
  readonly target: ServiceTarget;
  readonly own: OwnKeys;
  readonly config: Config;
  readonly io: CommandIo;
}

async function submit(
  submitted: Submitted,
  { quote, wait = false, format = 'text' }: Values<typeof submitSyntax.options>,
  { target, own, config, io }: Around,
): Promise<number> {
  const { verified, decoded, by } = submitted;
  const swaps = decoded.steps.filter(({ swap }) => swap);
  // A swap's other steps serve it; the journal has them too.
  const summary = `submit ${stepsText(swaps.length > 0 ? { ...decoded, steps: swaps } : decoded)}`;
  const sender = await openSender(target, own, config, io);
  try {
    const toSend = { ...submitted, summary, quoteId: quote ?? null, isWaiting: wait };
    const { ending, taskId } = await sendSigned(toSend, sender, io);
    printEnding({ ...verified, by, taskId, ending }, format, io);
    return exitCodeOf(ending, wait);
  } finally {
    sender.close();
  }
}

/** The id of the wallet that signed. Throws PlainError if it is neither an own one nor the named one. */
function signedBy(
  { signer }: VerifiedTransaction,
  { wallets }: OwnKeys,
  named: string | undefined,
  { mode }: ServiceTarget,
  io: CommandIo,
): string {
  const isSigner = (address: string) =>
    signer.startsWith('0x') ? address.toLowerCase() === signer.toLowerCase() : address === signer;
  const wallet = wallets.find(({ address }) => isSigner(address));
  if (named !== undefined && !isSigner(named)) throw new PlainError(`It is signed by ${signer}, not by --signer.`);
  if (!wallet && named === undefined)
    throw new PlainError(
      `It is signed by ${signer}, which is none of your ${mode} wallets. If that is right, add --signer ${signer}.`,
    );
  io.stderr.write(
    `Signed by ${signer}${wallet ? `, your ${mode} wallet ${wallet.name}` : ''}: the signature is valid.\n`,
  );
  return ownWalletId(wallet?.name ?? signer);
}

const ask = (
  { signed: { chain } }: VerifiedTransaction,
  by: 'service' | 'rpc',
  target: ServiceTarget,
  io: CommandIo,
) => {
  const way = by === 'rpc' ? 'your own endpoint' : `${target.profile} (${target.mode.toUpperCase()})`;
  return askWord(`Type SUBMIT to submit this on ${chains[chain].name} by ${way}: `, io);
};
