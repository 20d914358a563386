import { bpsText, formatAge, formatUsd, shortAddress } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { SettingRow } from '../../../stores/account/setting-rows.ts';
import type { Column } from '../../components/table.ts';
import { known } from '../../text/cells.ts';
import { muted, type Span, span, type Tone } from '../../text/span.ts';
import type { AccountEntry } from './account-entry.ts';
import type { AccountSection } from './account-sections.ts';

type Kind = AccountEntry['kind'];
type Of<K extends Kind> = Extract<AccountEntry, { kind: K }>;

/** A column of one kind of row. A section only has rows of one kind. */
const columnOf =
  <K extends Kind>(kind: K) =>
  (
    id: string,
    title: string,
    priority: number,
    cell: (entry: Of<K>) => Span,
    more: Partial<Column<AccountEntry>> = {},
  ): Column<AccountEntry> => ({
    id,
    title,
    align: 'left',
    priority,
    ...more,
    cell: (entry) => (entry.kind === kind ? cell(entry as Of<K>) : span('')),
  });

const wallet = columnOf('wallet');
const group = columnOf('group');
const setting = columnOf('setting');
const suggestion = columnOf('suggestion');
const session = columnOf('session');
const right = { align: 'right' } as const;

const stateTone = (state: string): Tone =>
  (({ active: 'up', open: 'accent', acted: 'up', completed: 'up', failed: 'danger', timeout: 'danger' }) as const)[
    state.toLowerCase()
  ] ?? 'muted';

const sideTone = (side: string): Tone => (side === 'buy' ? 'up' : side === 'sell' ? 'down' : 'muted');

/** How long an open suggestion still stands. */
function expiresCell({ row, nowMs }: Of<'suggestion'>): Span {
  if (row.state !== 'open' || row.expiresAtMs === null) return muted('–');
  const leftMs = row.expiresAtMs - nowMs;
  return leftMs > 0 ? span(`in ${formatAge(leftMs)}`) : span('over', 'warn');
}

const preset = (row: SettingRow, field: string): unknown =>
  row.kind === 'preset' ? (row.value as Readonly<Record<string, unknown>>)[field] : undefined;

const presetCell =
  (show: (value: unknown) => string, ...fields: readonly string[]) =>
  ({ row }: Of<'setting'>): Span => {
    if (row.kind !== 'preset') return span('');
    const value = fields.map((field) => preset(row, field)).find((one) => one !== undefined && one !== null);
    return known(value, show);
  };

/** Width of the longest chain name, so that settings drawn as a whole row line up with the others. */
const chainWidth = 9;

const amount = (value: unknown): string => cleanText(value, 24);
const slippage = (value: unknown): string => (typeof value === 'number' ? bpsText(value) : amount(value));

export const sectionColumns: Readonly<Record<AccountSection, readonly Column<AccountEntry>[]>> = {
  wallets: [
    wallet('label', 'LABEL', 1, ({ row }) => span(row.label, 'title'), { shrinkTo: 12 }),
    wallet('chain', 'CHAIN', 2, ({ row }) => muted(row.chain ?? 'several')),
    wallet('state', 'STATE', 2, ({ row }) => span(row.state.toLowerCase(), stateTone(row.state))),
    wallet('address', 'ADDRESS', 3, ({ row }) => span(shortAddress(row.address))),
    wallet('id', 'WALLET ID', 4, ({ row }) => muted(cleanText(row.walletId, textLimits.name))),
  ],
  groups: [
    group('name', 'GROUP', 1, ({ row }) => span(row.name, 'title'), { shrinkTo: 12 }),
    group('chain', 'CHAIN', 2, ({ row }) => muted(row.chain ?? 'any')),
    group('count', 'WALLETS', 2, ({ row }) => span(String(row.walletIds.length)), right),
    group('wallets', 'IN ORDER', 3, ({ row }) => muted(row.wallets.join(', ') || 'none'), { shrinkTo: 10 }),
  ],
  settings: [
    setting('chain', 'CHAIN', 1, ({ row }) => muted((row.chain || 'all').padEnd(chainWidth))),
    setting('what', 'WHAT', 1, ({ row }) => span(row.what, 'title')),
    setting('slippage', 'SLIPPAGE', 1, presetCell(slippage, 'slippageBps'), right),
    setting(
      'mev',
      'MEV',
      2,
      presetCell((on) => (on === true ? 'protected' : 'open'), 'mevProtectionEnabled'),
    ),
    setting('fee', 'PRIORITY FEE', 3, presetCell(amount, 'customPriorityFeeSol', 'maxPriorityFeePerGasGwei'), right),
    setting('bribe', 'BRIBE', 4, presetCell(amount, 'bribeAmountSol', 'bribeAmountNative'), right),
    setting(
      'impact',
      'MAX IMPACT',
      5,
      presetCell((pct) => `${amount(pct)} %`, 'maxPriceImpactPct'),
      right,
    ),
  ],
  suggestions: [
    suggestion('state', 'STATE', 1, ({ row }) => span(row.state, stateTone(row.state))),
    suggestion('side', 'SIDE', 1, ({ row }) => span(row.side || '–', sideTone(row.side))),
    suggestion('token', 'TOKEN', 1, ({ token }) => span(shortToken(token), 'title')),
    suggestion('chain', 'CHAIN', 6, ({ row }) => muted(row.network || '–')),
    suggestion('size', 'USD', 3, ({ row }) => known(row.usd, formatUsd), right),
    suggestion('confidence', 'CONFIDENCE', 5, ({ row }) => muted(row.confidence || '–')),
    suggestion(
      'age',
      'AGE',
      4,
      ({ row, nowMs }) => known(row.createdAtMs, (ms) => formatAge(nowMs - ms), 'muted'),
      right,
    ),
    suggestion('expires', 'EXPIRES', 2, expiresCell, right),
    suggestion('rationale', 'RATIONALE', 2, ({ row }) => span(row.rationale || '–'), { shrinkTo: 24 }),
  ],
  agents: [
    session('agent', 'AGENT', 1, ({ session: one }) => span(cleanText(one.agentId, textLimits.name), 'title'), {
      shrinkTo: 8,
    }),
    session('state', 'STATE', 1, ({ session: { status } }) => span(status, stateTone(status))),
    session('age', 'AGE', 3, ({ session: one, nowMs }) => muted(formatAge(nowMs - one.askedAtMs)), right),
    session('prompt', 'TASK', 2, ({ session: { prompt } }) => muted(cleanText(prompt)), { shrinkTo: 12 }),
    session('answer', 'ANSWER', 4, ({ session: one }) => span(answerOf(one) || '–'), { shrinkTo: 12 }),
  ],
};

/** Width from which a whole address fits beside the other columns. */
const addressFrom = 100;

const wholeAddress = wallet('address', 'ADDRESS', 3, ({ row }) => span(cleanText(row.address, 100)), { shrinkTo: 11 });

/** The columns of a section at this width; with enough room, addresses are not shortened. */
export const columnsIn = (section: AccountSection, width: number): readonly Column<AccountEntry>[] =>
  sectionColumns[section].map((column) =>
    section === 'wallets' && column.id === 'address' && width >= addressFrom ? wholeAddress : column,
  );

/** Shortens an address, but not a symbol. */
const shortToken = (token: string): string => (token.length > 14 ? shortAddress(token) : token || '–');

export const answerOf = ({ error, finalResponse, trouble }: Of<'session'>['session']): string =>
  cleanText(finalResponse ?? error ?? trouble ?? '');

/** Text over the whole row, for settings that are not presets. */
export function settingNote({ row }: Of<'setting'>): Span | null {
  if (row.kind === 'preset') return null;
  const value = row.value;
  const head = `${(row.chain || 'all').padEnd(chainWidth)}  ${row.what.padEnd(14)}  `;
  if (row.kind === 'one-click') return span(head + oneClickText(value), 'muted');
  return span(head + (typeof value === 'boolean' ? (value ? 'on' : 'off') : amount(value ?? 'not set')), 'muted');
}

/** `off  buy 0.1 0.5 1 2  sell 25 50 75 100 %`. */
export function oneClickText(value: unknown): string {
  const { enabled, buyPresets, sellPresets } = value as Readonly<Record<string, unknown>>;
  const list = (presets: unknown): string =>
    Array.isArray(presets) ? presets.map((one) => cleanText(one, 16)).join(' ') : '–';
  return `${enabled === true ? 'on' : 'off'}  buy ${list(buyPresets)}  sell ${list(sellPresets)} %`;
}
