import { createStore } from 'zustand/vanilla';
import type { DeskActions } from '../../actions/desk-actions.ts';
import { sendInOrder } from '../../actions/orders/send-in-order.ts';
import type { Outcome } from '../../actions/pipeline/outcome.ts';
import { createPriceRulesStore } from '../../alerts/price-rules.ts';
import type { Caps } from '../../domain/market/caps.ts';
import { noOwnerLimits } from '../../domain/market/owner-groups.ts';
import { noRiskLimits } from '../../domain/market/risk-limits.ts';
import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import type { SessionState } from '../../stores/account/session.ts';
import { jup, sol, usdc, wire } from '../../stores/desk-data.fixture.ts';
import type { PortfolioState } from '../../stores/portfolio/portfolio.ts';
import { fakeSignals } from '../../stores/signals/signals.fixture.ts';
import { fakeStores } from '../../stores/stores.fixture.ts';
import { fakeStreams } from '../../stores/streams.fixture.ts';
import { deskKeymap } from '../commands/commands.ts';
import type { FormRow } from '../forms/form-spec.ts';
import { type Line, plainText } from '../text/span.ts';
import { createTheme } from '../theme/theme.ts';
import { createDesk } from './create-desk.ts';
import type { Desk } from './desk.ts';
import { createDeskUi } from './desk-ui.ts';
import { FrameScheduler } from './frame-scheduler.ts';

/** Time of the fake desk's reads. */
export const readAtMs = Date.UTC(2026, 0, 1, 14, 3, 22);

/** Parts that replace the fake ones. */
interface Over extends Partial<Omit<Desk, 'actions' | 'caps' | 'memory' | 'tapeTokens'>> {
  readonly actions?: Partial<DeskActions>;
  readonly caps?: Partial<Caps>;
  /** Outcome of every operation sent. */
  readonly outcome?: Outcome;
  readonly startMs?: number;
}

/** A desk with fake reads, for tests of screen and keys; it records its calls in `done`. */
export function fakeDesk({ outcome, startMs = readAtMs, actions, caps, ...over }: Over = {}) {
  const clock = { nowMs: startMs };
  const now = () => clock.nowMs;
  const { stores, ...reads } = fakeStores(now);
  const streams = fakeStreams();
  const signals = fakeSignals();
  const portfolio = createStore<PortfolioState>(() => ({ older: { isFetching: false, problem: null } }));
  const done: unknown[][] = [];
  const note =
    (...what: unknown[]) =>
    (...args: unknown[]): void =>
      void done.push([...what, ...args]);
  stores.data.refresh = note('refresh');
  const single = { ...fakeActions(done, outcome), ...actions };
  const deskActions: DeskActions = { ...single, sendInOrder: (orders) => sendInOrder(single.send, orders) };
  const desk = createDesk({
    ...stores,
    streams: streams.streams,
    signals: signals.signals,
    wanted: { show: note('want') },
    portfolio: { ...portfolio, show: note('showPortfolio'), loadOlder: note('loadOlder') },
    priceRules: createPriceRulesStore(),
    ui: createDeskUi({ minUsd: 0, tokenId: null }),
    actions: deskActions,
    keymap: deskKeymap(),
    scheduler: new FrameScheduler({
      monotonic: now,
      setTimeout: (run) => run(),
      setImmediate: (run) => run(),
      isDrained: () => true,
      onDrain: () => {},
    }),
    theme: createTheme('none', 0),
    isFlashing: true,
    copyText: note('copyText'),
    openExport: fakeExports(done),
    caps: {
      maxOrderUsd: null,
      wordAboveUsd: '10000',
      closeWordAbovePct: null,
      oneClickUsd: null,
      maxSlippageBps: 300,
      collarPct: 2,
      owners: noOwnerLimits,
      risk: noRiskLimits,
      ...caps,
    },
    presets: { buy: ['0.1', '0.5', '1'], sellPct: ['25', '50', '100'] },
    refreshMs: { positions: 1_500, markets: 2_000, orders: 5_000, balances: 10_000, account: 60_000 },
    now,
    monotonic: now,
    tokenSheets: { ask: note('askToken') },
    preferredWalletId: null,
    retryStream: note('retryStream'),
    quit: note('quit'),
    keeper: { whyNot: null, leave: async () => null },
    ...over,
  });
  return {
    desk,
    ...reads,
    streams,
    signals,
    portfolio,
    clock,
    done,
    /** Answers every read from the sample account. */
    fill(): void {
      for (const name of Object.keys(wire) as (keyof typeof wire)[]) reads.answer(name, wire[name], readAtMs);
      for (const [address, symbol, decimals] of [
        [sol, 'SOL', 9],
        [jup, 'JUP', 6],
        [usdc, 'USDC', 6],
      ] as const)
        reads.token({ tokenId: `solana:${address}`, symbol, name: symbol, decimals });
    },
    connect(over: Partial<ConnectionStatus>): void {
      desk.session.setState(({ connection }) => ({ connection: { ...connection, ...over } }));
    },
    session(over: Partial<SessionState>): void {
      desk.session.setState(over);
    },
    notices: () => desk.notices.getState().notices.map(({ tone, text }) => `${tone}: ${text}`),
  };
}

/** Records exports in `done` without writing files. */
const fakeExports =
  (done: unknown[][]): Desk['openExport'] =>
  async (name, extension) => {
    let text = '';
    return {
      write: async (piece) => {
        text += piece;
      },
      end: async () => {
        done.push(['export', name, extension, text]);
        return `/exports/${name}.${extension}`;
      },
      abandon: () => void done.push(['abandon', name]),
    };
  };

/** Records calls in `done`; reads find nothing. */
function fakeActions(done: unknown[][], outcome?: Outcome): Omit<DeskActions, 'sendInOrder'> {
  return {
    quoteSwap: () => new Promise(() => {}),
    findToken: async () => null,
    searchTokens: async () => [],
    tokenDepth: async () => ({ priceUsd: null, liquidityUsd: null, marketCapUsd: null }),
    send: async ({ kind, draft }) => {
      done.push([kind, draft]);
      return outcome ?? { kind: 'accepted', message: `${kind} done`, requestId: 'req-1', taskId: null };
    },
    confirmation: () => ({ by: 'key' }),
    whyNotArmed: () => null,
    setOneClick: (...args) => void done.push(['setOneClick', ...args]),
    planFlatten: async () => ({ title: 'Flatten', steps: [] }),
    planCancelAll: async () => ({ title: 'Cancel all orders', steps: [] }),
    runBulk: async () => {},
    whyRefused: () => null,
    setMode: (...args) => void done.push(['setMode', ...args]),
    decide: (...args) => void done.push(['decide', ...args]),
    reconcileNow: async (id) => void done.push(['reconcileNow', id]),
    planSplit: () => new Promise(() => {}),
    resendTransfer: async (id) => {
      done.push(['resendTransfer', id]);
      return null;
    },
    newCorrelationId: () => 'c'.repeat(32),
    newCloid: () => `0x${'a'.repeat(32)}`,
    plans: {
      create: (draft) => {
        done.push(['createPlan', draft]);
        return { id: 'plan-1' };
      },
      pause: (...args) => said(done, ['pausePlan', ...args]),
      resume: (...args) => said(done, ['resumePlan', ...args]),
      cancel: (...args) => said(done, ['cancelPlan', ...args]),
      change: (...args) => said(done, ['changePlan', ...args]),
    },
  };
}

const said = (done: unknown[][], call: unknown[]): null => {
  done.push(call);
  return null;
};

export type FakeDesk = ReturnType<typeof fakeDesk>;

export const texts = (lines: readonly Line[]): string[] => lines.map(plainText);

/** Rows as `label: text`. */
export const readRows = (rows: readonly FormRow[]): string[] =>
  rows.map(({ label, value }) => `${label}: ${plainText(value)}`);

/** Lets resolved promises settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}
