import type { Random } from '../../src/platform/time/random.ts';
import type { PaperProcess } from '../driver/paper-process.ts';

export const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const sol = 'So11111111111111111111111111111111111111112';
export const perpSz = '0.001';

/** What a client asked for, each told from every other by `mark`. */
export interface Asked {
  readonly kind: 'swap' | 'perpMarket' | 'perpLimit' | 'trigger' | 'group';
  /** An amount, a cloid or a name that no other call has. */
  readonly mark: string;
  /** The answer's data, or null when none came. */
  answer: unknown;
}

type Kind = Asked['kind'];

const calls: Record<Kind, (mark: string) => [path: string, body: unknown]> = {
  swap: (amount) => [
    '/api/v2/swap/execute',
    { chain: 'solana', walletId: 'wal_main', inputMint: usdc, outputMint: sol, amount, slippageBps: 500 },
  ],
  perpMarket: (cloid) => [
    '/api/v2/perp/order',
    { walletId: 'wal_perp', coin: 'BTC', isBuy: true, sz: perpSz, orderType: 'market', cloid },
  ],
  perpLimit: (cloid) => [
    '/api/v2/perp/order',
    { walletId: 'wal_perp', coin: 'BTC', isBuy: true, sz: perpSz, limitPx: '20000', cloid },
  ],
  trigger: (amount) => [
    '/api/v2/trigger/order',
    {
      chain: 'base',
      walletId: 'wal_base',
      inputToken: baseUsdc,
      outputToken: baseEth,
      amount,
      triggerMetric: 'price_usd',
      triggerDirection: 'below',
      triggerValue: '1',
      slippageBps: 500,
    },
  ],
  group: (name) => ['/api/v2/wallet-groups', { name }],
};
const baseUsdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const baseEth = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

export const kinds: readonly Kind[] = ['swap', 'perpMarket', 'perpLimit', 'trigger', 'group'];
/** More of what no limit of the key counts. */
const drawnKinds: readonly Kind[] = [...kinds, 'trigger', 'group'];

/** The full key may do 60 executions an hour and place 100 trigger orders a day; a list shows 100 of them. */
const caps: readonly { readonly of: readonly Kind[]; readonly most: number }[] = [
  { of: ['swap', 'perpMarket', 'perpLimit'], most: 50 },
  { of: ['trigger'], most: 80 },
];

/** A call that can be told by its mark from all that were asked before. */
export function nextCall(random: Random, asked: readonly Asked[]): Asked {
  const drawn = drawnKinds[random.int(drawnKinds.length)]!;
  const cap = caps.find(({ of }) => of.includes(drawn));
  const isUsedUp = cap && asked.filter(({ kind }) => cap.of.includes(kind)).length >= cap.most;
  const kind = isUsedUp ? 'group' : drawn;
  return callOf(kind, asked.length);
}

/** `count`: of the calls that were asked before. */
export const callOf = (kind: Kind, count: number): Asked => ({ kind, mark: markOf(kind, count), answer: null });

function markOf(kind: Kind, count: number): string {
  if (kind === 'group') return `group ${count}`;
  return kind.startsWith('perp') ? `0x${count.toString(16).padStart(32, '0')}` : String(1_000_000 + count);
}

/** Sends it and notes its answer. Rejects when the connection broke, and for an answer that is no success. */
export async function send(paper: PaperProcess, asked: Asked): Promise<void> {
  const [path, body] = calls[asked.kind](asked.mark);
  asked.answer = await request(paper, 'POST', path, body);
}

export const read = (paper: PaperProcess, path: string): Promise<never> =>
  request(paper, 'GET', path) as Promise<never>;

/** The service said no: unlike a broken connection, that is no effect of a kill. */
export class RefusedError extends Error {}

async function request(paper: PaperProcess, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(paper.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${paper.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new RefusedError(`${method} ${path} → ${response.status} ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: unknown }).data;
}
