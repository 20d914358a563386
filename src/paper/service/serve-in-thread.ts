import { parentPort } from 'node:worker_threads';
import { systemClock } from '../../platform/time/clock.ts';
import type { EmbeddedAccount, ThreadOrder } from './embedded.ts';
import { type PaperService, startPaperService } from './service.ts';
import { StateStoreError } from './state-store-error.ts';

/** The market's first step, with all code cold, would delay the answers for the desk's first frame. */
const firstTickMs = 400;

/**
 * Waits for the account to open, and replies once: with the service, or with the reason why the account cannot be used, since
 * a thrown error would lose its class.
 */
export function serveInThread(): void {
  let service: PaperService | undefined;
  parentPort?.on('message', async (order: ThreadOrder) => {
    if (order !== 'close') service = await open(order.open);
    else {
      await service?.close();
      parentPort?.close();
    }
  });
}

async function open(account: EmbeddedAccount): Promise<PaperService | undefined> {
  try {
    const service = await startPaperService({ ...account, firstTickMs, clock: systemClock });
    const { baseUrl, apiKey, keys } = service;
    parentPort?.postMessage({ baseUrl, apiKey, keys });
    return service;
  } catch (error) {
    if (!(error instanceof StateStoreError)) throw error;
    parentPort?.postMessage({ refused: { message: error.message, isInUse: error.isInUse } });
    parentPort?.close();
    return undefined;
  }
}
