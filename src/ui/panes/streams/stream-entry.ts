import { chains } from '../../../domain/chain.ts';
import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { formatAge, shortAddress } from '../../../domain/format.ts';
import { parseTokenId } from '../../../domain/token.ts';
import type { CatalogStream, StreamRow } from '../../../stores/streams.ts';
import { activeWallets } from '../../../stores/wallets.ts';
import type { Desk } from '../../desk.ts';
import { type Span, span } from '../../text/span.ts';

/** A stream that is asked for, as a row. */
export interface TakenEntry {
  readonly kind: 'taken';
  readonly key: string;
  readonly stream: StreamRow;
  /** What the filter names, to recognise it by: symbol and short address, never a symbol alone. */
  readonly filterText: string;
  /** While the connection is down, a channel waits for it. */
  readonly isConnected: boolean;
  readonly nowMs: number;
}

/** A stream that could be asked for, as a row. */
export interface CatalogEntry {
  readonly kind: 'catalog';
  readonly key: string;
  readonly stream: CatalogStream;
}

export type StreamEntry = TakenEntry | CatalogEntry;

/** Rows of the pane: what is asked for, then the rest of the catalog. */
export function streamEntries(desk: Desk): StreamEntry[] {
  const rows = desk.streams.rows();
  const nowMs = desk.now();
  const isConnected = desk.session.getState().connection.state === 'connected';
  const taken = rows.map(
    (stream): TakenEntry => ({
      kind: 'taken',
      key: stream.key,
      stream,
      filterText: filterText(desk, stream),
      isConnected,
      nowMs,
    }),
  );
  const catalog = desk.streams
    .catalog()
    // With other values a stream with filters is another one; without filters there is only the one.
    .filter(({ streamId, filters }) => filters.length > 0 || !rows.some((row) => row.streamId === streamId))
    .map((stream): CatalogEntry => ({ kind: 'catalog', key: `catalog ${stream.streamId}`, stream }));
  return [...taken, ...catalog];
}

function filterText(desk: Desk, { filter, tokenId }: StreamRow): string {
  const token = tokenId === null ? null : parseTokenId(tokenId);
  if (token) {
    const symbol = desk.data.token(tokenId ?? '')?.symbol ?? '';
    const chain = token.chain === 'solana' ? '' : chains[token.chain].name;
    return [chain, symbol, shortAddress(token.address)].filter((part) => part !== '').join(' ');
  }
  const { walletAddress } = filter;
  if (walletAddress) {
    const own = activeWallets(desk.data.read('wallets').data).find(({ address }) => address === walletAddress);
    const label = own ? `${cleanText(own.label, textLimits.symbol)} ` : '';
    return `${label}${shortAddress(walletAddress)}`;
  }
  return Object.values(filter).map(shortAddress).join(' ');
}

/** How a channel stands, in a word or two. */
export function stateCell({ stream: { state, silentMs }, isConnected }: TakenEntry): Span {
  if (state === 'pending') return isConnected ? span('pending', 'accent') : span('waiting', 'muted');
  if (state === 'refused') return span('refused', 'danger');
  return silentMs === null ? span('live', 'up') : span(`silent ${formatAge(silentMs)}`, 'warn');
}

/** What the catalog says against asking for a stream; null when nothing is. */
export function whyNotOffered({ streamId, isOffered, isReadable }: CatalogStream): string | null {
  if (!isReadable) return `this version of the desk cannot read ${streamId}`;
  return isOffered === false ? `this service does not offer ${streamId}` : null;
}
