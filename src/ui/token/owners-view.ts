import { chains } from '../../domain/market/chain.ts';
import { type TokenRef, tokenId } from '../../domain/market/token.ts';
import { formatAge, formatPct, formatUsd } from '../../domain/numbers/format.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { type OwnerShare, ownerShares } from '../../stores/market/owner-shares.ts';
import type { DeskView } from '../desk/desk.ts';
import { known } from '../text/cells.ts';
import { muted, type Span, span } from '../text/span.ts';

/** Who owns a token, ready to be drawn. */
export interface OwnersView {
  readonly shares: readonly OwnerShare[];
  readonly holders: number | null;
  /** Why there are no figures, or no shares, as a sentence without its full stop; null if there are. */
  readonly lacking: string | null;
  /** Nothing is known: only `lacking` can be shown. */
  readonly isEmpty: boolean;
}

export function ownersView(desk: DeskView, token: TokenRef): OwnersView {
  const { name, family } = chains[token.chain];
  if (family === 'evm') return nothing(`the service has no ownership figures for tokens on ${name}`);
  const id = tokenId(token);
  const { shares, holders, noShares } = ownerShares(desk, desk.caps.owners, id, desk.now());
  const { problem, heardAtMs } = desk.owners.of(id);
  const trouble = problem === null ? null : `no new figures: ${cleanText(problem, 120)}`;
  if (shares.some(({ balance }) => balance !== null))
    return { shares, holders, lacking: trouble ?? noShares, isEmpty: false };
  if (trouble) return nothing(trouble.replace('no new figures', 'no ownership figures'));
  return nothing(
    heardAtMs === null
      ? 'waiting for ownership figures …'
      : `the service has no ownership figures for this token (${ageText(desk.now() - heardAtMs)} ago)`,
  );
}

const nothing = (lacking: string): OwnersView => ({ shares: [], holders: null, lacking, isEmpty: true });

/** Whether the user's limit asks for the typed word because of this share. */
export const isOver = ({ pct, maxPct }: OwnerShare): boolean => pct !== null && maxPct !== null && pct.gt(maxPct);

/** Percent of the supply; the number of tokens if the supply is unknown. */
export function shareCell(share: OwnerShare, digits: number): Span {
  const { pct, tokens } = share;
  if (!pct) return known(tokens, formatUsd);
  return span(formatPct(pct, pct.gte(99.5) ? 0 : digits), isOver(share) ? 'warn' : 'plain');
}

export const ageCell = ({ ageMs, isStale, balance }: OwnerShare): Span =>
  balance === null ? muted('–') : span(ageMs === null ? '?' : ageText(ageMs), isStale ? 'warn' : 'muted');

/** Without tenths: figures arrive every few seconds at most. */
export const ageText = (ms: number): string =>
  ms < 10_000 ? `${Math.floor(Math.max(0, ms) / 1_000)} s` : formatAge(ms);
