import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signed data of one subscription. */
export interface Subscription {
  readonly socketId: string;
  readonly channel: string;
  /** Presence channels: the member, exactly as signed. */
  readonly channelData?: string | undefined;
}

/** Hex HMAC-SHA256 of `socket_id:channel[:channel_data]`, as the Pusher protocol signs a subscription. */
export function sign({ socketId, channel, channelData }: Subscription, appSecret: string): string {
  const text = channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
  return createHmac('sha256', appSecret).update(text).digest('hex');
}

/** True if `auth` is `appKey:signature` of exactly this subscription. */
export function isSigned(auth: string, subscription: Subscription, appKey: string, appSecret: string): boolean {
  const expected = Buffer.from(`${appKey}:${sign(subscription, appSecret)}`);
  const given = Buffer.from(auth);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
