import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Below what Linux, macOS and Windows hand out by themselves; a slice for each worker of the test run. */
const slicePorts = 1_000;
const firstPort = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 12) * slicePorts;
let next = randomInt(slicePorts);

/**
 * Listens on a port of 127.0.0.1 that nobody is given by chance: when the test closes it, connections to it are refused, and
 * it can be opened again.
 */
export async function listenOnOwnPort(server: Server): Promise<void> {
  for (let tries = 1; ; tries++) {
    next = (next + 1) % slicePorts;
    try {
      await once(server.listen(firstPort + next, '127.0.0.1'), 'listening');
      return;
    } catch (error) {
      if (tries === slicePorts) throw error;
    }
  }
}
