import { askForAccount, askKeeper } from '../../src/ask-keeper.ts';
import type { CommandIo } from '../../src/commands/command.ts';
import { runningService } from '../../src/commands/desk/open-service.ts';
import { Keeper } from '../../src/commands/keep/keeper.ts';
import type { ServiceTarget } from '../../src/commands/target.ts';
import { compose, type DeskModel } from '../../src/compose.ts';
import { defaultPerpWalletId } from '../../src/paper/account/wallets.ts';
import { configSchema, toConfig } from '../../src/platform/config/config-schema.ts';
import { readKeeperNote } from '../../src/platform/files/keeper-note.ts';
import { resolvePaths } from '../../src/platform/files/paths.ts';
import { type Clock, systemClock } from '../../src/platform/time/clock.ts';
import { systemRandom } from '../../src/platform/time/random.ts';
import { isUnresolved } from '../../src/stores/orders/operation-records.ts';
import type { ChildNews, ChildOrder, ChildStart } from './keeper-plan.ts';

// A process that is a desk without a screen, or a keeper, as often as its parent says; its parent is keeper-rig.ts.
const { baseUrl, apiKey, home, speed }: ChildStart = JSON.parse(process.argv[2] ?? '');
const clock: Clock = { ...systemClock, setTimeout: (run, delayMs) => systemClock.setTimeout(run, delayMs / speed) };
const paths = resolvePaths({ SWAPDECK_HOME: home });
const config = toConfig(configSchema.parse({}), home);
const target: ServiceTarget = {
  mode: 'paper',
  isEmbedded: false,
  profile: 'test',
  baseUrl,
  apiKey,
  keySource: 'environment',
  wallet: null,
  socketHost: null,
};
const io: CommandIo = {
  env: {},
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  clock,
  random: systemRandom,
  paths,
  signal: new AbortController().signal,
};
const tell = (news: ChildNews): void => void process.send?.(news);

/** The parent's proxy learns who sends. */
const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('x-sender', String(process.pid));
  return fetch(input, { ...init, headers });
};

/** A keeper that ends is followed by the next one, as a service manager would start it. */
async function keep(): Promise<void> {
  const say = (_tone: string, text: string): void =>
    tell(text === 'Holding the account' ? { what: 'held' } : { what: 'said', text });
  const parent = { tell: () => tell({ what: 'ready' }) };
  const code = await new Keeper({ choice: {}, target, config, io, parent, say }).run();
  tell({ what: 'ended', text: String(code) });
}

let model: DeskModel | null = null;

function openDesk(): void {
  let askedMs = 0;
  const opened = compose(runningService(target), {
    clock,
    random: systemRandom,
    config,
    journalFile: paths.journalFile,
    stateDir: paths.stateDir,
    onChange: () => {},
    keyOf: (id) => id,
    onFault: (error) => tell({ what: 'fault', text: String(error) }),
    askHolder: (accountId, pid) => {
      askedMs = performance.now();
      return askForAccount(accountId, pid, { stateDir: paths.stateDir, clock: systemClock });
    },
  });
  model = opened;
  let isHeld = false;
  const look = (): void => {
    if (isHeld || !opened.plans.getState().isLoaded || opened.trading.getState().lock !== null) return;
    isHeld = true;
    tell({ what: 'held', ms: askedMs === 0 ? null : performance.now() - askedMs });
  };
  const isOver = (): boolean =>
    opened.plans.getState().plans.length > 0 && opened.plans.getState().plans.every(({ state }) => state === 'done');
  let wasOver = false;
  opened.plans.subscribe(() => {
    look();
    if (!isHeld || wasOver || !isOver()) return;
    wasOver = true;
    tell({ what: 'over' });
  });
  opened.trading.subscribe(look);
  opened.start();
}

function create(specs: ChildOrder['specs'] = []): void {
  for (const spec of specs) {
    const made = model?.actions.plans.create({
      walletId: defaultPerpWalletId,
      summary: `TWAP ${String(spec['coin'])}`,
      spec,
      caps: { operations: 10_000, usd: null },
      arrivalPx: null,
    });
    if (!made || 'why' in made) tell({ what: 'fault', text: `no plan: ${made?.why}` });
  }
  tell({ what: 'created' });
}

/** Hands the account to the keeper if one waits, as the desk does when it is left. */
async function leave(): Promise<void> {
  const account = model?.account();
  const note = readKeeperNote(paths.stateDir, model?.session.getState().accountId ?? '');
  await account?.drain();
  account?.release();
  const limits = { clock: systemClock, limitMs: 20_000 };
  const { why } = note ? await askKeeper(note.socket, 'take', limits) : { why: 'no keeper waits' };
  closeDesk();
  tell({ what: 'left', text: why ?? '' });
}

function closeDesk(): void {
  model?.stop();
  model = null;
}

/**
 * Decides as a person what no evidence settles: an order that was on disk, and was killed before it left. What came to the
 * service is settled by evidence.
 */
function settle(cloids: readonly string[] = []): void {
  for (const record of model?.records.getState().records ?? []) {
    const cloid = /0x[0-9a-f]{32}/.exec(JSON.stringify(record.input))?.[0] ?? '';
    if (isUnresolved(record) && !cloids.includes(cloid)) model?.actions.decide(record.id, 'not-done');
  }
  clock.setTimeout(() => settle(cloids), 1_000);
}

process.on('message', ({ do: asked, specs, cloids }: ChildOrder) => {
  if (asked === 'keep') void keep().catch((error: unknown) => tell({ what: 'ended', text: String(error) }));
  if (asked === 'open') openDesk();
  if (asked === 'create') create(specs);
  if (asked === 'settle') settle(cloids);
  if (asked === 'leave') void leave();
  if (asked === 'close') {
    closeDesk();
    tell({ what: 'closed' });
  }
});
tell({ what: 'up' });
