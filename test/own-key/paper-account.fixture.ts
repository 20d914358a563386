import {
  createKeyPairSignerFromPrivateKeyBytes,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  signTransaction,
} from '@solana/kit';
import { type Hex, parseTransaction, type TransactionSerializableEIP1559 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Chain } from '../../src/domain/market/chain.ts';
import { startPaperService } from '../../src/paper/service/service.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { createChainRpc } from '../../src/signing/chain/create-chain-rpc.ts';
import type { Envelope } from '../../src/signing/prepare/built-swap.ts';
import { type PreparedTransaction, prepareSwap } from '../../src/signing/prepare/prepare-swap.ts';
import type { SigningPolicy } from '../../src/signing/rules/review.ts';
import { trustedPrograms } from '../../src/signing/rules/trusted-programs.ts';
import type { UnsignedTransaction } from '../../src/signing/swap-order.ts';

const secret = Buffer.alloc(32, 0x42);

export const policy: SigningPolicy = {
  programs: trustedPrograms('paper', []),
  allowUnknown: new Set(),
  maxFee: { solana: 10_000_000n, base: 10n ** 16n, bsc: 10n ** 16n, monad: 10n ** 18n },
};

/** Signs in this process, for tests of everything but signers. */
export async function testKeys() {
  const svm = await createKeyPairSignerFromPrivateKeyBytes(secret);
  const evm = privateKeyToAccount(`0x${secret.toString('hex')}`);
  return {
    addressOn: (chain: Chain): string => (chain === 'solana' ? svm.address : evm.address),
    async sign({ chain, encoded }: UnsignedTransaction): Promise<string> {
      if (chain !== 'solana')
        return evm.signTransaction(parseTransaction(encoded as Hex) as TransactionSerializableEIP1559);
      const transaction = getTransactionDecoder().decode(Buffer.from(encoded, 'base64'));
      return getBase64EncodedWireTransaction(await signTransaction([svm.keyPair], transaction));
    },
  };
}

interface BuiltAnswer {
  readonly transaction: string | Envelope;
  readonly approvalTransaction?: Envelope | null;
  readonly quoteId: string;
  readonly quoteSummary: { readonly outputAmount: string };
}

/** A paper service, with what a desk asks of it and of its chains. */
export async function openPaper() {
  const paper = await startPaperService({ seed: 1, speed: 1, stateDir: null, clock: systemClock });
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const response = await fetch(paper.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${paper.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data, error } = (await response.json()) as { data: T; error?: unknown };
    if (error) throw new Error(JSON.stringify(error));
    return data;
  };
  const rpcUrl = (chain: Chain) => `${paper.baseUrl}/paper/rpc/${chain}`;
  const rpc = (chain: Chain) => createChainRpc(chain, rpcUrl(chain), { clock: systemClock });
  return {
    paper,
    post,
    rpcUrl,
    rpc,
    fund: (chain: Chain, address: string, amount: bigint, token?: string) =>
      post('/paper/admin/faucet', { chain, address, amount: `${amount}`, ...(token && { token }) }),
    /** As the desk prepares it. */
    async prepare(
      chain: Chain,
      owner: string,
      inputToken: string,
      outputToken: string,
      amountIn: bigint,
    ): Promise<PreparedTransaction> {
      const pair = { chain, inputMint: inputToken, outputMint: outputToken, amount: `${amountIn}`, slippageBps: 100 };
      const built = await post<BuiltAnswer>('/api/v2/swap/transaction', { ...pair, walletAddress: owner });
      return prepareSwap({
        order: {
          chain,
          owner,
          inputToken,
          outputToken,
          amountIn,
          minAmountOut: (BigInt(built.quoteSummary.outputAmount) * 99n) / 100n,
        },
        built: {
          transaction: built.transaction,
          approvalTransaction: built.approvalTransaction ?? null,
          builtAtMs: Date.now(),
        },
        claimed: [],
        rpcs: [rpc(chain)],
        policy,
        nowMs: Date.now(),
        wasSigned: () => false,
      });
    },
  };
}
