import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SavedCheck } from './saved-answers.ts';

/** A service that gives the saved answers of a check: whatever the parameters, one answer for each operation. */
export async function serveSaved(saved: SavedCheck): Promise<{ baseUrl: string; close(): void }> {
  const routes = saved.answers.map((answer) => ({
    ...answer,
    pattern: new RegExp(`^${answer.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    parameters: answer.path.split('{').length,
  }));
  routes.sort((one, other) => one.parameters - other.parameters);
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(path));
    response.writeHead(route?.status ?? 404, route?.headers).end(JSON.stringify(route?.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
