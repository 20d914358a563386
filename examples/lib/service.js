import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

/** A refusal or a failure. `isUnknown`: nobody knows whether what was sent was done. */
export class ServiceError extends Error {
  constructor(message, { code, status = null, requestId = null, isUnknown = false }) {
    super(message);
    Object.assign(this, { code, status, requestId, isUnknown });
  }
}

/** The service of SWAPDECK_URL with the key of SWAPDECK_API_KEY; another machine's only with `isLive`. */
export function connect({ isLive = false } = {}) {
  const { SWAPDECK_URL: url, SWAPDECK_API_KEY: apiKey } = process.env;
  if (!url || !apiKey) quit('Set SWAPDECK_URL and SWAPDECK_API_KEY: swapdeck paper prints them.');
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  if (!isHere && !isLive) quit(`${url} is not on this machine: add --live to trade with real money.`);
  return { url, apiKey };
}

/** `data` of an answer. Sent once: what changes something must not be repeated before it is known what became of it. */
export async function call({ url, apiKey }, method, path, { query = {}, body } = {}) {
  const target = new URL(`/api/v2/${path}`, url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
  let answer;
  let status = null;
  try {
    const response = await fetch(target, {
      method,
      redirect: 'error',
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(15_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    status = response.status;
    answer = await response.json();
  } catch (error) {
    const isUnknown = method !== 'GET';
    throw new ServiceError(`${method} ${path}: ${error.cause?.message ?? error.message}`, {
      code: 'NO_ANSWER',
      status,
      isUnknown,
    });
  }
  if (status < 400) return answer.data;
  const { code = 'UNKNOWN', message = 'no reason was given' } = answer.error ?? {};
  throw new ServiceError(message, {
    code,
    status,
    requestId: answer.requestId,
    isUnknown: method !== 'GET' && status >= 500,
  });
}

/** The first result of an order; a refusal by the venue is an error too. */
export async function order(service, method, path, body) {
  const { results } = await call(service, method, path, { body });
  const [first] = results;
  if (first?.status === 'error') throw new ServiceError(first.error, { code: 'VENUE_REFUSED' });
  return first;
}

/** An id of our own for an order, by which it is found again when its answer is lost. */
export const newCloid = () => `0x${randomBytes(16).toString('hex')}`;

export const say = (...words) => console.log(new Date().toISOString().slice(11, 19), ...words);

export function quit(message) {
  console.error(message);
  process.exit(2);
}

export function report(error) {
  if (!(error instanceof ServiceError)) throw error;
  const request = error.requestId ? ` (request ${error.requestId})` : '';
  console.error(`${error.code}: ${error.message}${request}${error.isUnknown ? '; it may have been done' : ''}`);
}

/** Options and words of the command line. */
export function readArgs(options, usage) {
  try {
    return parseArgs({ options: { live: { type: 'boolean' }, ...options }, allowPositionals: true });
  } catch (error) {
    return quit(`${error.message.split('. ')[0]}. Usage: ${usage}`);
  }
}

/** Aborted by Ctrl-C, by the end of the pipe that we write to, or after so many seconds. */
export function untilStopped(seconds) {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  process.stdout.on('error', () => stopping.abort());
  if (seconds) setTimeout(() => stopping.abort(), Number(seconds) * 1000).unref();
  return stopping.signal;
}

export const pause = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal?.addEventListener('abort', end, { once: true });
  });
