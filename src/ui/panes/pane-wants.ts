import { chains } from '../../domain/market/chain.ts';
import { type TokenRef, tokenId } from '../../domain/market/token.ts';
import type { Wanted } from '../../stores/wanted-reads.ts';
import type { DeskView } from '../desk/desk.ts';
import { overlayNow } from '../overlays/overlay-kinds.ts';
import type { PaneInfo } from './pane.ts';
import type { PaneId } from './pane-ids.ts';
import { panes } from './panes.ts';

/** The reads that the visible panes and the open overlay need. */
export function deskWants(desk: DeskView, visible: readonly PaneId[]): Wanted {
  const open = overlayNow(desk);
  const wants = visible.map((id) => (panes[id] as PaneInfo).wants?.(desk) ?? {});
  return {
    names: [...wants.flatMap(({ names = [] }) => names), ...(open?.kind.wants?.(open.view) ?? [])],
    bookCoin: open?.kind.bookCoin?.(open.view) ?? wants.find(({ bookCoin }) => bookCoin)?.bookCoin ?? null,
    ownersOf: followable(open?.kind.owners?.(open.view) ?? null),
    suggestionPages: Math.max(1, ...wants.map(({ suggestionPages = 1 }) => suggestionPages)),
  };
}

/** The service tells who owns Solana tokens only. */
const followable = (token: TokenRef | 'none' | null): string | null =>
  token && token !== 'none' && chains[token.chain].family === 'svm' ? tokenId(token) : null;
