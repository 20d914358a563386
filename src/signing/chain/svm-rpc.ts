import { z } from 'zod';
import { chains } from '../../domain/market/chain.ts';
import { ChainError, type Landing, type OwnBalance, type SvmRpc } from './chain-rpc.ts';
import type { JsonRpc } from './json-rpc.ts';
import { account, readLookupTable, readMint, tokenPrograms, u64 } from './svm-accounts.ts';
import { errorText, inContext } from './svm-answers.ts';
import { simulateSvm } from './svm-simulate.ts';

const mainnetGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const { nativeAddress, nativeDecimals } = chains.solana;
/** How far behind a node may be that does not know a blockhash yet. */
const lagSlots = 32n;

const tokenAmount = z.looseObject({
  amount: z
    .string()
    .regex(/^\d{1,20}$/)
    .transform(BigInt),
  decimals: z.int().min(0).max(255),
});

const held = z.looseObject({
  pubkey: z.string().max(44),
  account: z.looseObject({
    data: z.looseObject({
      parsed: z.looseObject({
        info: z.looseObject({
          mint: z.string().max(44),
          owner: z.string().max(44),
          tokenAmount,
          delegate: z.string().max(44).nullish(),
          delegatedAmount: tokenAmount.nullish(),
        }),
      }),
    }),
  }),
});

const status = z.looseObject({ err: z.unknown(), confirmationStatus: z.string().nullish() }).nullable();

/** Solana as one endpoint shows it. */
export function createSvmRpc(rpc: JsonRpc): SvmRpc {
  const { host } = rpc;
  /** Slots at which the node knew a blockhash, and did not, first. */
  const seenBlockhashes = new Map<string, { validAt?: bigint; invalidAt?: bigint }>();
  const call = withVerification(rpc);

  async function heldAccounts(owner: string) {
    const answers = await Promise.all(
      tokenPrograms.map((programId) =>
        call(
          'getTokenAccountsByOwner',
          [owner, { programId }, { encoding: 'jsonParsed', commitment: 'processed' }],
          inContext(z.array(held).max(20_000)),
        ),
      ),
    );
    return answers.flatMap(({ value }) =>
      value
        .map(({ pubkey, account: { data } }) => ({ address: pubkey, ...data.parsed.info }))
        .filter((info) => info.owner === owner),
    );
  }

  const readAccount = async (address: string) => {
    const config = { encoding: 'base64', commitment: 'confirmed' };
    return (await call('getAccountInfo', [address, config], inContext(account.nullable()))).value;
  };

  async function blockhash(hash: string) {
    const answer = await call('isBlockhashValid', [hash, { commitment: 'processed' }], inContext(z.boolean()));
    const { slot } = answer.context;
    const seen = seenBlockhashes.get(hash) ?? {};
    if (answer.value) seen.validAt ??= slot;
    else seen.invalidAt ??= slot;
    seenBlockhashes.set(hash, seen);
    const { validAt, invalidAt = slot } = seen;
    const isTooOld = !answer.value && ((validAt !== undefined && slot >= validAt) || slot - invalidAt >= lagSlots);
    return { isValid: answer.value, isTooOld };
  }

  async function statusOf(txHash: string, searchTransactionHistory: boolean): Promise<Landing | null> {
    const statuses = inContext(z.array(status).length(1));
    const { value } = await call('getSignatureStatuses', [[txHash], { searchTransactionHistory }], statuses);
    const [found] = value;
    if (!found) return null;
    // A block that is only processed may still be skipped, with what it says of the transaction.
    if (found.confirmationStatus !== 'confirmed' && found.confirmationStatus !== 'finalized') return { state: 'seen' };
    if (found.err === null || found.err === undefined) return { state: 'confirmed' };
    return { state: 'failed', why: errorText(found.err) };
  }

  const lookupTable = async (address: string) => {
    const found = await readAccount(address);
    return found && readLookupTable(found);
  };

  return {
    family: 'svm',
    chain: 'solana',
    host,
    async balances(owner) {
      const [native, tokens] = await Promise.all([
        call('getBalance', [owner, { commitment: 'processed' }], inContext(u64)),
        heldAccounts(owner),
      ]);
      const rows = new Map<string, OwnBalance>();
      const add = (token: string, amount: bigint, decimals: number) =>
        rows.set(token, { token, decimals, baseUnits: (rows.get(token)?.baseUnits ?? 0n) + amount });
      add(nativeAddress, native.value, nativeDecimals);
      for (const { mint, tokenAmount } of tokens) add(mint, tokenAmount.amount, tokenAmount.decimals);
      return [...rows.values()];
    },
    tokenAccounts: async (owner) => (await heldAccounts(owner)).map(({ address }) => address),
    delegations: async (owner) =>
      (await heldAccounts(owner)).flatMap(({ address, mint, delegate, delegatedAmount }) =>
        delegate && delegatedAmount
          ? [
              {
                account: address,
                token: mint,
                delegate,
                amount: delegatedAmount.amount,
                decimals: delegatedAmount.decimals,
              },
            ]
          : [],
      ),
    async token(address) {
      const found = await readAccount(address);
      return found && readMint(found);
    },
    lookupTable,
    isBlockhashValid: async (hash) => (await blockhash(hash)).isValid,
    simulate: (owner, { encoded }, tokens) => simulateSvm({ call, lookupTable, host }, owner, encoded, tokens),
    // The node may repeat the same bytes to the leaders, as it does by default: they land once at most.
    send: (signed) =>
      call(
        'sendTransaction',
        [signed, { encoding: 'base64', preflightCommitment: 'processed' }],
        z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/),
      ),
    async landing(txHash, hash) {
      const landed = await statusOf(txHash, false);
      if (landed) return landed;
      if (!(await blockhash(hash)).isTooOld) return { state: 'unknown' };
      // It may have landed in between, or so long ago that only the history has it.
      return (await statusOf(txHash, true)) ?? { state: 'expired' };
    },
  };
}

/** The first call asks whether the endpoint is of this chain; each call waits for that. */
function withVerification(rpc: JsonRpc): JsonRpc['call'] {
  let verified: Promise<void> | null = null;
  const verify = async () => {
    const genesis = await rpc.call('getGenesisHash', [], z.string());
    if (genesis !== mainnetGenesis && !rpc.isLoopback)
      throw new ChainError('WRONG_CHAIN', `${rpc.host} is not an endpoint of Solana's mainnet`);
  };
  return async (method, params, result) => {
    verified ??= verify().catch((error) => {
      verified = null;
      throw error;
    });
    await verified;
    return rpc.call(method, params, result);
  };
}
