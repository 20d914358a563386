import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { isChannelName } from '../../protocol/channel-name.ts';
import type { HttpAnswer } from '../http/envelope.ts';
import { readText } from '../http/read-input.ts';
import { PaperError } from '../service/handler.ts';
import type { PusherApp } from './client-session.ts';
import type { PusherHub } from './pusher-hub.ts';

const eventText = { name: z.string().min(1).max(200), data: z.string(), socket_id: z.string().optional() };
const channel = z.string().refine(isChannelName);
const eventsBody = z
  .object({ ...eventText, channels: z.array(channel).max(100).optional(), channel: channel.optional() })
  .refine((event) => (event.channels === undefined) !== (event.channel === undefined));
const batchBody = z.object({ batch: z.array(z.object({ ...eventText, channel })).max(10) });

/** Tolerance for a caller's clock, seconds. */
const clockToleranceS = 600;

export interface PublishApiOptions {
  readonly hub: PusherHub;
  readonly appId: string;
  readonly app: PusherApp;
  readonly nowMs: () => number;
}

/**
 * The publishing part of Pusher's HTTP API: `POST /apps/{appId}/events` and `/batch_events`, signed with the app's
 * secret. With it another service can publish into this hub. Null for any other path.
 */
export function createPublishApi(options: PublishApiOptions) {
  return async (request: IncomingMessage): Promise<HttpAnswer | null> => {
    const target = request.url ?? '';
    // Checked first for every API call: most targets are not URLs that may be parsed unchecked.
    if (!target.startsWith('/apps/')) return null;
    const url = new URL(target, 'http://hub');
    const [, appId, operation] = /^\/apps\/([^/]+)\/(events|batch_events)$/.exec(url.pathname) ?? [];
    if (operation === undefined) return null;
    if (request.method !== 'POST') return plain(405, 'only POST is offered here');
    if (appId !== options.appId) return plain(404, 'there is no such app');
    try {
      const body = await readText(request);
      const problem = signatureProblem(options, url, body);
      if (problem !== null) return plain(401, problem);
      return publish(options, operation, JSON.parse(body));
    } catch (error) {
      if (error instanceof PaperError) return plain(error.status, error.message);
      return plain(400, 'the body is not valid for this operation');
    }
  };
}

function publish({ hub, app }: PublishApiOptions, operation: string, body: unknown): HttpAnswer {
  const events =
    operation === 'batch_events'
      ? batchBody.parse(body).batch
      : [eventsBody.parse(body)].flatMap(({ channels, channel: one, ...event }) =>
          (channels ?? [one ?? '']).map((each) => ({ ...event, channel: each })),
        );
  const { realm = '' } = app;
  for (const { channel: name, name: event, data, socket_id: exceptSocketId = '' } of events)
    hub.publishText(name, event, data, { realm, exceptSocketId });
  return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
}

/** What is wrong with a call's signature; null if it is valid. */
function signatureProblem({ app, nowMs }: PublishApiOptions, url: URL, body: string): string | null {
  const given = Object.fromEntries(url.searchParams);
  const { auth_signature: signature = '', ...signed } = given;
  if (signed['auth_key'] !== app.appKey) return 'the app key is not this app’s';
  const ageS = Math.abs(nowMs() / 1_000 - Number(signed['auth_timestamp']));
  if (!(ageS <= clockToleranceS)) return 'the timestamp differs too much from this clock';
  if (signed['body_md5'] !== createHash('md5').update(body).digest('hex')) return 'body_md5 is not the body’s';
  const query = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name]}`)
    .join('&');
  const expected = createHmac('sha256', app.appSecret).update(`POST\n${url.pathname}\n${query}`).digest();
  const actual = Buffer.from(signature, 'hex');
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? null : 'the signature is wrong';
}

const plain = (status: number, body: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${body}\n`,
});
