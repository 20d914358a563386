import { keysOf } from '../fields.ts';

/** A chain, as named in request bodies and filters. */
export type Chain = 'solana' | 'base' | 'bsc' | 'monad';

/** What the desk has to know of a chain to name it, to check addresses of it and to count its native token. */
export interface ChainFacts {
  readonly name: string;
  readonly family: 'svm' | 'evm';
  readonly nativeSymbol: string;
  /** How many make one: 9 for SOL, 18 on the EVM chains. */
  readonly nativeDecimals: number;
  /** The address of the native token in requests. */
  readonly nativeAddress: string;
  /** EVM chain id; null for Solana. */
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

/** By the name in request bodies. */
export const chains: Readonly<Record<Chain, ChainFacts>> = {
  solana,
  base: evm('Base', 'ETH', 8453, 'base', 1),
  bsc: evm('BNB Chain', 'BNB', 56, 'bsc', 4),
  // The published clients have no chain id for Monad; 143 is from Monad's documentation.
  monad: evm('Monad', 'MON', 143, 'monad', 7),
};

/** In the order in which they are offered. */
export const allChains: readonly Chain[] = keysOf(chains);

/** The chains that the contract lists for swap and trigger bodies. It does not show Monad's identifier. */
export const contractChains: readonly Chain[] = ['solana', 'base', 'bsc'];

/** Whether the text is a chain's name in request bodies; `sol`, as streams have it, is not. */
export const isChain = (text: string): text is Chain => Object.hasOwn(chains, text);

/**
 * Every spelling of a chain that the service uses: request bodies say `solana`, wallet groups and transfers `svm`, streams
 * `sol`, suggestions `SOL`, settings and key limits `6`.
 */
const spellings: ReadonlyMap<string, Chain> = new Map(
  allChains.flatMap((chain) => {
    const { family, network, allowedNetwork } = chains[chain];
    const names = [chain, network, String(allowedNetwork), ...(family === 'svm' ? [family] : [])];
    return names.map((name) => [name, chain] as const);
  }),
);

/** The chain in any of its spellings, in any case; null for other chains and anything else. */
export const readChain = (value: unknown): Chain | null =>
  typeof value === 'string' || typeof value === 'number' ? (spellings.get(String(value).toLowerCase()) ?? null) : null;

/** The chain's name in wallet groups and in alpha's answers. */
export const groupChain = (chain: Chain): string => (chains[chain].family === 'svm' ? 'svm' : chain);

/** The chains on which the text has the format of an address. */
export const chainsOfAddress = (address: string): readonly Chain[] =>
  allChains.filter((chain) => isAddress(chain, address));

/**
 * Whether the text has the format of an address on the chain: 20 hex bytes, or base58 of exactly 32 bytes. The EVM
 * checksum (letter case) is not verified.
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
