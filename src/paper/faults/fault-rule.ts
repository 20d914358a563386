import { z } from 'zod';

/** Effect of a rule on a call, or on its response. */
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
  'renameField',
  'dropField',
  'retypeField',
] as const;

/** Effects that change one field of an answer or event. */
export const fieldFaults = ['renameField', 'dropField', 'retypeField'] as const;

/** Effect of a rule on an opening socket, or on an event to a socket. */
export const socketFaults = ['closeSocket', 'halfOpen'] as const;
const onlyEventFaults = ['silence', 'delay', 'duplicate', 'reorder', ...socketFaults] as const;
export const eventFaults = [...onlyEventFaults, 'hostileText', ...fieldFaults] as const;

const kinds = [...callFaults, ...onlyEventFaults] as const;
export type FaultKind = (typeof kinds)[number];

const isFieldFault = (kind: FaultKind): boolean => fieldFaults.some((one) => one === kind);

/** Codes allowed in a close frame. */
export const closeCode = z.union([z.literal(1000), z.literal(1001), z.int().min(3000).max(4999)]);
/** A close reason has at most 123 bytes, and a character may take four of them. */
export const closeReason = z.string().max(30);

/**
 * One fault. `route` is a glob (`*` matches any text) of its subjects: `POST /api/v2/swap/*` or a path alone, `CONNECT`
 * for opening sockets, `EVENT <channel>` for each event to one socket.
 */
export const faultRule = z
  .strictObject({
    route: z.string().min(1).max(300).default('*'),
    kind: z.enum(kinds),
    /** Number of hits; null until it is removed. */
    times: z.int().min(1).max(1_000_000).nullable().default(1),
    /** Number of matches to let pass first. */
    skip: z.int().min(0).max(1_000_000).default(0),
    /** Probability of a hit per match, drawn from the service's seed. */
    probability: z.number().gt(0).max(1).default(1),
    /** latency and delay, milliseconds. */
    delayMs: z.int().min(0).max(600_000).default(1_000),
    /** serverError. */
    status: z.int().min(500).max(599).default(500),
    /** serverError: the call is executed before this response. */
    isHandled: z.boolean().default(false),
    /** rateLimit, seconds. */
    retryAfterS: z.int().min(0).max(3_600).default(1),
    /** closeSocket. */
    code: closeCode.default(4200),
    reason: closeReason.default('a fault was asked for'),
    /** renameField, dropField, retypeField: the field's name, at any depth. */
    field: z.string().min(1).max(100).optional(),
    /** renameField: its new name. */
    to: z.string().min(1).max(100).default('renamed'),
  })
  .refine(({ kind, field }) => !isFieldFault(kind) || field !== undefined, {
    path: ['field'],
    error: 'field is missing',
  });

export type FaultRule = z.output<typeof faultRule>;
export type FaultRuleInput = z.input<typeof faultRule>;
