import { createHash } from 'node:crypto';
import { serviceOrigin } from '../platform/base-url.ts';
import { getMe, getUsage } from '../protocol/endpoints/account.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './errors.ts';

/**
 * What an account is, whatever profile, address or key leads to it: the service and the user's id there, as one text. A key that
 * may not read whose it is counts by its own id. Rejects with ApiError when the service does not answer.
 */
export async function identifyAccount(client: ApiClient, apiKey: string): Promise<string> {
  const origin = serviceOrigin(client.baseUrl);
  const userId = await unlessRefused(async () => (await client.call(getMe, {})).data.userId);
  if (userId !== null) return `${origin} user ${userId}`;
  const keyId = await unlessRefused(async () => (await client.call(getUsage, {})).data.keyId);
  return keyId === null
    ? `${origin} key ${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`
    : `${origin} key ${keyId}`;
}

/** Null where the service has answered that it will not say. A key that it does not know is no answer. */
async function unlessRefused(ask: () => Promise<string>): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    const isRefused = error instanceof ApiError && refusals.has(error.kind);
    if (isRefused) return null;
    throw error;
  }
}

const refusals: ReadonlySet<string> = new Set(['forbidden', 'not-found', 'not-supported', 'rejected', 'unreadable']);
