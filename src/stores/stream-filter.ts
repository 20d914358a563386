import { chains, isAddress } from '../domain/chain.ts';
import { addressChain, type CatalogStream, type StreamFilterValues } from './streams.ts';

/** The EVM chains that a filter can name, by the id that it names them with. */
export const evmChains = Object.values(chains).flatMap(({ chainId, name }) =>
  chainId === null ? [] : [{ chainId: String(chainId), name }],
);

/** What a channel name may be made of: a filter's value becomes part of one. */
const channelText = /^[A-Za-z0-9_\-=@,.;]{1,100}$/;

/** What is wrong with a filter, by the name of its field, in words that say what is allowed; empty when it can be asked for. */
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
  return channelText.test(value) ? null : 'Letters, digits and _ - = @ , . ; are allowed, at most 100 of them.';
}

const badAddress = {
  svm: 'This is no Solana address: it has 32 to 44 letters and digits.',
  evm: 'This is no EVM address: it has 0x and 40 hexadecimal digits.',
} as const;

const unknownChain = (value: string): string =>
  `Chain ${value} is not known here: ${evmChains.map(({ chainId, name }) => `${chainId} (${name})`).join(', ')} are.`;
