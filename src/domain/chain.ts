/** A chain as request bodies and filters name it. */
export type Chain = 'solana' | 'base' | 'bsc' | 'monad';

export interface ChainFacts {
  readonly name: string;
  readonly family: 'svm' | 'evm';
  readonly nativeSymbol: string;
  readonly nativeDecimals: number;
  /** The address that stands for the native token in requests. */
  readonly nativeAddress: string;
  /** EVM chain id; null for Solana, which has none. */
  readonly chainId: number | null;
  /** The chain's name on streams and in settings keyed by network. */
  readonly network: string;
  /** The chain's number in a key's `allowedNetworks`. */
  readonly allowedNetwork: number;
}

const evmNative = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

const solana: ChainFacts = {
  name: 'Solana',
  family: 'svm',
  nativeSymbol: 'SOL',
  nativeDecimals: 9,
  nativeAddress: 'So11111111111111111111111111111111111111112',
  chainId: null,
  network: 'sol',
  allowedNetwork: 6,
};

export const chains: Readonly<Record<Chain, ChainFacts>> = {
  solana,
  base: evm('Base', 'ETH', 8453, 'base', 1),
  bsc: evm('BNB Chain', 'BNB', 56, 'bsc', 4),
  // The published clients give no chain id for Monad; 143 is its own documentation's.
  monad: evm('Monad', 'MON', 143, 'monad', 7),
};

/** The chains that the contract lists for swap and trigger bodies; Monad's identifier there is not shown. */
export const contractChains: readonly Chain[] = ['solana', 'base', 'bsc'];

export const isChain = (text: string): text is Chain => Object.hasOwn(chains, text);

/** The chain behind a name of either kind: the one of request bodies (`solana`) or the one of streams (`sol`). */
export const chainNamed = (text: string): Chain | null =>
  isChain(text) ? text : ((Object.keys(chains) as Chain[]).find((chain) => chains[chain].network === text) ?? null);

/**
 * Whether the text has the form of an address on the chain: 20 hex bytes, or base58 of exactly 32 bytes.
 * The EVM checksum in the letters' case is not verified.
 */
export function isAddress(chain: Chain, text: string): boolean {
  return chains[chain].family === 'evm' ? /^0x[0-9a-fA-F]{40}$/.test(text) : isBase58Of32Bytes(text);
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function isBase58Of32Bytes(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false;
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter));
  const zeroBytes = /^1*/.exec(text)?.[0].length ?? 0;
  const valueBytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return zeroBytes + valueBytes === 32;
}

function evm(name: string, nativeSymbol: string, chainId: number, network: string, allowedNetwork: number): ChainFacts {
  const shared = { family: 'evm', nativeDecimals: 18, nativeAddress: evmNative } as const;
  return { name, nativeSymbol, chainId, network, allowedNetwork, ...shared };
}
