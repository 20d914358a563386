import { isAddress } from '../../../domain/market/chain.ts';
import { PlainError } from '../../../platform/process/plain-error.ts';
import { createKeychain, type Keychain } from '../../../platform/secrets/keychain.ts';
import type { CommandIo } from '../../command.ts';
import { readConfig } from '../../read-config.ts';
import { requireService } from '../../require-service.ts';
import { openOwnKeys, openSender } from '../../submit/open-sender.ts';
import { withPlainFailures } from '../../submit/plain-failures.ts';
import { unknownExit } from '../../submit/submit-syntax.ts';
import type { Values } from '../../syntax/command-syntax.ts';
import { readArguments, usageError } from '../../syntax/read-arguments.ts';
import { requireWallet } from '../wallet-mode.ts';
import { printApprovals, printRevoked } from './approval-rows.ts';
import { walletApprovalsSyntax as syntax, usualBlocks } from './approvals-syntax.ts';
import type { Approval } from './find-approvals.ts';
import { type Around, lookForApprovals } from './look-for-approvals.ts';

type Given = Values<typeof syntax.options>;

/** `swapdeck wallet approvals`: lists who may move the tokens of an own wallet, and takes that back. */
export async function runWalletApprovals(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { values, words } = readArguments(args, syntax);
  const blocks = check(values, io);
  const config = await readConfig(io);
  const service = values.live ? null : await requireService(values, io, config, keychain);
  const mode = service?.mode ?? 'live';
  const own = await openOwnKeys({ mode, baseUrl: service?.baseUrl ?? '' }, config, io);
  const wallet = requireWallet(mode, words[0] ?? '', io);
  const around = { wallet, own, service, config, io };
  const { approvals, isWhole } = await withPlainFailures(() => lookForApprovals(around, values, blocks));
  if (values.revoke) return withPlainFailures(() => revoke(approvals, values, around));
  printApprovals(approvals, values.format ?? 'table', io);
  if (approvals.length === 0) io.stderr.write('No allowance was found among what was looked at.\n');
  return isWhole ? 0 : 1;
}

/** How many blocks to search. Throws UsageError. */
function check({ token = [], spender = [], blocks, revoke: isRevoke, yes }: Given, { stdin }: CommandIo): number {
  for (const address of [...token, ...spender])
    if (!isAddress('base', address)) throw usageError(syntax, 'An ADDRESS is 0x and 40 hex digits.');
  if (blocks !== undefined && !/^\d{1,8}$/.test(blocks)) throw usageError(syntax, '--blocks takes a whole number.');
  if (yes && !isRevoke) throw usageError(syntax, '--yes belongs to --revoke.');
  if (isRevoke && !yes && !stdin.isTTY)
    throw usageError(
      syntax,
      'REVOKE is typed on a terminal, which stdin is not here: add --yes, --token and --spender.',
    );
  return blocks === undefined ? usualBlocks : Number(blocks);
}

async function revoke(approvals: readonly Approval[], values: Given, around: Around): Promise<number> {
  const { wallet, own, service, config, io } = around;
  if (wallet.family === 'svm')
    throw new PlainError('Delegates on Solana are listed, and not revoked here: use spl-token revoke ACCOUNT.');
  if (!service) throw new PlainError('A revoke belongs to an account: log in to its service, and leave --live out.');
  const chosen = approvals.filter(
    ({ token, spender }) => isAmong(token, values.token) && isAmong(spender, values.spender),
  );
  if (chosen.length === 0) throw new PlainError('There is no such allowance, so nothing was revoked.');
  if (values.yes && chosen.length !== 1)
    throw usageError(
      syntax,
      `--yes revokes exactly one, and these are ${chosen.length}: add --chain, --token, --spender.`,
    );
  const sender = await openSender(service, own, config, io);
  try {
    const { revokeApprovals } = await import('./revoke-approvals.ts');
    const revoked = await revokeApprovals(chosen, { wallet, sender, isYes: values.yes ?? false, io });
    printRevoked(revoked, values.format ?? 'table', io);
    const statuses = revoked.map(({ status }) => status);
    if (statuses.some((status) => status === 'unknown' || status === 'submitted')) return unknownExit;
    return statuses.every((status) => status === 'confirmed' || status === 'kept') && statuses.includes('confirmed')
      ? 0
      : 1;
  } finally {
    sender.close();
  }
}

const isAmong = (address: string, given: readonly string[] | undefined): boolean =>
  given === undefined || given.some((one) => one.toLowerCase() === address.toLowerCase());
