import { type PaperService, startShell } from '../../src/paper/service/service-shell.ts';
import type { StreamMessage } from '../../src/paper/world/bus.ts';
import { World } from '../../src/paper/world/world.ts';
import { systemClock } from '../../src/platform/time/clock.ts';

/** The paper service in this process, whose streams also carry what a test publishes. */
export interface StreamPaper {
  readonly service: PaperService;
  readonly port: number;
  publish(message: StreamMessage): void;
  /** What it would have answered as INTERNAL_ERROR. */
  readonly faults: readonly unknown[];
}

export async function startStreamPaper(): Promise<StreamPaper> {
  const faults: unknown[] = [];
  let publish: StreamPaper['publish'] = () => {};
  const service = await startShell(
    { seed: 11, speed: 1, stateDir: null, clock: systemClock, onFault: (error) => faults.push(error) },
    (options) => {
      publish = (message) => options.bus.publish(message);
      return new World(options);
    },
  );
  return { service, port: Number(new URL(service.baseUrl).port), publish, faults };
}
