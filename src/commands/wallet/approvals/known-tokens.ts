import { createApiClient } from '../../../client/http/api-client.ts';
import { ApiError } from '../../../client/http/errors.ts';
import { type Chain, chains, readChain } from '../../../domain/market/chain.ts';
import { parseTokenId, quoteTokens, type TokenRef } from '../../../domain/market/token.ts';
import type { Config } from '../../../platform/config/config-schema.ts';
import { portfolioPositions } from '../../../protocol/endpoints/portfolio.ts';
import { readable } from '../../../protocol/schema.ts';
import type { CommandIo } from '../../command.ts';
import type { ServiceTarget } from '../../target.ts';

/** Tokens that the desk knows: dollar tokens, the configured tape, and what the service's wallets hold. Never rejects for the service. */
export async function knownTokens(
  service: ServiceTarget | null,
  config: Config,
  io: CommandIo,
): Promise<(chain: Chain) => readonly string[]> {
  const held = service ? await heldTokens(service, config, io) : [];
  const taped = config.tape.tokens.flatMap((id) => parseTokenId(id) ?? []);
  const all: readonly TokenRef[] = [...quoteTokens.filter(({ kind }) => kind === 'stable'), ...taped, ...held];
  return (chain) =>
    all
      .filter((token) => token.chain === chain && token.address !== chains[chain].nativeAddress)
      .map(({ address }) => address);
}

async function heldTokens({ baseUrl, apiKey }: ServiceTarget, { names }: Config, io: CommandIo): Promise<TokenRef[]> {
  const { clock, random, signal } = io;
  try {
    const client = createApiClient({ baseUrl, apiKey, clock, random, names });
    const { data } = await client.call(portfolioPositions, {}, { signal });
    return readable(data.positions).flatMap(({ network, tokenAddress: address }) => {
      const chain = readChain(network);
      return chain ? [{ chain, address }] : [];
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    io.stderr.write(`The holdings of the service's wallets could not be read (${error.code}: ${error.message}).\n`);
    return [];
  }
}
