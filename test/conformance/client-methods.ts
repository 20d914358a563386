import { createShurikenClient } from '@shuriken/sdk-ts';
import type { ClientMethod } from '../../src/protocol/coverage.ts';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';

type Method = (...args: unknown[]) => Promise<unknown>;

/** Every REST method of the published client as `group.method`, with the operation that it calls; '' for none that we know. */
export async function clientMethods(): Promise<ClientMethod[]> {
  const { ws: _, ...groups } = createShurikenClient({ apiBaseUrl: 'http://client.invalid', apiKey: 'sk_0_0' });
  const methods: ClientMethod[] = [];
  for (const [group, api] of Object.entries(groups as unknown as Record<string, Record<string, Method>>))
    for (const [name, run] of Object.entries(api))
      methods.push({ method: `${group}.${name}`, operation: operationOf(await firstRequest(run)) });
  return methods;
}

/** What a method would send first; whatever is asked of it, it gets no answer. */
async function firstRequest(run: Method): Promise<{ method: string; path: string }> {
  const sent: { method: string; path: string }[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    sent.push({ method: init?.method ?? 'GET', path: new URL(String(input)).pathname });
    throw new TypeError('nothing is sent');
  };
  // Text where it wants an id, an object where it wants fields: either is taken for the other.
  const argument = () => Object.assign(new String('x'), { tokens: [] });
  await run(argument(), argument()).catch(() => undefined);
  globalThis.fetch = fetch;
  return sent[0] ?? { method: '', path: '' };
}

function operationOf({ method, path }: { method: string; path: string }): string {
  const parts = path.split('/');
  const fits = (template: string) => {
    const wanted = template.split('/');
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('{') || part === parts[at]);
  };
  return allEndpoints.find((endpoint) => endpoint.method === method && fits(endpoint.path))?.id ?? '';
}
