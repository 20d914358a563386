import { chains, isAddress } from '../../domain/market/chain.ts';
import { addressChain, type CatalogStream, type StreamFilterValues } from '../streams.ts';

/** The EVM chains that a filter can name, with their chain ids. */
export const evmChains = Object.values(chains).flatMap(({ chainId, name }) =>
  chainId === null ? [] : [{ chainId: String(chainId), name }],
);

/** Characters allowed in a channel name, since a filter's value becomes part of one. */
const channelText = /^[A-Za-z0-9_\-=@,.;]{1,100}$/;

/** Error messages by filter name, saying what is allowed; empty if the filter is valid. */
export function filterProblems(
  stream: Pick<CatalogStream, 'family' | 'filters'>,
  values: StreamFilterValues,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const { name, required, description } of stream.filters) {
    const value = values[name] ?? '';
    const problem = value === '' ? (required ? `Needed: ${description}.` : null) : valueProblem(stream, name, value);
    if (problem) problems[name] = problem;
  }
  for (const name of Object.keys(values))
    if (!stream.filters.some((filter) => filter.name === name)) problems[name] = 'This stream has no such filter.';
  return problems;
}

function valueProblem({ family }: Pick<CatalogStream, 'family'>, name: string, value: string): string | null {
  if (name === 'chainId') return evmChains.some(({ chainId }) => chainId === value) ? null : unknownChain(value);
  if (name.endsWith('Address')) return isAddress(addressChain(family), value) ? null : badAddress[family ?? 'svm'];
  return channelText.test(value) ? null : 'At most 100 characters: letters, digits and _ - = @ , . ;';
}

const badAddress = {
  svm: 'Not a Solana address: it has 32 to 44 letters and digits.',
  evm: 'Not an EVM address: it has 0x and 40 hexadecimal digits.',
} as const;

const unknownChain = (value: string): string =>
  `Unknown chain ${value}. Use one of ${evmChains.map(({ chainId, name }) => `${chainId} (${name})`).join(', ')}.`;
