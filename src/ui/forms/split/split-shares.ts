import type { SplitShare } from '../../../actions/transfers/plan-split.ts';

/** The whole, in hundredths of a percent. */
const wholeBips = 10_000;

/** Equal shares that add up to the whole; the first ones take what cannot be divided. */
export function equalShares(walletIds: readonly string[]): SplitShare[] {
  const { length } = walletIds;
  const [least, rest] = [Math.floor(wholeBips / length), wholeBips % length];
  return walletIds.map((walletId, index) => ({ walletId, pctBips: least + (index < rest ? 1 : 0) }));
}

/** Parses percentages such as `25 75`, one for each wallet; none: equal. Returns an error message if they are not valid. */
export function readShares(text: string, walletIds: readonly string[]): readonly SplitShare[] | string {
  const words = text.split(/[\s,]+/).filter(Boolean);
  if (words.length === 0) return equalShares(walletIds);
  if (words.length !== walletIds.length)
    return `Enter ${walletIds.length} percentage${walletIds.length === 1 ? '' : 's'}, one for each wallet, or none for equal shares.`;
  const bips = words.map(bipsOf);
  if (bips.some((share) => share === 0)) return 'Enter percentages above 0 with at most 2 decimals, such as 33.34.';
  const sum = bips.reduce((total, share) => total + share, 0);
  if (sum !== wholeBips) return `The percentages add up to ${pctText(sum)}: they must add up to exactly 100.`;
  return walletIds.map((walletId, index) => ({ walletId, pctBips: bips[index] ?? 0 }));
}

/** 0 for anything but a percentage. */
function bipsOf(word: string): number {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?%?$/.exec(word) ?? [];
  return whole === undefined ? 0 : Number(whole + fraction.padEnd(2, '0'));
}

/** `33.34 %` of hundredths of a percent. */
export const pctText = (bips: number): string => {
  const [whole, fraction] = [Math.floor(bips / 100), bips % 100];
  return `${whole}${fraction === 0 ? '' : `.${String(fraction).padStart(2, '0').replace(/0$/, '')}`} %`;
};
