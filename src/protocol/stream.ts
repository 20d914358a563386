import type { z } from 'zod';

/** A filter that a session request may give with the stream. */
export interface StreamFilter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** One stream of the catalog, as data, for the client, the paper service and the coverage table. */
export interface Stream<D extends z.ZodType = z.ZodType> {
  /** Name in session requests, such as `svm.token.swaps`. */
  readonly id: string;
  /** Other spellings in use; the service's catalog decides which one is sent. */
  readonly aliases: readonly string[];
  readonly visibility: 'public' | 'presence';
  readonly filters: readonly StreamFilter[];
  /** The stream is normally busy: a long silence is reported. */
  readonly isSteady: boolean;
  readonly source: 'contract' | 'facts';
  readonly summary: string;
  /** Where the desk uses it; '' if nothing does. */
  readonly desk: string;
  /** Schema of the event's `data`. */
  readonly payload: D;
  /** Reads an ordinary payload as the schema does, but faster; null if the schema has to read it. */
  readonly readPlain?: ((data: unknown) => unknown) | undefined;
}

/** A stream whose payload is unknown to the compiler. */
export type AnyStream = Stream;
/** A payload as it has been read: cleaned, and with unknown fields left out or kept as its schema says. */
export type StreamData<S extends AnyStream> = z.output<S['payload']>;
/** A payload as it stands on the wire. */
export type StreamDataInput<S extends AnyStream> = z.input<S['payload']>;

/** A stream of the catalog; without aliases, unused and not steady unless it says so. */
export function stream<D extends z.ZodType>(
  spec: Omit<Stream<D>, 'aliases' | 'desk' | 'isSteady'> & Partial<Pick<Stream<D>, 'aliases' | 'desk' | 'isSteady'>>,
): Stream<D> {
  return { aliases: [], desk: '', isSteady: false, ...spec };
}
