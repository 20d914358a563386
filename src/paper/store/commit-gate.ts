import type { StreamMessage } from '../bus.ts';
import type { Route } from '../handler.ts';

export interface CommitGateOptions {
  /** Puts the state on disk; what it throws reaches the caller whose answer waited for it. */
  readonly save: (isThorough: boolean) => void;
  readonly publish: (message: StreamMessage) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Nobody hears of a change before it is on disk: an answer leaves after the commit of what came before it, and stream
 * events wait for the end of the step that caused them, which is committed first when one of them is for the account's
 * owner alone. Steps never overlap, so a commit holds whole ones.
 */
export class CommitGate {
  readonly #options: CommitGateOptions;
  #isDirty = false;
  #isFailing = false;
  #held: StreamMessage[] = [];

  constructor(options: CommitGateOptions) {
    this.#options = options;
  }

  /** To be called with everything that the world publishes. */
  hold(message: StreamMessage): void {
    this.#held.push(message);
    // Every change of the account that the engine causes pokes its owner's channels.
    if (message.userId !== undefined) this.#isDirty = true;
  }

  /** The same route, whose answer waits for the commit: a read's too, as it may show what another call has just done. */
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

  /** Throws what `save` throws; the change stays in memory and goes to disk with the next save that works. */
  commit(isThorough: boolean): void {
    this.#isFailing = true;
    this.#options.save(isThorough);
    this.#isFailing = false;
    this.#isDirty = false;
    this.#release();
  }

  /** Like `commit`, for a step that nobody waits for: a full disk is no reason to end the market. */
  tryCommit(isThorough: boolean): void {
    try {
      this.commit(isThorough);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /** A disk that is full is asked again by the next `commit`, not twenty times a second. */
  #commitDirty(): void {
    if (this.#isDirty && !this.#isFailing) this.tryCommit(false);
  }

  /** While the account's part isn't on disk, only the market's events go out. */
  #release(): void {
    const [held, isDirty] = [this.#held, this.#isDirty];
    this.#held = isDirty ? held.filter(({ userId }) => userId !== undefined) : [];
    for (const message of held) if (!isDirty || message.userId === undefined) this.#options.publish(message);
  }
}
