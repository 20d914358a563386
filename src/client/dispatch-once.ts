type Dispatcher = NonNullable<RequestInit['dispatcher']>;

const global = Symbol.for('undici.globalDispatcher.1');

/**
 * A way out for one request and for no second one. Node's fetch asks again by itself after an HTTP 421, as the Fetch standard
 * has it: what changes something would be done twice. The second attempt throws here, so the call ends without an answer.
 */
export function dispatchOnce(): Dispatcher {
  let isUsed = false;
  const once: Pick<Dispatcher, 'dispatch'> = {
    dispatch(options, handler) {
      if (isUsed) throw new Error('a request that changes something is sent once');
      isUsed = true;
      return (globalThis as unknown as Record<symbol, Dispatcher>)[global]!.dispatch(options, handler);
    },
  };
  return once as Dispatcher;
}
