import { fieldsOf } from '../../domain/fields.ts';
import { readPositive } from '../../domain/numbers/decimal.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { alphaSignalFeedGlobal } from '../../protocol/streams/alpha.ts';
import type { Fact } from './check-report.ts';
import { type EnvelopeForm, unwrapAnswer } from './envelope-form.ts';
import { textsAt } from './known-values.ts';
import { nativeUnitFact } from './native-unit.ts';
import type { RawAnswer } from './read-operation.ts';

/** How each fact in doubt turned out, from the successful answers. */
export function settleFacts(answers: readonly RawAnswer[], config: Pick<Config, 'balances'>): Fact[] {
  const good = new Map(
    answers
      .filter(({ status, json }) => status < 300 && json !== undefined)
      .map(({ endpoint, json }) => [endpoint.id, unwrapAnswer(endpoint.response, json)]),
  );
  const data = (id: string): unknown => good.get(id)?.data;
  const { wallets } = fieldsOf(data('portfolio.balances'));
  const { priceUsd } = fieldsOf(data('tokens.price'));
  return [
    nativeUnitFact(Array.isArray(wallets) ? wallets : [], readPositive(String(priceUsd)), config.balances.nativeUnit),
    fact('times of alpha', timesOf(['alpha.recentCalls', 'alpha.globalCalls', 'alpha.mentions'].map(data))),
    fact('socket calls', formsOf(['ws.session', 'ws.auth', 'ws.streams'], good)),
    fact('other answers', envelopesOf(good)),
    fact('spelling of feeds', spellingOf(textsAt(data('ws.streams'), 'streams[].id'))),
    fact('wallets', walletFields(data('account.wallets'))),
    fact('names of chains', chainNamesOf(data)),
    fact('limits of the key', limitsOf(data('account.usage'))),
  ];
}

const fact = (question: string, finding: string): Fact => ({ question, finding, config: null, isWrong: false });

const notAnswered = 'unknown: no answer shows it';

/** Later than this in seconds would be in the year 5138, earlier in milliseconds in 1973. */
const smallestMs = 1e11;
const timeFields = ['firstSeenAt', 'lastSeenAt', 'timestamp'];

function timesOf(data: readonly unknown[]): string {
  const times = data.flatMap(timesIn);
  if (times.length === 0) return notAnswered;
  const inMs = times.filter((time) => time > smallestMs).length;
  if (inMs > 0 && inMs < times.length) return 'seconds and milliseconds; the desk decides by size';
  return `${inMs > 0 ? 'milliseconds' : 'seconds'}; the desk decides by size`;
}

function timesIn(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(timesIn);
  return Object.entries(fieldsOf(value)).flatMap(([name, one]) =>
    timeFields.includes(name) && typeof one === 'number' ? [one] : timesIn(one),
  );
}

type Answered = ReadonlyMap<string, { readonly form: EnvelopeForm; readonly data: unknown }>;

const formNames: Readonly<Record<EnvelopeForm, string>> = {
  envelope: 'envelope',
  repeated: 'envelope, repeated beside it',
  bare: 'bare',
};

const formsOf = (ids: readonly string[], good: Answered): string =>
  ids
    .map((id) => {
      const answer = good.get(id);
      return `${id}: ${answer ? formNames[answer.form] : 'unknown'}`;
    })
    .join('; ');

function envelopesOf(good: Answered): string {
  const others = [...good].filter(([id]) => !id.startsWith('ws.'));
  const bare = others.filter(([, { form }]) => form === 'bare').map(([id]) => id);
  if (others.length === 0) return notAnswered;
  if (bare.length === 0) return 'all in an envelope';
  return bare.length === others.length ? 'all bare' : `bare: ${bare.join(', ')}; the others in an envelope`;
}

function spellingOf(listed: readonly string[]): string {
  const { id, aliases } = alphaSignalFeedGlobal;
  const spelling = [id, ...aliases].find((name) => listed.includes(name));
  return spelling ? `${spelling}; the desk follows the catalog` : notAnswered;
}

function walletFields(data: unknown): string {
  if (!Array.isArray(data) || data.length === 0) return notAnswered;
  const count = (name: string): string => {
    const having = data.filter((wallet) => (fieldsOf(wallet)[name] ?? null) !== null).length;
    return `${having === data.length ? 'all' : having === 0 ? 'none' : `${having} of ${data.length}`} with ${name}`;
  };
  return `${count('state')}, ${count('chain')}`;
}

const chainFields: readonly (readonly [id: string, path: string])[] = [
  ['account.wallets', '[].chain'],
  ['walletGroups.list', 'groups[].chain'],
  ['portfolio.balances', 'wallets[].chain'],
  ['portfolio.positions', 'positions[].network'],
  ['alpha.recentCalls', 'calls[].chain'],
];

function chainNamesOf(data: (id: string) => unknown): string {
  const found = chainFields.flatMap(([id, path]) => {
    const names = [...new Set(textsAt(data(id), path))].slice(0, 10).map((name) => cleanText(name, 32));
    return names.length > 0 ? [`${id} ${names.sort().join(' ')}`] : [];
  });
  return found.length > 0 ? found.join('; ') : notAnswered;
}

function limitsOf(data: unknown): string {
  if (data === undefined) return notAnswered;
  const { constraints, usage } = fieldsOf(data);
  return `${constraints ? 'given' : 'not given'}, ${usage ? 'with what has been used of them' : 'without what has been used of them'}`;
}
