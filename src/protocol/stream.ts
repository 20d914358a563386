import type { z } from 'zod';

export interface StreamFilter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** One stream of the catalog, as data: read by the client, the paper service and the coverage table. */
export interface Stream<D extends z.ZodType = z.ZodType> {
  /** Name in session requests, such as `svm.token.swaps`. */
  readonly id: string;
  /** Other spellings seen in the wild; the service's catalog decides which one is sent. */
  readonly aliases: readonly string[];
  readonly visibility: 'public' | 'presence';
  readonly filters: readonly StreamFilter[];
  /** Something is expected on it all the time: a long silence is worth a word. */
  readonly isSteady: boolean;
  readonly source: 'contract' | 'facts';
  readonly summary: string;
  /** Where the desk uses it; '' when nothing does. */
  readonly desk: string;
  /** Shape of the event's `data`. */
  readonly payload: D;
}

export type AnyStream = Stream;
export type StreamData<S extends AnyStream> = z.output<S['payload']>;
export type StreamDataInput<S extends AnyStream> = z.input<S['payload']>;

export function stream<D extends z.ZodType>(
  spec: Omit<Stream<D>, 'aliases' | 'desk' | 'isSteady'> & Partial<Pick<Stream<D>, 'aliases' | 'desk' | 'isSteady'>>,
): Stream<D> {
  return { aliases: [], desk: '', isSteady: false, ...spec };
}
