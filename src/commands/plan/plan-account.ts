import { existsSync } from 'node:fs';
import { type NewLine, PlanBook } from '../../actions/plans/plan-book.ts';
import { askForPlan } from '../../ask-keeper.ts';
import { type ApiClient, createApiClient } from '../../client/http/api-client.ts';
import { identifyAccount } from '../../client/http/identify-account.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { createModeFile } from '../../platform/files/mode-file.ts';
import { accountFile } from '../../platform/files/paths.ts';
import { createJournal } from '../../platform/journal/journal.ts';
import { lockAccount } from '../../platform/process/account-lock.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { createPlansStore, type PlansState } from '../../stores/orders/plans.ts';
import type { CommandIo } from '../command.ts';
import { embeddedMarket } from '../paper/start-paper.ts';
import { readConfig } from '../read-config.ts';
import { resolveTarget, type ServiceTarget, type TargetChoice } from '../target.ts';

/** The account whose plans are meant. `client`, `target`: null for the embedded paper service, which runs with a desk only. */
export interface PlanAccount {
  readonly accountId: string;
  readonly client: ApiClient | null;
  readonly target: ServiceTarget | null;
  readonly config: Config;
}

/** Rejects with ApiError if the service does not say which account this is. */
export async function planAccount(choice: TargetChoice, io: CommandIo): Promise<PlanAccount> {
  const config = await readConfig(io);
  const target = await resolveTarget(choice, io, config);
  if (target.isEmbedded) return { accountId: embeddedMarket, client: null, target: null, config };
  const { baseUrl, apiKey } = target;
  const client = createApiClient({ baseUrl, apiKey, clock: io.clock, random: io.random, names: config.names });
  return { accountId: await identifyAccount(client, apiKey), client, target, config };
}

const planFile = (accountId: string, { paths }: CommandIo): string =>
  accountFile(paths.stateDir, accountId, 'plans.jsonl');

/** The plans as their file has them; whoever holds the account may know more. Takes no lock and writes nothing. */
export function readPlans(accountId: string, io: CommandIo): PlansState {
  const store = createPlansStore();
  const file = planFile(accountId, io);
  if (!existsSync(file)) return store.getState();
  const journal = createJournal(file);
  const book = new PlanBook(store, io.clock);
  try {
    book.load(journal);
    return store.getState();
  } finally {
    journal.close();
  }
}

/** The plan with this id, or the only one whose id begins so. Throws PlainError. */
export function findPlan(plans: readonly Plan[], text: string): Plan {
  const wanted = text.toLowerCase();
  const found = plans.filter(({ id }) => id.startsWith(wanted));
  const [plan] = plans.filter(({ id }) => id === wanted).concat(found);
  if (!plan)
    throw new PlainError(`There is no plan ${JSON.stringify(text.slice(0, 40))}. List them with: swapdeck plan list`);
  if (plan.id !== wanted && found.length > 1)
    throw new PlainError(`${found.length} plans begin with ${JSON.stringify(text.slice(0, 40))}: type more of the id.`);
  return plan;
}

/**
 * Changes a plan: in the plan file while nobody works the account, otherwise by the keeper that does. `lineOf` is given the
 * plans as they are then. Throws PlainError if a desk holds the account, or the keeper refuses.
 */
export async function changePlan(
  accountId: string,
  io: CommandIo,
  lineOf: (plans: readonly Plan[]) => NewLine,
): Promise<Plan> {
  const lock = lockAccount(accountFile(io.paths.stateDir, accountId, 'lock'));
  if (lock.heldBy !== null) return byKeeper(accountId, io, lock.heldBy, lineOf(readPlans(accountId, io).plans));
  const store = createPlansStore();
  const book = new PlanBook(store, io.clock);
  try {
    book.load(createJournal(planFile(accountId, io)));
    const line = lineOf(store.getState().plans);
    book.write(line);
    return findPlan(store.getState().plans, line.id);
  } finally {
    book.close();
    lock.release();
  }
}

async function byKeeper(accountId: string, io: CommandIo, pid: number, line: NewLine): Promise<Plan> {
  const { clock, paths } = io;
  const changed = await askForPlan(accountId, pid, line, { stateDir: paths.stateDir, clock });
  if (!changed)
    throw new PlainError(
      `A desk (process ${pid}) works this account, so nothing was changed. Use its command line (:) or its plans pane, or close it first.`,
    );
  if ('why' in changed) throw new PlainError(changed.why);
  return findPlan(readPlans(accountId, io).plans, changed.id);
}

/** A halt applies to the whole account. Throws PlainError. */
export function refuseHalted(accountId: string, { paths }: CommandIo): void {
  const kept = createModeFile(accountFile(paths.stateDir, accountId, 'json')).read();
  if (kept?.mode === 'halted')
    throw new PlainError(
      `Trading has been halted since ${new Date(kept.atMs).toISOString()}, so nothing was changed. Resume it on the desk with :active.`,
    );
}
