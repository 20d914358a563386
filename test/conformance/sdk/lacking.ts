import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { expectEach, text } from '../shapes.ts';

/** The contract's operations that the published client has no method for, by plain HTTP. */
export function operationsThatTheClientLacks({ call }: Peer): void {
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await call('GET', path);
    expect(status, path).toBe(200);
    return body.data as T;
  };

  test('a part of the settings is changed, and the others stay', async () => {
    interface Settings {
      readonly tradeSettings: { readonly autoEnableMultisend: boolean };
    }
    const before = await read<Settings>('/api/v2/account/settings');
    const autoEnableMultisend = !before.tradeSettings.autoEnableMultisend;
    const json = { tradeSettings: { autoEnableMultisend } };
    const changed = { tradeSettings: { ...before.tradeSettings, autoEnableMultisend } };
    expect(await call('PATCH', '/api/v2/account/settings', { json })).toMatchObject({
      status: 200,
      body: { data: changed },
    });
    expect(await read<Settings>('/api/v2/account/settings')).toEqual(changed);
  });

  test('the catalog of streams', async () => {
    const { streams } = await read<{ streams: { id: string }[] }>('/api/v2/ws/streams');
    expectEach(streams, {
      id: text,
      visibility: expect.toBeOneOf(['public', 'presence']),
      filters: expect.any(Array),
      event: 'update',
      payloadFormat: 'json',
      payloadSchemaId: text,
    });
    expect(streams).toContainEqual(
      expect.objectContaining({
        id: 'svm.token.swaps',
        visibility: 'public',
        filters: [{ name: 'tokenAddress', required: true, description: text }],
      }),
    );
  });
}
