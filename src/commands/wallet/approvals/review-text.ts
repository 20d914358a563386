import { chains } from '../../../domain/market/chain.ts';
import { formatAmount } from '../../../domain/numbers/amount.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { PreparedTransaction } from '../../../signing/prepare/prepare-swap.ts';
import type { ReviewValue } from '../../../signing/rules/review.ts';

/** What was asked beside what the bytes do, what is wrong with them, and what the chain says; several lines. */
export function reviewText({ order: { chain }, review, simulations }: PreparedTransaction): string {
  const { nativeAddress, nativeDecimals, nativeSymbol } = chains[chain];
  const text = (value: ReviewValue | null): string => {
    if (value === null) return 'the bytes do not say';
    if (typeof value === 'string') return cleanText(value);
    const { token, baseUnits } = value;
    return token === nativeAddress
      ? `${formatAmount(baseUnits, nativeDecimals)} ${nativeSymbol}`
      : `${baseUnits} base units`;
  };
  const relation = (label: string): string => (label === 'fees at most' ? '≥' : '=');
  const lines = [
    ...review.rows.map(({ label, asked, does, isSame }) => [
      label,
      `${text(asked)} ${isSame ? relation(label) : '≠'} ${text(does)}`,
    ]),
    ...simulations.map(({ host, simulation, unavailable }) => [
      'chain says',
      simulation
        ? `${simulation.ok ? 'it succeeds' : `it fails: ${cleanText(simulation.why, 200)}`} (${cleanText(host)})`
        : `not simulated: ${cleanText(unavailable ?? '', 200)}`,
    ]),
    ...review.findings.map(({ what }) => ['! beware', cleanText(what, 400)]),
  ];
  return lines.map(([label = '', words = '']) => `   ${label.padEnd(13)} ${words}\n`).join('');
}
