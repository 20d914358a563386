import type { OwnSwap } from '../../../actions/own-key/own-swap.ts';
import { chains } from '../../../domain/market/chain.ts';
import { formatAmount } from '../../../domain/numbers/amount.ts';
import { formatAge, shortAddress } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { displayWidth } from '../../../domain/text/text-width.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { type Token, tokenName } from '../token-field.ts';

type Prepared = OwnSwap['prepared'];
type Value = Prepared['review']['rows'][number]['asked'];

interface Pair {
  readonly sell: Token;
  readonly buy: Token;
}

/** Width of the column of what was asked. */
const askedWidth = 26;

/** What was asked beside what the bytes do, where they differ, each instruction, and what the chain says. */
export function reviewRows(desk: Desk, { prepared, expiresAtMs }: OwnSwap, pair: Pair): FormRow[] {
  const { review, simulations } = prepared;
  return [
    ...(prepared.kind === 'approval'
      ? [
          {
            label: 'signs',
            value: [span('the approval that the swap needs; the swap is reviewed after it')],
            wraps: true,
          },
        ]
      : []),
    { label: '', value: [span('You asked'.padEnd(askedWidth + 2), 'title'), span('These bytes do', 'title')] },
    ...review.rows.map(({ label, asked, does, isSame }): FormRow => {
      const left = text(prepared, pair, asked);
      const right = does === null ? 'the bytes do not say' : text(prepared, pair, does);
      const gap = ' '.repeat(Math.max(1, askedWidth - displayWidth(left)));
      const tone = isSame ? 'plain' : 'danger';
      const sign = isSame ? relation(label) : '≠';
      return {
        label,
        value: [span(left), span(`${gap}${sign} `, isSame ? 'muted' : 'danger'), span(right, tone, { bold: !isSame })],
      };
    }),
    ...findingRows(prepared),
    ...simulations.map((report) => simulationRow(prepared, pair, report)),
    ...stepRows(prepared),
    {
      label: 'bytes',
      value: [muted(`SHA-256 ${review.messageHash.slice(0, 16)}…, valid for ${formatAge(expiresAtMs - desk.now())}`)],
    },
  ];
}

/** Fees are at most what is allowed, and a minimum may be higher. */
const relation = (label: string): string => (label === 'fees at most' ? '≥' : label === 'least bought' ? '≤' : '=');

/** Why it is not signed, or needs a typed word; each finding whole. */
export const findingRows = ({ review, verdict }: Prepared): FormRow[] =>
  review.findings.map(({ what }, index) => ({
    label: index > 0 ? '' : verdict.kind === 'refused' ? 'NOT SIGNED' : 'BEWARE',
    value: [span(cleanText(what, 400), 'danger')],
    wraps: true,
  }));

function simulationRow(prepared: Prepared, pair: Pair, report: Prepared['simulations'][number]): FormRow {
  const { host, simulation, unavailable } = report;
  const label = 'chain says';
  const from = muted(`   ${cleanText(host, 60)}`);
  if (!simulation)
    return { label, value: [span(`not simulated: ${cleanText(unavailable ?? '', 200)}`, 'warn')], wraps: true };
  if (!simulation.ok)
    return { label, value: [span(`fails: ${cleanText(simulation.why, 200)}`, 'danger')], wraps: true };
  if (!simulation.changes) return { label, value: [span('it succeeds; its balances are not told'), from] };
  const moved = simulation.changes.filter(({ delta }) => delta !== 0n);
  const words = moved.map(
    ({ token, delta }) => `${delta > 0n ? '+' : '−'}${amount(prepared, pair, token, delta < 0n ? -delta : delta)}`,
  );
  return { label, value: [span(words.join('  ')), from], wraps: true };
}

/** Each instruction in a line: programs by name, what they do, and what that gives away. */
const stepRows = ({ review }: Prepared): FormRow[] =>
  review.decoded.steps.map(({ program, programId, action, risk }, index) => {
    const name = program === programId ? shortAddress(programId) : cleanText(program, 40);
    const what: Line = [muted(`${name}: ${cleanText(action ?? 'unknown', 60)}`)];
    return {
      label: index === 0 ? 'steps' : '',
      value: risk === null ? what : [...what, span(`  ! ${cleanText(risk, 200)}`, 'danger')],
      wraps: risk !== null,
    };
  });

function text(prepared: Prepared, pair: Pair, value: Value): string {
  if (typeof value === 'object') return amount(prepared, pair, value.token, value.baseUnits);
  const { owner } = prepared.order;
  if (value.toLowerCase() === owner.toLowerCase()) return 'your wallet';
  const token = tokenAt(pair, value);
  if (token) return tokenName(token);
  return cleanText(value, 200)
    .split(', ')
    .map((part) => (part.length > 30 ? shortAddress(part.startsWith('0x') ? part.toLowerCase() : part) : part))
    .join(', ');
}

function amount({ order }: Prepared, pair: Pair, address: string, baseUnits: bigint): string {
  const { nativeAddress, nativeSymbol, nativeDecimals } = chains[order.chain];
  if (same(address, nativeAddress)) return `${formatAmount(baseUnits, nativeDecimals)} ${nativeSymbol}`;
  const token = tokenAt(pair, address);
  return token
    ? `${formatAmount(baseUnits, token.decimals)} ${tokenName(token)}`
    : `${baseUnits} base units of ${shortAddress(cleanText(address, 100))}`;
}

const tokenAt = ({ sell, buy }: Pair, address: string): Token | null =>
  [sell, buy].find((token) => same(token.address, address)) ?? null;

const same = (one: string, other: string): boolean =>
  one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other;
