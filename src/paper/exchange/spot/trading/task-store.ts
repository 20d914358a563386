import type { Chain } from '../../../../domain/market/chain.ts';
import type { Random } from '../../../../platform/time/random.ts';
import { chainTraits } from '../tokens/chain-traits.ts';

/** What a task does when it settles; amounts as text, so that a task can be saved as it is. */
export type Job =
  | {
      readonly kind: 'swap';
      readonly chain: Chain;
      readonly walletId: string;
      readonly inputToken: string;
      readonly outputToken: string;
      readonly amountIn: string;
      readonly minAmountOut: string;
      /** The trigger order that fired it. */
      readonly orderId: string | null;
      /** Of a transaction that the caller signed; otherwise assigned at confirmation. */
      readonly txHash?: string;
    }
  | {
      readonly kind: 'approval';
      readonly chain: Chain;
      readonly walletId: string;
      readonly token: string;
      readonly amount: string;
      readonly txHash: string;
    }
  | {
      readonly kind: 'transfer';
      readonly chain: Chain;
      readonly walletId: string;
      readonly toWalletId: string;
      readonly token: string;
      readonly amount: string;
      /** The whole balance is moved, and the wallet archived. */
      readonly isRetiring: boolean;
    }
  | {
      readonly kind: 'split';
      readonly chain: Chain;
      readonly walletId: string;
      /** Of the chain's native coin. */
      readonly amount: string;
      /** What each destination gets, of its own chain's native coin. */
      readonly shares: readonly { readonly walletId: string; readonly chain: Chain; readonly amount: string }[];
    }
  | { readonly kind: 'nonce'; readonly chain: Chain; readonly walletId: string };

export interface Outcome {
  readonly status: 'success' | 'failed';
  readonly txHash: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

export interface Task {
  readonly taskId: string;
  readonly job: Job;
  status: 'submitted' | 'pending' | Outcome['status'];
  txHash: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  readonly pendingAtMs: number;
  readonly settlesAtMs: number;
}

const keptTasks = 500;

/** Tasks from submitted through pending to success or failed, at their chain's confirmation time. */
export class TaskStore {
  readonly #random: Random;
  #tasks = new Map<string, Task>();
  #awaited: { readonly task: Task; readonly resolve: (task: Task) => void }[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** Whether the job of an unfinished task fulfils a condition. */
  hasOpen(is: (job: Job) => boolean): boolean {
    for (const { status, job } of this.#tasks.values())
      if (status !== 'success' && status !== 'failed' && is(job)) return true;
    return false;
  }

  find(taskId: string): Task | null {
    return this.#tasks.get(taskId) ?? null;
  }

  /** The task, once it has ended if `isAwaited`. It must exist. */
  async read(taskId: string, isAwaited: boolean): Promise<Task> {
    const task = this.#tasks.get(taskId)!;
    if (!isAwaited || hasEnded(task)) return task;
    return new Promise((resolve) => this.#awaited.push({ task, resolve }));
  }

  /** `extraMs`: how much longer than the chain's confirmation it takes. */
  submit(job: Job, nowMs: number, extraMs = 0): Task {
    const [shortestMs, longestMs] = chainTraits[job.chain].confirmationMs;
    const settlesAtMs = nowMs + extraMs + shortestMs + this.#random.int(longestMs - shortestMs);
    const pendingAtMs = nowMs + 150 + this.#random.int(250);
    const taskId = `task_${this.#random.hex(8)}`;
    const open = { txHash: null, errorCode: null, errorMessage: null };
    const task: Task = { taskId, job, status: 'submitted', ...open, pendingAtMs, settlesAtMs };
    this.#tasks.set(task.taskId, task);
    this.#forgetOldest();
    return task;
  }

  /** Advances tasks; `settle` executes a due task's job and returns its outcome. */
  advance(nowMs: number, settle: (task: Task) => Outcome, onSettled: (task: Task) => void): void {
    for (const task of this.#tasks.values()) {
      if (task.status === 'submitted' && nowMs >= task.pendingAtMs) task.status = 'pending';
      if (task.status === 'pending' && nowMs >= task.settlesAtMs) {
        Object.assign(task, settle(task));
        onSettled(task);
      }
    }
    const ended = this.#awaited.filter(({ task }) => hasEnded(task));
    this.#awaited = this.#awaited.filter((one) => !ended.includes(one));
    for (const { task, resolve } of ended) resolve(task);
  }

  snapshot(): Task[] {
    return [...this.#tasks.values()].map((task) => ({ ...task }));
  }

  restore(tasks: Task[]): void {
    this.#tasks = new Map(tasks.map((task) => [task.taskId, { ...task }]));
  }

  #forgetOldest(): void {
    for (const task of this.#tasks.values()) {
      if (this.#tasks.size <= keptTasks) return;
      if (hasEnded(task)) this.#tasks.delete(task.taskId);
    }
  }
}

const hasEnded = ({ status }: Task): boolean => status === 'success' || status === 'failed';

/** Outcome of a failed job. `txHash` if the chain included and reverted the transaction. */
export const failure = (errorCode: string, errorMessage: string, txHash: string | null = null): Outcome => ({
  status: 'failed',
  txHash,
  errorCode,
  errorMessage,
});
