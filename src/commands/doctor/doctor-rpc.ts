import { allChains, chains } from '../../domain/market/chain.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { ChainError } from '../../signing/chain/chain-rpc.ts';
import { createChainRpc } from '../../signing/chain/create-chain-rpc.ts';
import { type Check, fail, ok } from './doctor-check.ts';

const subject = 'Endpoint';

/** Whether each endpoint of `[rpc]` answers, is of its chain, and how fast. Names hosts only. */
export const checkEndpoints = (rpc: Config['rpc'], clock: Clock): Promise<Check[]> =>
  Promise.all(allChains.flatMap((chain) => rpc[chain].map((url) => checkEndpoint(chain, url, clock))));

async function checkEndpoint(chain: (typeof allChains)[number], url: string, clock: Clock): Promise<Check> {
  const { name, nativeAddress } = chains[chain];
  try {
    const endpoint = createChainRpc(chain, url, { clock });
    // Any address will do: the first call also asks for the chain and includes connecting, so only the second counts.
    const ask = () => endpoint.token(nativeAddress);
    await ask();
    const startMs = clock.monotonic();
    await ask();
    return ok(subject, `${name}: ${endpoint.host} answers in ${Math.round(clock.monotonic() - startMs)} ms`);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const cure =
      error.code === 'WRONG_CHAIN'
        ? `List it in [rpc] under its own chain, or remove it from ${chain}.`
        : `Check its address in [rpc] under ${chain}, and the network.`;
    return fail(subject, `${name}: ${cleanText(error.message, 400)}`, cure);
  }
}
