import { z } from 'zod';

/** What a rule does to a call: to all of it, or to its answer. */
export const callFaults = [
  'latency',
  'hang',
  'dropRequest',
  'dropAnswer',
  'resetMidBody',
  'rateLimit',
  'serverError',
  'badJson',
  'hostileText',
] as const;

/** What a rule does to a socket that opens, or to an event on its way to one. */
export const socketFaults = ['closeSocket', 'halfOpen'] as const;
export const eventFaults = ['silence', 'delay', 'duplicate', 'reorder', 'hostileText', ...socketFaults] as const;

const kinds = [...callFaults, ...eventFaults.filter((kind) => kind !== 'hostileText')] as const;
export type FaultKind = (typeof kinds)[number];

/** Codes that a close frame may carry. */
export const closeCode = z.union([z.literal(1000), z.literal(1001), z.int().min(3000).max(4999)]);
/** A close frame carries at most 123 bytes of reason, and a character may take four of them. */
export const closeReason = z.string().max(30);

/**
 * One fault. `route` is a glob (`*` stands for any text) of what it concerns: `POST /api/v2/swap/*` or a path alone,
 * `CONNECT` for sockets that open, `EVENT <channel>` for each event on its way to one socket.
 */
export const faultRule = z.strictObject({
  route: z.string().min(1).max(300).default('*'),
  kind: z.enum(kinds),
  /** How often it strikes; null until it is cleared. */
  times: z.int().min(1).max(1_000_000).nullable().default(1),
  /** How many matches it lets pass first. */
  skip: z.int().min(0).max(1_000_000).default(0),
  /** Share of the matches that it strikes, by the seed of the service. */
  probability: z.number().gt(0).max(1).default(1),
  /** latency and delay, milliseconds. */
  delayMs: z.int().min(0).max(600_000).default(1_000),
  /** serverError. */
  status: z.int().min(500).max(599).default(500),
  /** serverError: the call is carried out before it is answered so. */
  isHandled: z.boolean().default(false),
  /** rateLimit, seconds. */
  retryAfterS: z.int().min(0).max(3_600).default(1),
  /** closeSocket. */
  code: closeCode.default(4200),
  reason: closeReason.default('a fault was asked for'),
});

export type FaultRule = z.output<typeof faultRule>;
export type FaultRuleInput = z.input<typeof faultRule>;
