import type { OwnKeys } from '../../../actions/own-key/own-keys.ts';
import { allChains, type Chain, chains } from '../../../domain/market/chain.ts';
import type { Config } from '../../../platform/config/config-schema.ts';
import { PlainError } from '../../../platform/process/plain-error.ts';
import { ChainError, type ChainRpc } from '../../../signing/chain/chain-rpc.ts';
import { permit2 } from '../../../signing/decode/permit2.ts';
import type { OwnWallet } from '../../../signing/own-wallet.ts';
import type { CommandIo } from '../../command.ts';
import { withProgress } from '../../desk/progress-line.ts';
import type { ServiceTarget } from '../../target.ts';
import { type Approval, findApprovals, findDelegates, searchedText } from './find-approvals.ts';
import { knownTokens } from './known-tokens.ts';

export interface Around {
  readonly wallet: OwnWallet;
  readonly own: OwnKeys;
  /** Null: the wallet is looked at without one. */
  readonly service: ServiceTarget | null;
  readonly config: Config;
  readonly io: CommandIo;
}

interface Given {
  readonly chain?: string | undefined;
  readonly token?: readonly string[] | undefined;
  readonly spender?: readonly string[] | undefined;
}

/** Looks on every chain of the wallet, or the given one. `isWhole`: each answered. Says on stderr what was looked at. */
export async function lookForApprovals(around: Around, values: Given, blocks: number) {
  const { wallet, own, io } = around;
  const wanted = allChains.filter(
    (chain) => chains[chain].family === wallet.family && (values.chain === undefined || values.chain === chain),
  );
  if (wanted.length === 0) throw new PlainError(`${wallet.name} is a Solana wallet: leave --chain out.`);
  const tokensOn = await knownTokens(around.service, around.config, io);
  const approvals: Approval[] = [];
  let isWhole = true;
  for (const chain of wanted) {
    const [rpc] = own.rpcs(chain);
    if (!rpc) io.stderr.write(`No endpoint is set for ${chains[chain].name} (rpc.${chain}): it was not looked at.\n`);
    else
      try {
        const work = () => findOn(rpc, tokensOn(chain), around, values, blocks);
        approvals.push(...(await withProgress(io, `Asking ${rpc.host}`, work)));
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        isWhole = false;
        io.stderr.write(`${chains[chain].name} could not be read: ${error.message}.\n`);
      }
  }
  return { approvals, isWhole };
}

async function findOn(
  rpc: ChainRpc,
  known: readonly string[],
  { wallet, own, io }: Around,
  { token = [], spender = [] }: Given,
  blocks: number,
): Promise<readonly Approval[]> {
  if (rpc.family === 'svm') return findDelegates(rpc, wallet.address);
  const found = await findApprovals(rpc, {
    owner: wallet.address,
    tokens: [...known, ...token],
    spenders: [...trustedOn(own, rpc.chain), permit2, ...spender],
    blocks,
  });
  io.stderr.write(`${searchedText(chains[rpc.chain], found)}\n`);
  return found.approvals;
}

const trustedOn = ({ policy }: OwnKeys, chain: Chain): string[] =>
  [...policy.programs].flatMap((key) => (key.startsWith(`${chain}:`) ? [key.slice(chain.length + 1)] : []));
