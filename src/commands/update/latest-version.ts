import { type Deadline, startDeadline } from '../../client/http/deadline.ts';
import { OversizeResponseError, readBody } from '../../client/http/response-body.ts';
import { CallStoppedError, whyUnreachable } from '../../client/http/transport-error.ts';
import { fieldsOf } from '../../domain/fields.ts';
import type { CommandIo } from '../command.ts';
import { versionForm } from './version-order.ts';

const timeoutMs = 10_000;
const usualRegistry = 'https://registry.npmjs.org/';

/** The latest version, or why the registry did not say. */
export type LatestVersion = { readonly version: string } | { readonly problem: string };

/** Asks the npm registry, once. Sends nothing but the name of the package. */
export async function askLatestVersion({ env, clock, signal }: CommandIo): Promise<LatestVersion> {
  const registry = registryUrl(env);
  if (registry === null) return { problem: 'npm_config_registry is not an http or https address' };
  const deadline = startDeadline(clock, timeoutMs, signal);
  try {
    const { status, text } = await deadline.race(readLatest(registry, deadline));
    if (status === 404) return { problem: `${registry.host} has no package swapdeck` };
    if (status !== 200) return { problem: `${registry.host} answered with HTTP ${status}` };
    const version = versionIn(text);
    return version === null ? { problem: `the answer of ${registry.host} names no version` } : { version };
  } catch (error) {
    return { problem: `${registry.host}: ${whyNot(error)}` };
  } finally {
    deadline.clear();
  }
}

async function readLatest(registry: URL, { signal }: Deadline) {
  const headers = { accept: 'application/json' };
  return readBody(await fetch(new URL('swapdeck/latest', registry), { headers, signal }));
}

function whyNot(error: unknown): string {
  if (error instanceof CallStoppedError)
    return error.reason === 'timeout' ? `no response in ${timeoutMs / 1_000} s` : 'stopped';
  return error instanceof OversizeResponseError ? error.message : whyUnreachable(error);
}

/** npm's setting, as npm passes it to its scripts and takes it from the environment. Null if it is no address. */
function registryUrl(env: NodeJS.ProcessEnv): URL | null {
  const text = env['npm_config_registry'] || env['NPM_CONFIG_REGISTRY'] || usualRegistry;
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  // fetch refuses an address with a password in it, and a public question needs none.
  url.username = '';
  url.password = '';
  return url;
}

/** Null if the text is not what a registry answers: it is remote text, and is shown. */
function versionIn(text: string): string | null {
  try {
    const { version } = fieldsOf(JSON.parse(text));
    return typeof version === 'string' && versionForm.test(version) ? version : null;
  } catch {
    return null;
  }
}
