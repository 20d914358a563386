import type { ApiClient } from '../../src/client/http/api-client.ts';
import type { ResponseData } from '../../src/protocol/endpoint.ts';
import { wsSession } from '../../src/protocol/endpoints/ws.ts';

/** The same client, but that sessions name another port of the host for the socket, where a proxy stands. */
export const detourSocket = (client: ApiClient, wsPort: number): ApiClient => ({
  ...client,
  async call(endpoint, input, options) {
    const result = await client.call(endpoint, input, options);
    if (endpoint.id !== wsSession.id) return result;
    const data = result.data as ResponseData<typeof wsSession>;
    const through = { ...data, connection: { ...data.connection, wsPort } };
    return { ...result, data: through as typeof result.data };
  },
});
