import { chains } from '../../../domain/market/chain.ts';
import { parseTokenId } from '../../../domain/market/token.ts';
import { formatAge, shortAddress } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { activeWallets } from '../../../stores/account/wallets.ts';
import type { CatalogStream, StreamRow } from '../../../stores/streams.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Span, span } from '../../text/span.ts';

/** A subscribed stream, as a row. */
export interface TakenEntry {
  readonly kind: 'taken';
  readonly key: string;
  readonly stream: StreamRow;
  /** The filter, in readable form: symbol and short address, never a symbol alone. */
  readonly filterText: string;
  /** A pending channel of a closed connection is shown as waiting. */
  readonly isConnected: boolean;
  readonly nowMs: number;
}

/** A stream of the catalog, as a row. */
export interface CatalogEntry {
  readonly kind: 'catalog';
  readonly key: string;
  readonly stream: CatalogStream;
}

export type StreamEntry = TakenEntry | CatalogEntry;

/** Rows of the pane: the subscribed streams, then the rest of the catalog. */
export function streamEntries(desk: DeskView): StreamEntry[] {
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
  // A stream with filters can be subscribed again with other values; one without filters cannot.
  const catalog = desk.streams
    .getState()
    .catalog.filter(({ streamId, filters }) => filters.length > 0 || !rows.some((row) => row.streamId === streamId))
    .map((stream): CatalogEntry => ({ kind: 'catalog', key: `catalog ${stream.streamId}`, stream }));
  return [...taken, ...catalog];
}

function filterText(desk: DeskView, { filter, tokenId }: StreamRow): string {
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

/** The state of a channel, in a word or two. */
export function stateCell({ stream: { state, silentMs }, isConnected }: TakenEntry): Span {
  if (state === 'pending') return isConnected ? span('pending', 'accent') : span('waiting', 'muted');
  if (state === 'refused') return span('refused', 'danger');
  return silentMs === null ? span('live', 'up') : span(`silent ${formatAge(silentMs)}`, 'warn');
}

/** Why a stream of the catalog cannot be subscribed; null if it can. */
export function whyNotOffered({ streamId, isOffered, isReadable }: CatalogStream): string | null {
  if (!isReadable) return `this version of the desk cannot read ${streamId}`;
  return isOffered === false ? `this service does not offer ${streamId}` : null;
}
