import type { Route } from '../service/handler.ts';
import type { StreamMessage } from '../world/bus.ts';

export interface CommitGateOptions {
  /** Saves the state to disk; its errors reach the callers whose responses waited for it. */
  readonly save: (isThorough: boolean) => void;
  readonly publish: (message: StreamMessage) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Nobody learns of a change before it is on disk: a response is sent after the commit of everything before it, and
 * stream events wait for the end of the step that caused them. That step is committed first if one of them concerns the
 * account's owner. Steps never overlap, so a commit contains whole ones.
 */
export class CommitGate {
  readonly #options: CommitGateOptions;
  #isDirty = false;
  #isFailing = false;
  #held: StreamMessage[] = [];

  constructor(options: CommitGateOptions) {
    this.#options = options;
  }

  /** Call it with everything that the world publishes. */
  hold(message: StreamMessage): void {
    this.#held.push(message);
    // Every account change by the engine notifies its owner's channels.
    if (message.userId !== undefined) this.#isDirty = true;
  }

  /**
   * Wraps a route so that its response waits for the commit; reads too, because they may show what another call has
   * just done.
   */
  guard(route: Route): Route {
    return {
      endpoint: route.endpoint,
      handle: async (input, context) => {
        const { mutates } = route.endpoint;
        this.#isDirty ||= mutates;
        const result = await route.handle(input, context);
        if (mutates) this.commit(false);
        else this.#commitDirty();
        return result;
      },
    };
  }

  /** Ends a step of the market. */
  endTick(): void {
    this.#commitDirty();
    this.#release();
  }

  /** Throws errors of `save`; the change stays in memory and is saved with the next successful save. */
  commit(isThorough: boolean): void {
    this.#isFailing = true;
    this.#options.save(isThorough);
    this.#isFailing = false;
    this.#isDirty = false;
    this.#release();
  }

  /** Like `commit`, for a step that nobody waits for: a full disk must not stop the market. */
  tryCommit(isThorough: boolean): void {
    try {
      this.commit(isThorough);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /** A full disk is retried by the next `commit`, not twenty times a second. */
  #commitDirty(): void {
    if (this.#isDirty && !this.#isFailing) this.tryCommit(false);
  }

  /** While the account's part is not on disk, only market events are sent. */
  #release(): void {
    const [held, isDirty] = [this.#held, this.#isDirty];
    this.#held = isDirty ? held.filter(({ userId }) => userId !== undefined) : [];
    for (const message of held) if (!isDirty || message.userId === undefined) this.#options.publish(message);
  }
}
