import { chains } from '../../../src/domain/market/chain.ts';
import { type Envelope, signingFixture } from '../../../src/paper/exchange/spot/signing/signing.fixture.ts';
import { chainTraits } from '../../../src/paper/exchange/spot/tokens/chain-traits.ts';
import { type PreparedTransaction, prepareSwap } from '../../../src/signing/prepare/prepare-swap.ts';
import type { SigningPolicy } from '../../../src/signing/rules/review.ts';
import { trustedPrograms } from '../../../src/signing/rules/trusted-programs.ts';
import { signingPayload } from '../../../src/signing/signers/check-unsigned.ts';
import { addressOf, type PrivateKey, signBytesWith } from '../../../src/signing/signers/private-key.ts';
import { finishEvm } from '../../../src/signing/signers/verify-evm.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../../src/signing/swap-order.ts';
import { type EvmChain, type EvmChainName, openEvmChain } from './evm-chain.ts';

const key: PrivateKey = { family: 'evm', secret: new Uint8Array(32).fill(0x42) };
const slippageBps = 100;

/** Paper's builder and the desk's review and signing over one real EVM chain, at paper's prices. */
export interface OwnDesk {
  readonly chain: EvmChain;
  readonly owner: string;
  readonly policy: SigningPolicy;
  readonly nowMs: number;
  /** A tenth of a native coin, and what it buys in USDC. */
  readonly nativeAmount: bigint;
  readonly usdcAmount: bigint;
  token(symbol: string): string;
  /** What paper builds for the order, as the desk prepares it; the chain's own nonce, allowance and simulation. */
  prepare(from: string, to: string, amount: bigint): Promise<PreparedTransaction>;
  /** As the signing process and the desk do it together. */
  sign(unsigned: UnsignedTransaction): Promise<SignedTransaction>;
}

export async function openOwnDesk(program: string, name: EvmChainName, symbols: readonly string[]): Promise<OwnDesk> {
  const fixture = signingFixture();
  const { nowMs } = fixture.spot;
  const native = fixture.token(name, chains[name].nativeSymbol);
  const tokens = symbols.map((symbol) => fixture.token(name, symbol));
  const owner = await addressOf(key);
  // Half of what paper's transactions pay at most.
  const baseFee = chainTraits[name].maxFeePerGas / 2n;
  const chain = await openEvmChain(program, { chain: name, nowMs, baseFee, tokens });
  const nativeAmount = name === 'monad' ? 10n ** 21n : 10n ** 17n;
  const worth = await Promise.all(
    tokens.map(async (token) => (await fixture.build(owner, native, token, nativeAmount)).plan.amountOut),
  );
  await chain.fund(owner, nativeAmount * 10n);
  for (const [index, token] of [native, ...tokens].entries())
    await chain.reserve(token.address, [nativeAmount, ...worth][index]! * 10_000n);

  const found = (address: string) => [native, ...tokens].find((token) => token.address === address)!;
  return {
    chain,
    owner,
    policy,
    nowMs,
    nativeAmount,
    usdcAmount: worth[symbols.indexOf('USDC')]! / 2n,
    token: (symbol) => fixture.token(name, symbol).address,
    sign: (unsigned) => signAs(owner, unsigned),
    async prepare(from, to, amount) {
      const built = await fixture.build(owner, found(from), found(to), amount, slippageBps);
      return prepareSwap({
        order: {
          chain: name,
          owner,
          inputToken: from,
          outputToken: to,
          amountIn: amount,
          minAmountOut: (built.plan.amountOut * BigInt(10_000 - slippageBps)) / 10_000n,
        },
        built: {
          transaction: built.transaction as Envelope,
          approvalTransaction: (built.approvalTransaction ?? null) as Envelope | null,
          builtAtMs: nowMs,
        },
        claimed: [from, to].filter((token) => token !== native.address).map(found),
        rpcs: [chain.rpc],
        policy,
        nowMs,
        wasSigned: () => false,
      });
    },
  };
}

const policy: SigningPolicy = {
  programs: trustedPrograms('paper', []),
  allowUnknown: new Set(),
  maxFee: { solana: 10_000_000n, base: 10n ** 16n, bsc: 10n ** 16n, monad: 10n ** 18n },
};

const signAs = async (owner: string, unsigned: UnsignedTransaction): Promise<SignedTransaction> => {
  const signature = await signBytesWith(key, await signingPayload(unsigned, owner));
  return finishEvm(unsigned, owner, { kind: 'signature', signature });
};
