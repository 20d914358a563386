import { PlainError } from './plain-error.ts';

type Dispatcher = NonNullable<RequestInit['dispatcher']>;

/**
 * Keys of the dispatcher that all copies of undici in a process share: undici 8, which Node 26 has, and older versions.
 */
const places = [Symbol.for('undici.globalDispatcher.2'), Symbol.for('undici.globalDispatcher.1')];

/**
 * A dispatcher that sends one request and throws on a second. Node's fetch retries after HTTP 421, as the Fetch
 * standard says, which would repeat a mutating request. Throwing ends the call without a response instead.
 *
 * It depends on two undocumented details of Node: fetch honours `dispatcher`, and keeps its own under a symbol. Without
 * the symbol the desk does not start (`checkDispatcher`); without the option a request would be repeated after a 421,
 * which test/faults/order-faults.test.ts detects. The undici package exports both, but costs too much: an Agent of
 * undici 8.12 adds 550 kB and 26 ms of start-up (with its fetch 950 kB and 40 ms), the fetch of Node 24 refuses it
 * ("invalid onRequestStart method"), and the first order would wait for a new connection instead of reusing the one of
 * the reads.
 */
export function dispatchOnce(): Dispatcher {
  let isUsed = false;
  const once: Pick<Dispatcher, 'dispatch'> = {
    dispatch(options, handler) {
      if (isUsed) throw new Error('a mutating request is sent only once');
      isUsed = true;
      return sharedDispatcher().dispatch(options, handler);
    },
  };
  // fetch uses only `dispatch` of a dispatcher.
  return once as Dispatcher;
}

/** Throws a PlainError if `dispatchOnce` cannot work with this Node: then no call may be made. */
export function checkDispatcher(): void {
  sharedDispatcher();
}

function sharedDispatcher(): Dispatcher {
  // Node loads fetch and its dispatcher on first access.
  void globalThis.Headers;
  for (const place of places) {
    const found: unknown = Reflect.get(globalThis, place);
    if (isDispatcher(found)) return found;
  }
  throw new PlainError(
    `The fetch of Node ${process.version} cannot be kept from sending an order twice: run swapdeck with Node 24 or 26.`,
  );
}

const isDispatcher = (value: unknown): value is Dispatcher =>
  typeof value === 'object' && value !== null && 'dispatch' in value && typeof value.dispatch === 'function';
