import { createHash } from 'node:crypto';
import { serviceOrigin } from '../../platform/config/base-url.ts';
import { getMe, getUsage } from '../../protocol/endpoints/account.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './errors.ts';

/**
 * The account's identity, whatever profile, address or key is used: the service and the user id as one text. A key that
 * may not read the user is identified by its own id. Rejects with ApiError if the service does not respond.
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

/** Null if the service refuses to say. A rejected key is not an answer. */
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
