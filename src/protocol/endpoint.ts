import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = z.ZodType | undefined;

/** null: any valid key will do. `unknown`: nobody has published the scope's name. */
type NoScope = null | 'unknown';

/**
 * One operation of the service, as data. The typed client call, the paper route's validation, `swapdeck call` and the
 * coverage table all read it.
 */
export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends z.ZodType = z.ZodType,
> {
  /** `resource.operation`, as `swapdeck call` takes it. */
  readonly id: string;
  readonly method: Method;
  /** Below the base URL, with `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  /**
   * `contract`: documented in the published contract. `facts`: known only from the service's published clients.
   * `paper`: paper's own.
   */
  readonly source: 'contract' | 'facts' | 'paper';
  /** True if the call changes something at the service: it is then sent once and never retried. */
  readonly mutates: boolean;
  /** Scopes of which a key needs one. Their names are opaque to the client. */
  readonly scope: readonly string[] | NoScope;
  /** Where the desk uses it, for the coverage table; '' if only `swapdeck call` reaches it. */
  readonly desk: string;
  /** Body encoding; only channel authorisation is a form. */
  readonly encoding: 'json' | 'form';
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Schema of the envelope's `data`. */
  readonly response: R;
  /** Error code for a body without a required field; INVALID_PARAMS by default. */
  readonly missingCode?: string;
}

/** An operation whose schemas are unknown to the compiler. */
export type AnyEndpoint = Endpoint;

type Spec<P extends Schema, Q extends Schema, B extends Schema, R extends z.ZodType> = Omit<
  Endpoint<P, Q, B, R>,
  'params' | 'query' | 'body' | 'mutates' | 'scope' | 'desk' | 'encoding'
> & {
  params?: P;
  query?: Q;
  body?: B;
  mutates?: boolean;
  /** One scope, or several that serve alike. */
  scope: string | readonly string[] | NoScope;
  desk?: string;
  encoding?: 'form';
};

/** Defines an operation. Anything but a GET mutates unless stated otherwise. */
export function endpoint<
  R extends z.ZodType,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(spec: Spec<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    mutates: spec.method !== 'GET',
    desk: '',
    encoding: 'json',
    ...spec,
    scope: scopeOf(spec.scope),
    // Left out only where the type says undefined.
    params: spec.params as P,
    query: spec.query as Q,
    body: spec.body as B,
  };
}

const scopeOf = (scope: string | readonly string[] | null): readonly string[] | NoScope =>
  scope === null || scope === 'unknown' ? scope : typeof scope === 'string' ? [scope] : scope;

type Part<K extends string, S, Side extends 'input' | 'output'> = S extends z.ZodType
  ? Side extends 'output'
    ? { [k in K]: z.output<S> }
    : Record<never, never> extends z.input<S>
      ? { [k in K]?: z.input<S> }
      : { [k in K]: z.input<S> }
  : unknown;

/** What a caller passes: the operation's path parameters, query and body. */
export type CallInput<E extends AnyEndpoint> = Part<'params', E['params'], 'input'> &
  Part<'query', E['query'], 'input'> &
  Part<'body', E['body'], 'input'>;

/** Validated input of the paper service's handler. */
export type HandlerInput<E extends AnyEndpoint> = Part<'params', E['params'], 'output'> &
  Part<'query', E['query'], 'output'> &
  Part<'body', E['body'], 'output'>;

/** What the paper service's handler returns. */
export type ResponseInput<E extends AnyEndpoint> = z.input<E['response']>;

/** What the client's caller gets. */
export type ResponseData<E extends AnyEndpoint> = z.output<E['response']>;
