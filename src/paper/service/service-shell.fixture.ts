import { request as httpRequest } from 'node:http';
import { z } from 'zod';
import { systemClock } from '../../platform/time/clock.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { endpoint } from '../../protocol/endpoint.ts';
import { request, text, whole } from '../../protocol/request.ts';
import type { Intent } from '../limits/constraints.ts';
import type { PaperKey } from '../limits/keys.ts';
import type { PaperWorld, WorldOptions } from '../world/world-shape.ts';
import { Paged, PaperError, route } from './handler.ts';
import { type PaperService, type PaperServiceOptions, startShell } from './service-shell.ts';

const base = { summary: '', source: 'paper', scope: null } as const;
const anyData = z.unknown();

export const readNotes = endpoint({
  ...base,
  id: 'notes.list',
  method: 'GET',
  path: '/api/v2/notes',
  scope: 'read:wallets',
  response: anyData,
});
export const addNote = endpoint({
  ...base,
  id: 'notes.add',
  method: 'POST',
  path: '/api/v2/notes',
  scope: 'write:wallets',
  body: request({ note: text('note', 100_000), times: whole('times').optional() }),
  response: anyData,
});
const latestNote = endpoint({
  ...base,
  id: 'notes.latest',
  method: 'GET',
  path: '/api/v2/notes/latest',
  response: anyData,
});
const getNote = endpoint({
  ...base,
  id: 'notes.get',
  method: 'GET',
  path: '/api/v2/notes/{index}',
  params: request({ index: text('index') }),
  response: anyData,
});
const breakDown = endpoint({ ...base, id: 'notes.break', method: 'POST', path: '/api/v2/break', response: anyData });
const refuse = endpoint({ ...base, id: 'notes.refuse', method: 'GET', path: '/api/v2/refuse', response: anyData });
const usage = endpoint({ ...base, id: 'notes.usage', method: 'GET', path: '/api/v2/usage', response: anyData });
const trade = endpoint({
  ...base,
  id: 'notes.trade',
  method: 'POST',
  path: '/api/v2/trade',
  body: z.looseObject({}),
  response: anyData,
});

/** A test world that stores notes; its trades are whatever intent the caller sends. */
export class NotesWorld implements PaperWorld {
  chainState(): never {
    throw new Error('this world has no chains');
  }

  notes: string[] = [];
  advancedMs = 0;
  readonly options: WorldOptions;

  constructor(options: WorldOptions) {
    this.options = options;
  }

  readonly readIntent = (endpointId: string, input: unknown) =>
    endpointId === trade.id ? (input as { body: Intent }).body : null;

  readonly openTasks = new Set<string>();
  isTaskOpen(taskId: string) {
    return this.openTasks.has(taskId);
  }

  routes(usageOf: (keyId: string) => unknown) {
    return [
      route(getNote, ({ params }) => ({ note: this.notes[Number(params.index)] })),
      route(latestNote, () => ({ latest: this.notes.at(-1) })),
      route(readNotes, () => new Paged(this.notes, { hasMore: false, limit: 20, page: 1 })),
      route(addNote, ({ body }) => {
        this.notes.push(body.note);
        return { count: this.notes.length };
      }),
      route(breakDown, () => {
        throw new Error('the inside: sk_secret');
      }),
      route(refuse, () => {
        throw new PaperError(429, 'RATE_LIMITED', 'later', { why: 'test' }, 1.2);
      }),
      route(usage, (_input, { key }) => usageOf(key.keyId)),
      route(trade, (_input, { requestId }) => {
        this.openTasks.add(requestId);
        return { taskId: requestId };
      }),
    ];
  }

  advance(_nowMs: number, marketElapsedMs: number) {
    this.advancedMs += marketElapsedMs;
  }

  play() {}

  isOut = false;

  snapshot() {
    return { notes: this.notes, big: 10n ** 30n };
  }

  restore(state: unknown) {
    const { notes, big } = state as { notes: string[]; big: bigint };
    if (big !== 10n ** 30n) throw new Error('digits were lost');
    this.notes = notes;
  }
}

export interface NotesService extends PaperService {
  readonly world: NotesWorld;
  readonly faults: unknown[];
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

export interface CallOptions {
  /** Null: none; absent: the full key's. */
  readonly key?: string | null;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    data?: unknown;
    error?: { code: string; message: string; details?: unknown };
    requestId?: string;
    pagination?: unknown;
  };
}

/** Starts the shell around a NotesWorld on a free port. */
export async function startNotes(overrides: Partial<PaperServiceOptions> = {}): Promise<NotesService> {
  let world: NotesWorld | undefined;
  const faults: unknown[] = [];
  const options = { seed: 7, speed: 1, stateDir: null, clock: systemClock, random: seededRandom(1), ...overrides };
  const service = await startShell({ ...options, onFault: (error) => faults.push(error) }, (deps) => {
    world = new NotesWorld(deps);
    return world;
  });
  return { ...service, world: world!, faults, call: (method, path, call) => callService(service, method, path, call) };
}

export async function callService(
  service: PaperService,
  method: string,
  path: string,
  { key = service.apiKey, json, body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(json === undefined && body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

/** Asks for the token of a presence channel, as a form. */
export const authorise = (service: PaperService, socketId: string, channel: string, options: CallOptions = {}) =>
  callService(service, 'POST', '/api/v2/ws/auth', {
    body: new URLSearchParams({ socket_id: socketId, channel_name: channel }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...options,
  });

/** Status of a GET with a custom Host header, which fetch does not allow. */
export const statusWithHost = (service: PaperService, path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(service.baseUrl);
    const call = httpRequest({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject).end();
  });

export const keyIdOf = (token: string): PaperKey['keyId'] => token.split('_')[1]!;
