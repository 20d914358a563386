import type { PaperProcess } from '../driver/paper-process.ts';

type Paper = Pick<PaperProcess, 'baseUrl' | 'keys'>;

/** Pulls a lever of a running paper service; resolves to the data of its answer. */
export async function lever(
  { baseUrl, keys }: Paper,
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`${baseUrl}/paper/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${keys.full}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: unknown }).data;
}

/** Adds a fault; it strikes once unless told otherwise. Resolves to a function that ends it. */
export async function addFault(paper: Paper, rule: Readonly<Record<string, unknown>>): Promise<() => Promise<unknown>> {
  const { faultId } = (await lever(paper, 'POST', 'faults', rule)) as { faultId: string };
  return () => lever(paper, 'DELETE', `faults?faultId=${faultId}`);
}
