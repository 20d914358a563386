import { type Chain, chains } from '../../domain/market/chain.ts';

/** The token of a signal. Texts are cleaned; the address is as sent, valid or not. */
export interface SignalToken {
  /** null for a network that the desk does not know. */
  readonly chain: Chain | null;
  readonly network: string;
  readonly address: string;
  readonly symbol: string | null;
  readonly name: string | null;
}

/** One spelling of a token: the case of an EVM address is only a checksum. */
export const tokenKey = ({ chain, network, address }: SignalToken): string =>
  `${chain ?? network} ${chain && chains[chain].family === 'evm' ? address.toLowerCase() : address}`;
