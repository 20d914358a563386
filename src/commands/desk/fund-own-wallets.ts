import { z } from 'zod';
import { createApiClient } from '../../client/http/api-client.ts';
import { type Chain, chains } from '../../domain/market/chain.ts';
import { parseAmount } from '../../domain/numbers/amount.ts';
import type { OwnDesk } from '../../own-desk.ts';
import { endpoint } from '../../protocol/endpoint.ts';
import { request, text } from '../../protocol/request.ts';
import type { Service } from '../../service.ts';
import type { CommandIo } from '../command.ts';

/** Paper money of a new own wallet, in the chain's native coin. */
const startingAmounts: Readonly<Record<Chain, string>> = { solana: '20', base: '1', bsc: '3', monad: '5000' };

const faucet = endpoint({
  id: 'paper.faucet',
  method: 'POST',
  path: '/paper/admin/faucet',
  summary: 'Fund an address that signs for itself',
  source: 'paper',
  scope: null,
  body: request({ chain: text('chain'), address: text('address'), amount: text('amount') }),
  response: z.unknown(),
});

/** Gives own wallets that have nothing on the embedded paper service something to trade with. Failures leave them empty. */
export async function fundOwnWallets(service: Service, own: OwnDesk, { clock, random }: CommandIo): Promise<void> {
  const client = createApiClient({ ...service, clock, random });
  const { holdings } = await own.readHoldings([]);
  const empty = own.entries.flatMap(({ address, chains: on }) =>
    on
      .filter(
        (chain) => !holdings.some((held) => held.chain === chain && held.address === address && held.baseUnits > 0n),
      )
      .map((chain) => ({ chain, address })),
  );
  await Promise.all(
    empty.map(async ({ chain, address }) => {
      const { nativeDecimals, nativeSymbol } = chains[chain];
      const amount = `${parseAmount(startingAmounts[chain], nativeDecimals, nativeSymbol)}`;
      await client.call(faucet, { body: { chain, address, amount } }).catch(() => undefined);
    }),
  );
}
