import type Big from 'big.js';
import { type Chain, chains, isAddress, readChain } from '../../domain/market/chain.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskQueries } from '../desk-data.ts';

/** A trade that an agent or a person proposed. Texts are cleaned, and '' if the service gives none. */
export interface SuggestionRow {
  readonly key: string;
  readonly problem: string | null;
  readonly id: string;
  /** `open`, `acted`, `dismissed`, `expired`, or what else the service calls it. */
  readonly state: string;
  /** `buy`, `sell`, or what else the service calls it. */
  readonly side: string;
  /** null for a network that the desk does not trade on. */
  readonly chain: Chain | null;
  /** The chain's name, else the network's id as sent. */
  readonly network: string;
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly priceUsd: Big | null;
  readonly rationale: string;
  /** Proposed size. */
  readonly usd: Big | null;
  readonly confidence: string;
  /** Times in ms; null if missing or unreadable. */
  readonly createdAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly actedAtMs: number | null;
  readonly dismissedAtMs: number | null;
  readonly dismissReason: string;
  readonly keyId: string;
  readonly keyName: string;
  /** Task that carried it out. */
  readonly taskId: string;
  /** The suggestion as it was read. */
  readonly source: object;
}

const nothing: Omit<SuggestionRow, 'key' | 'problem' | 'source'> = {
  id: '',
  state: '',
  side: '',
  chain: null,
  network: '',
  address: '',
  symbol: '',
  name: '',
  priceUsd: null,
  rationale: '',
  usd: null,
  confidence: '',
  createdAtMs: null,
  expiresAtMs: null,
  actedAtMs: null,
  dismissedAtMs: null,
  dismissReason: '',
  keyId: '',
  keyName: '',
  taskId: '',
};

type Item = NonNullable<DeskQueries['suggestions']['suggestions']>[number];

/** Latest first, as the service lists them. */
export const suggestionRows = (answer: DeskQueries['suggestions'] | undefined): SuggestionRow[] =>
  (answer?.suggestions ?? []).map(suggestionRow);

function suggestionRow(item: Item, index: number): SuggestionRow {
  if (isUnreadable(item)) {
    const problem = cleanText(item.unreadable, 100);
    return { ...nothing, key: `suggestion unreadable ${index}`, problem, source: item };
  }
  const { asset, agentKey } = item;
  const network = cleanText(item.networkId, textLimits.symbol);
  const chain = readChain(network);
  return {
    key: `suggestion ${item.id}`,
    problem: null,
    id: cleanText(item.id, 200),
    state: cleanText(item.state, textLimits.symbol).toLowerCase(),
    side: cleanText(item.side, textLimits.symbol).toLowerCase(),
    chain,
    network: chain ? chains[chain].name : network,
    address: cleanText(asset.address, 100),
    symbol: cleanText(asset.symbol, textLimits.symbol),
    name: cleanText(asset.name, textLimits.name),
    priceUsd: readDecimal(asset.priceUsd),
    rationale: cleanText(item.rationale),
    usd: readDecimal(item.amountInUsd),
    confidence: cleanText(item.confidence, textLimits.symbol).toLowerCase(),
    createdAtMs: timeOf(item.createdAt),
    expiresAtMs: timeOf(item.expiresAt),
    actedAtMs: timeOf(item.actedAt),
    dismissedAtMs: timeOf(item.dismissedAt),
    dismissReason: cleanText(item.dismissReason),
    keyId: cleanText(agentKey?.id, 200),
    keyName: cleanText(agentKey?.name, textLimits.name),
    taskId: cleanText(item.linkedTaskId, 200),
    source: item,
  };
}

function timeOf(text: string | null | undefined): number | null {
  const atMs = Date.parse(text ?? '');
  return Number.isNaN(atMs) ? null : atMs;
}

/** The token to trade, or why the desk cannot trade it, as a sentence's end. */
export function suggestedToken({ chain, network, address, side }: SuggestionRow): TokenRef | string {
  if (!chain) return `the desk does not trade on ${network || 'an unnamed network'}`;
  if (!isAddress(chain, address)) return 'the suggestion gives no valid token address';
  return side === 'buy' || side === 'sell' ? { chain, address } : 'the suggestion says neither buy nor sell';
}
