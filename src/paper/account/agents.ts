import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import type { ResponseInput } from '../../protocol/endpoint.ts';
import type { invokeAgent } from '../../protocol/endpoints/agents.ts';
import { PaperError } from '../service/handler.ts';

type SessionView = ResponseInput<typeof invokeAgent>;

type Outcome = 'completed' | 'failed' | 'timeout';

interface Session {
  readonly sessionId: string;
  readonly triggerFireId: string;
  readonly createdMs: number;
  /** The answer, or the reason of the failure. */
  readonly answer: string;
  /** Absent in version 1 files: all their sessions had completed. */
  readonly outcome?: Outcome;
}

const startsAfterMs = 300;
const endsAfterMs: Readonly<Record<Outcome, number>> = { completed: 1500, failed: 1500, timeout: 30_000 };
const kept = 200;

/**
 * Agent invocations. A session runs on the clock: pending, running, then completed with its answer. A prompt that
 * begins with `/fail` fails with the rest of it as the reason; one that begins with `/timeout` times out.
 */
export class AgentSessions {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #onEnd: (triggerFireId: string) => void;
  #sessions: Session[] = [];

  constructor(clock: Clock, random: Random, onEnd: (triggerFireId: string) => void) {
    this.#clock = clock;
    this.#random = random;
    this.#onEnd = onEnd;
  }

  /** `answer` is the answer to an ordinary prompt. `isAwaited`: returns when the session has ended. */
  async invoke(prompt: string, answer: string, isAwaited: boolean): Promise<SessionView> {
    const [command, ...rest] = prompt.trim().split(/\s+/);
    const outcome = command === '/fail' ? 'failed' : command === '/timeout' ? 'timeout' : 'completed';
    const reason = rest.join(' ') || 'the prompt asked for a failure';
    const session: Session = {
      sessionId: `ses_${this.#random.hex(8)}`,
      triggerFireId: `fire_${this.#random.hex(8)}`,
      createdMs: this.#clock.now(),
      answer: outcome === 'failed' ? reason : answer,
      outcome,
    };
    this.#sessions = [...this.#sessions, session].slice(-kept);
    const end = new Promise<void>((resolve) => this.#clock.setTimeout(resolve, endsAfterMs[outcome]));
    const reported = end.then(() => this.#onEnd(session.triggerFireId));
    if (!isAwaited) return this.#view(session);
    await reported;
    // A timer may fire a millisecond early by the wall clock.
    return this.#view(session, Math.max(this.#clock.now(), session.createdMs + endsAfterMs[outcome]));
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

  #view(session: Session, atMs = this.#clock.now()): SessionView {
    const { sessionId, triggerFireId, createdMs, answer, outcome = 'completed' } = session;
    const ageMs = atMs - createdMs;
    const status = ageMs >= endsAfterMs[outcome] ? outcome : ageMs >= startsAfterMs ? 'running' : 'pending';
    const overdue = `no answer within ${endsAfterMs.timeout / 1000} seconds`;
    return {
      sessionId,
      triggerFireId,
      status,
      error: status === 'failed' ? answer : status === 'timeout' ? overdue : null,
      finalResponse: status === 'completed' ? answer : null,
    };
  }
}
