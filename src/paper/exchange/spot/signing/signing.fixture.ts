import {
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  signTransaction,
} from '@solana/kit';
import type { Hex, TransactionSerializableEIP1559 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type Chain, chains } from '../../../../domain/market/chain.ts';
import { spotFixture } from '../spot.fixture.ts';
import { idOf } from '../tokens/token-book.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import type { unsignedTransaction } from '../trading/unsigned-transaction.ts';
import { ledgerAccountOf } from './self-custody.ts';

export type Envelope = Exclude<Awaited<ReturnType<typeof unsignedTransaction>>['transaction'], string>;

/** Two callers' own EVM keys. */
export const alice = privateKeyToAccount(`0x${'a1'.repeat(32)}`);
export const mallory = privateKeyToAccount(`0x${'66'.repeat(32)}`);

export const newSvmSigner = (): Promise<KeyPairSigner> => generateKeyPairSigner();

/** Signs an unsigned Solana transaction as a wallet would. */
export async function signSvm(signer: Pick<KeyPairSigner, 'keyPair'>, unsigned: string): Promise<string> {
  const transaction = getTransactionDecoder().decode(Buffer.from(unsigned, 'base64'));
  return getBase64EncodedWireTransaction(await signTransaction([signer.keyPair], transaction));
}

/** Signs an envelope as a wallet would; `changes` are the wallet's modifications. */
export const signEvm = (
  account: typeof alice,
  chainId: number,
  envelope: Envelope,
  nonce: number,
  changes: Partial<TransactionSerializableEIP1559> = {},
): Promise<Hex> =>
  account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    to: envelope.to as Hex,
    data: envelope.data as Hex,
    value: BigInt(envelope.value),
    gas: BigInt(envelope.gasLimit),
    maxFeePerGas: BigInt(envelope.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(envelope.maxPriorityFeePerGas),
    ...changes,
  });

/** A spot market with callers who hold their own keys. */
export function signingFixture() {
  const fixture = spotFixture();
  const { spot } = fixture;
  const { signing, ledger } = spot.account;
  let requests = 0;
  return {
    ...fixture,
    signing,
    fund: (address: string, token: PaperToken, amount: bigint) =>
      ledger.credit(ledgerAccountOf(spot.wallets, token.chain, address), idOf(token), amount, 'faucet'),
    held: (address: string, token: PaperToken) =>
      ledger.balance(ledgerAccountOf(spot.wallets, token.chain, address), idOf(token)),
    /** As the route does it. */
    build: async (walletAddress: string, input: PaperToken, output: PaperToken, amount: bigint, slippageBps = 100) => {
      const chain: Chain = input.chain;
      const pair = { chain, inputMint: input.address, outputMint: output.address, amount: String(amount) };
      const plan = spot.swaps.plan(pair);
      const quoteId = `quo_${++requests}`;
      const request = { ...pair, walletAddress, slippageBps };
      return { ...(await signing.build(request, plan, quoteId)), quoteId, plan, chainId: chains[chain].chainId ?? 0 };
    },
  };
}
