import { API_KEY_VARIABLE } from '../../platform/secrets/secrets.ts';
import type { CommandIo } from '../command.ts';

/** What the desk that starts a keeper tells it: the key as it would be in the environment, or null. */
export interface FromDesk {
  readonly apiKey: string | null;
}

/** What the keeper tells that desk: where it can be asked now, or why it ended. */
export type FromKeeper = { readonly socket: string } | { readonly why: string };

/** The desk that started this process. */
export interface Parent {
  /** The last word: the keeper goes on without the desk. */
  tell(news: FromKeeper): void;
}

/**
 * Meets the desk that started this keeper, and takes its key: sent over a pipe, it is not in the environment that other
 * processes of the user can read. Null if a person, or the system, started it.
 */
export async function meetParent({ env }: Pick<CommandIo, 'env'>): Promise<Parent | null> {
  if (!process.send) return null;
  const { apiKey } = await new Promise<FromDesk>((resolve) => {
    process.once('message', (message: FromDesk) => resolve(message));
    process.once('disconnect', () => resolve({ apiKey: null }));
  });
  if (apiKey !== null) env[API_KEY_VARIABLE] = apiKey;
  return {
    tell: (news) => {
      if (process.connected) process.send?.(news, undefined, undefined, leaveDesk);
    },
  };
}

const leaveDesk = (): void => {
  if (process.connected) process.disconnect?.();
};
