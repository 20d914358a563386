/** A Pusher-compatible cluster that carries the streams instead of the embedded hub. */
export interface PublishTarget {
  readonly appId: string;
  readonly appKey: string;
  readonly appSecret: string;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** Host for sockets; hosted Pusher uses another one than for its HTTP API. */
  readonly wsHost: string;
}

/** The cluster's address is unusable; the message names the problem, never the secret. */
export class PublishTargetError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PublishTargetError';
  }
}

const form = 'https://KEY@host:port/apps/APPID, with the secret in SWAPDECK_PUBLISH_SECRET';

/**
 * Parses `https://KEY[:SECRET]@host[:port]/apps/APPID`. `secret`, from the environment, takes precedence over one in
 * the address, which every user of the machine can see. Plain http is for loopback only. Throws PublishTargetError.
 */
export function readPublishTarget(address: string, secret: string | undefined): PublishTarget {
  const url = URL.canParse(address) ? new URL(address) : null;
  const appId = /^\/apps\/([\w-]+)\/?$/.exec(url?.pathname ?? '')?.[1];
  if (!url || !/^https?:$/.test(url.protocol) || appId === undefined || url.username === '')
    throw new PublishTargetError(`the cluster's address must look like ${form}`);
  const isTls = url.protocol === 'https:';
  if (!isTls && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
    throw new PublishTargetError('the cluster is not on this machine, so its address must begin with https');
  const appSecret = secret || decodeURIComponent(url.password);
  if (appSecret === '') throw new PublishTargetError(`the cluster's secret is missing: ${form}`);
  return {
    appId,
    appKey: decodeURIComponent(url.username),
    appSecret,
    host: url.hostname,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    isTls,
    wsHost: url.hostname.replace(/^api-([\w-]+)\.pusher\.com$/, 'ws-$1.pusher.com'),
  };
}
