import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { ResponseInput } from '../../protocol/endpoint.ts';
import type { invokeAgent } from '../../protocol/endpoints/agents.ts';
import { PaperError } from '../handler.ts';

type SessionView = ResponseInput<typeof invokeAgent>;

interface Session {
  readonly sessionId: string;
  readonly triggerFireId: string;
  readonly createdMs: number;
  readonly answer: string;
}

const startsAfterMs = 300;
const completesAfterMs = 1500;
const kept = 200;

/** Agent invocations. A session runs on the clock: pending, running, then completed with its answer. */
export class AgentSessions {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #onCompleted: (triggerFireId: string) => void;
  #sessions: Session[] = [];

  constructor(clock: Clock, random: Random, onCompleted: (triggerFireId: string) => void) {
    this.#clock = clock;
    this.#random = random;
    this.#onCompleted = onCompleted;
  }

  /** `isAwaited`: answers when the session is completed, which takes about two seconds. */
  async invoke(answer: string, isAwaited: boolean): Promise<SessionView> {
    const session = {
      sessionId: `ses_${this.#random.hex(8)}`,
      triggerFireId: `fire_${this.#random.hex(8)}`,
      createdMs: this.#clock.now(),
      answer,
    };
    this.#sessions = [...this.#sessions, session].slice(-kept);
    const completion = new Promise<void>((resolve) => this.#clock.setTimeout(resolve, completesAfterMs));
    const reported = completion.then(() => this.#onCompleted(session.triggerFireId));
    if (isAwaited) await reported;
    return this.#view(session);
  }

  session(sessionId: string): SessionView {
    const session = this.#sessions.find((candidate) => candidate.sessionId === sessionId);
    if (!session) throw new PaperError(404, 'NOT_FOUND', `no agent session ${sessionId}`);
    return this.#view(session);
  }

  snapshot(): Session[] {
    return [...this.#sessions];
  }

  restore(sessions: readonly Session[]): void {
    this.#sessions = [...sessions];
  }

  #view({ sessionId, triggerFireId, createdMs, answer }: Session): SessionView {
    const ageMs = this.#clock.now() - createdMs;
    const status = ageMs >= completesAfterMs ? 'completed' : ageMs >= startsAfterMs ? 'running' : 'pending';
    return { sessionId, triggerFireId, status, error: null, finalResponse: status === 'completed' ? answer : null };
  }
}
