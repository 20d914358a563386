import { z } from 'zod';
import { allChains, chains, isChain } from '../../domain/market/chain.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import type { UnsignedTransaction } from '../../signing/swap-order.ts';

const expected =
  'Expected one unsigned transaction: base64 for Solana, hex (0x…) for EVM chains, or a request of the signer protocol as JSON.';

const requestShape = z.object({
  chain: z.string().refine(isChain),
  transaction: z.string(),
  address: z.string().optional(),
});

interface Given {
  readonly unsigned: UnsignedTransaction;
  /** Who should sign it; null where the text does not say. */
  readonly address: string | null;
}

/** A transaction as text or as a request of the signer protocol. Throws PlainError. */
export async function readUnsigned(text: string): Promise<Given> {
  const given = text.trim();
  if (given.startsWith('{')) return readRequest(given);
  if (!given.startsWith('0x')) return { unsigned: { chain: 'solana', encoded: given }, address: null };
  const { chainOf } = await import('../../signing/signers/verify-evm.ts');
  const chain = chainOf(given);
  if (chain) return { unsigned: { chain, encoded: given }, address: null };
  const names = allChains.filter((one) => chains[one].family === 'evm').map((one) => chains[one].name);
  throw new PlainError(`This is no unsigned EVM transaction for one of ${names.join(', ')}.`);
}

function readRequest(text: string): Given {
  try {
    const { chain, transaction, address = null } = requestShape.parse(JSON.parse(text));
    return { unsigned: { chain, encoded: transaction }, address };
  } catch {
    throw new PlainError(expected);
  }
}
