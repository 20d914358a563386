import { chains, readChain } from '../../domain/market/chain.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { formOf, type Schema, unwrap } from '../../protocol/schema-form.ts';
import type { AnswerForm } from '../names.ts';
import type { Answer } from './envelope.ts';

export function inForm(form: AnswerForm, endpoint: AnyEndpoint, data: unknown): Answer {
  // Plain Pusher clients look for channel authorisation outside `data`.
  if (form === 'contract')
    return { data, isBare: false, beside: endpoint.encoding === 'form' ? (data as object) : undefined };
  const written = write(endpoint.response, data, form === 'loose');
  const isBare = form === 'loose' || endpoint.id.startsWith('ws.');
  return { data: endpoint.id === 'account.wallets' ? withoutState(written) : written, isBare };
}

const withoutState = (wallets: unknown) =>
  (wallets as Record<string, unknown>[]).map(({ state: _state, chain: _chain, ...wallet }) => wallet);

/** The value without optional fields that are null or empty; loosely, its leaves in another form too. */
function write(schema: Schema, value: unknown, isLoose: boolean): unknown {
  const form = formOf(unwrap(schema).inner);
  if (value === null || value === undefined) return value;
  if (form.kind === 'list' && Array.isArray(value)) return value.map((item) => write(form.item, item, isLoose));
  if (form.kind === 'object') return writeFields(form.shape, value, isLoose);
  return form.kind === 'leaf' && isLoose ? loosely(form.meta, value) : value;
}

function writeFields(shape: Readonly<Record<string, Schema>>, value: object, isLoose: boolean): object {
  const isLeftOut = (name: string, field: unknown) =>
    shape[name] !== undefined &&
    unwrap(shape[name]).isOptional &&
    (field === null || (Array.isArray(field) && field.length === 0));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => !isLeftOut(name, field))
      .map(([name, field]) => [name, shape[name] ? write(shape[name], field, isLoose) : field]),
  );
}

function loosely(meta: { readonly sent?: 'text' | 'number'; readonly isChain?: true }, value: unknown): unknown {
  const chain = meta.isChain ? readChain(value) : null;
  if (chain) return chains[chain].network.toUpperCase();
  if (!meta.sent) return value;
  if (typeof value === 'number') return String(value);
  // A number that does not keep every digit would be another value.
  return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
}
