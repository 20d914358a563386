import { formatAmount } from '../../../domain/numbers/amount.ts';
import { csv } from '../../../domain/text/csv.ts';
import { programName } from '../../../signing/rules/trusted-programs.ts';
import type { CommandIo } from '../../command.ts';
import { asRows, cellText, type Format } from '../../output/format.ts';
import type { Approval } from './find-approvals.ts';

export type ApprovalFormat = Format | 'csv';
type Row = Readonly<Record<string, string | number | boolean | null>>;

const columns = [
  { id: 'chain', title: 'CHAIN', priority: 1 },
  { id: 'token', title: 'TOKEN', priority: 2 },
  { id: 'spender', title: 'SPENDER', priority: 3 },
  { id: 'allowance', title: 'ALLOWANCE', priority: 4, align: 'right' },
] as const;

/** As wallets and explorers see it: nobody has so much of a token. */
const unlimitedFrom = 1n << 255n;

export const isUnlimited = ({ allowance }: Approval): boolean => allowance >= unlimitedFrom;

/** Exact, in whole tokens where the token says its decimals. */
export const allowanceText = (approval: Approval): string => {
  const { allowance, decimals } = approval;
  if (isUnlimited(approval)) return 'unlimited';
  return decimals === null ? `${allowance} base units` : formatAmount(allowance, decimals);
};

const named = (name: string | null, address: string): string => (name === null ? address : `${name} ${address}`);

export const tokenText = ({ symbol, token }: Approval): string => named(symbol, token);
export const spenderText = ({ chain, spender }: Approval): string => named(programName(chain, spender), spender);

const asCells = (approval: Approval): Row => ({
  chain: approval.chain,
  token: tokenText(approval),
  spender: spenderText(approval),
  allowance: allowanceText(approval),
});

/** For programs: base units as text, since they may exceed what JSON's numbers hold. */
const asData = (approval: Approval): Row => ({
  chain: approval.chain,
  token: approval.token,
  symbol: approval.symbol,
  decimals: approval.decimals,
  spender: approval.spender,
  spenderName: programName(approval.chain, approval.spender),
  allowance: `${approval.allowance}`,
  isUnlimited: isUnlimited(approval),
  account: approval.account,
});

export const printApprovals = (approvals: readonly Approval[], format: ApprovalFormat, io: CommandIo): void =>
  print(approvals.map(format === 'table' ? asCells : asData), columns, format, io);

/** What became of one that was to be revoked. */
export interface Revoked extends Pick<Approval, 'chain' | 'token' | 'spender'> {
  readonly status: string;
  readonly txHash: string | null;
  readonly message: string | null;
}

const revokedColumns = [
  ...columns.slice(0, 3),
  { id: 'status', title: 'STATUS', priority: 4 },
  { id: 'txHash', title: 'HASH', priority: 5 },
];

export const printRevoked = (revoked: readonly Revoked[], format: ApprovalFormat, io: CommandIo): void =>
  print(
    revoked.map((one) => ({ ...one })),
    revokedColumns,
    format,
    io,
  );

function print(
  rows: readonly Row[],
  shown: Parameters<typeof asRows>[1],
  format: ApprovalFormat,
  { stdout }: CommandIo,
) {
  if (format !== 'csv') {
    if (format !== 'table' || rows.length > 0) stdout.write(asRows(rows, shown, format, stdout));
    return;
  }
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  stdout.write(csv([names, ...rows.map((row) => names.map((name) => cellText(row[name])))]));
}
