import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/time/clock.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import { callFaults, type FaultRule } from '../faults/fault-rule.ts';
import { withOtherField } from '../faults/field-faults.ts';
import { withHostileText } from '../faults/hostile-text.ts';
import { PaperError } from '../service/handler.ts';
import { type App, splitTarget } from './app.ts';
import { errorAnswer, type HttpAnswer, send } from './envelope.ts';

const requestId = 'req_fault';

/** Applies faults to calls. Calls below `/paper/` are never affected. */
export class CallFaults {
  readonly #plan: FaultPlan;
  readonly #clock: Clock;
  #hostileCount = 0;

  constructor(plan: FaultPlan, clock: Clock) {
    this.#plan = plan;
    this.#clock = clock;
  }

  async answer(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.#faultOf(request);
    if (!fault) return send(response, await app(request));
    const cut = () => void request.socket.destroy();
    switch (fault.kind) {
      case 'latency':
        await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, fault.delayMs));
        return send(response, await app(request));
      case 'dropRequest':
        return cut();
      case 'rateLimit':
        return send(response, errorAnswer(limited(fault), requestId));
      case 'serverError':
        if (fault.isHandled) await app(request);
        return send(response, { ...errorAnswer(null, requestId), status: fault.status });
    }
    const answer = await app(request);
    if (fault.kind === 'dropAnswer') cut();
    else if (fault.kind === 'resetMidBody') sendHalf(response, answer);
    else if (fault.kind === 'badJson') send(response, { ...answer, body: answer.body.slice(0, -1) });
    else if (fault.kind === 'hostileText') send(response, this.#hostile(answer));
    else if (fault.field !== undefined)
      send(
        response,
        withOtherBody(answer, (body) => withOtherField(body, fault)),
      );
    // The remaining kind is `hang`: executed, and never answered.
  }

  #faultOf(request: IncomingMessage): FaultRule | null {
    if (this.#plan.isEmpty) return null;
    const [path] = splitTarget(request.url ?? '/');
    return path.startsWith('/paper/') ? null : this.#plan.take(`${request.method} ${path}`, callFaults);
  }

  #hostile(answer: HttpAnswer): HttpAnswer {
    return withOtherBody(answer, (body) => withHostileText(body, this.#hostileCount++));
  }
}

const withOtherBody = (answer: HttpAnswer, change: (body: unknown) => unknown): HttpAnswer => ({
  ...answer,
  body: JSON.stringify(change(JSON.parse(answer.body))),
});

/** Announces the whole body and resets the connection in the middle. */
function sendHalf(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.byteLength });
  response.write(bytes.subarray(0, bytes.byteLength >> 1), () => response.socket?.resetAndDestroy());
}

const limited = ({ retryAfterS }: FaultRule) =>
  new PaperError(429, 'RATE_LIMITED', 'a requested fault', undefined, retryAfterS);
