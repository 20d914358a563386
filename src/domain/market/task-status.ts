/** How a task of the service ended. */
export type TaskEnd = 'done' | 'failed' | 'refunded';

const ends: Readonly<Record<string, TaskEnd>> = {
  success: 'done',
  completed: 'done',
  failed: 'failed',
  refunded: 'refunded',
};

/**
 * How a task with this status ended; null while it is still going, which any other status means. A split's task names
 * stages that the API does not list, such as `DepositTxBroadcast`, and letter case varies.
 */
export function taskEnd(status: string): TaskEnd | null {
  const key = status.toLowerCase();
  return Object.hasOwn(ends, key) ? (ends[key] ?? null) : null;
}
