import type { OwnKeys } from '../../actions/own-key/own-keys.ts';
import type { ActionContext } from '../../actions/pipeline/action-context.ts';
import { OperationLog } from '../../actions/pipeline/operation-log.ts';
import { loadTradingMode } from '../../actions/pipeline/trading-mode.ts';
import { PlanBook } from '../../actions/plans/plan-book.ts';
import { type ApiClient, createApiClient } from '../../client/http/api-client.ts';
import { identifyAccount } from '../../client/http/identify-account.ts';
import { accountModeFile } from '../../hold-account.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { accountFile } from '../../platform/files/paths.ts';
import { createJournal } from '../../platform/journal/journal.ts';
import { type AccountLock, lockAccount } from '../../platform/process/account-lock.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { Timers } from '../../platform/time/timers.ts';
import { createWalletStore } from '../../signing/signers/wallet-store.ts';
import { toProblem } from '../../stores/problem.ts';
import { createDeskStores, guardContext } from '../call/desk-stores.ts';
import { readForCheck } from '../call/read-for-check.ts';
import type { CommandIo } from '../command.ts';
import { openRpcs, policyOf } from '../desk/open-own-desk.ts';
import { signWithWallet } from '../sign/sign-with-wallet.ts';
import type { ServiceTarget } from '../target.ts';

/** What a command needs to send as the desk does. It holds the account until it is closed. */
export interface Sender {
  readonly context: ActionContext & { readonly own: OwnKeys };
  /** Reads what caps and the key's limits look at. Resolves to what could not be read, as sentences. */
  readForLimits(): Promise<readonly string[]>;
  close(): void;
}

/** The own wallets of the service's mode, without a desk. */
export async function openOwnKeys(
  { mode, baseUrl }: Pick<ServiceTarget, 'mode' | 'baseUrl'>,
  config: Config,
  io: CommandIo,
): Promise<OwnKeys> {
  return {
    wallets: createWalletStore(io.paths.stateDir).list(mode),
    policy: policyOf(mode, config),
    submitBy: config.signing.submitBy,
    rpcs: await openRpcs({ mode, baseUrl }, config, io),
    sign: (wallet, transaction, summary) => signWithWallet(wallet, transaction, summary, io),
  };
}

/**
 * Takes the account as a desk does: its lock, its trading mode, and the journal of earlier runs. Rejects with ApiError if the
 * service does not say which account this is, and with PlainError if a desk has it open.
 */
export async function openSender(target: ServiceTarget, own: OwnKeys, config: Config, io: CommandIo): Promise<Sender> {
  const { clock, random, paths } = io;
  const { baseUrl, apiKey } = target;
  const client = createApiClient({ baseUrl, apiKey, clock, random, names: config.names });
  const accountId = await identifyAccount(client, apiKey);
  const lock = takeAccount(accountFile(paths.stateDir, accountId, 'lock'));
  try {
    return createSender({ target, own, config, io, client, accountId, lock });
  } catch (error) {
    lock.release();
    throw new PlainError(`Nothing was sent: the journal cannot be read (${toProblem(error).message}).`);
  }
}

interface Parts {
  readonly target: ServiceTarget;
  readonly own: OwnKeys;
  readonly config: Config;
  readonly io: CommandIo;
  readonly client: ApiClient;
  readonly accountId: string;
  readonly lock: AccountLock;
}

/** Throws if the journal cannot be opened or read. */
function createSender({ target, own, config, io, client, accountId, lock }: Parts): Sender {
  const { clock, random, paths, signal } = io;
  const { mode, profile } = target;
  const { stores, cache } = createDeskStores(target, config, io);
  const journal = createJournal(paths.journalFile);
  const context = {
    ...stores,
    ...guardContext(stores, config, target, io),
    client,
    random,
    own,
    log: new OperationLog(journal, stores.records, clock),
    book: new PlanBook(stores.plans, clock),
    account: { mode, profile },
    timers: new Timers(clock),
    modeFile: accountModeFile(paths.stateDir, stores.session),
  };
  stores.session.setState({ accountId });
  loadTradingMode(context);
  context.log.load(accountId);
  const { nativeUnit } = config.balances;
  return {
    context,
    readForLimits: () =>
      readForCheck(['balances', 'holdings', 'usage'], null, { client, cache, nativeUnit, clock, signal }),
    close() {
      context.timers.stop();
      cache.clear();
      journal.close();
      lock.release();
    },
  };
}

/** Throws PlainError if a desk has it, or it cannot be locked. */
function takeAccount(file: string): AccountLock {
  let lock: AccountLock;
  try {
    lock = lockAccount(file);
  } catch (error) {
    throw new PlainError(`Nothing was sent: the account cannot be locked (${toProblem(error).message}).`);
  }
  if (lock.heldBy === null) return lock;
  throw new PlainError(
    `Another program (process ${lock.heldBy}) sends the orders of this account, so nothing was sent. Close that desk first. If there is none, delete ${lock.file}.`,
  );
}
