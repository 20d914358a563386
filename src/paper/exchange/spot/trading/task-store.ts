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

  constructor(random: Random) {
    this.#random = random;
  }

  find(taskId: string): Task | null {
    return this.#tasks.get(taskId) ?? null;
  }

  submit(job: Job, nowMs: number): Task {
    const [shortestMs, longestMs] = chainTraits[job.chain].confirmationMs;
    const settlesAtMs = nowMs + shortestMs + this.#random.int(longestMs - shortestMs);
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
      if (task.status === 'success' || task.status === 'failed') this.#tasks.delete(task.taskId);
    }
  }
}

/** Outcome of a failed job. `txHash` if the chain included and reverted the transaction. */
export const failure = (errorCode: string, errorMessage: string, txHash: string | null = null): Outcome => ({
  status: 'failed',
  txHash,
  errorCode,
  errorMessage,
});
