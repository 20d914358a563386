/** What paper reaches but does not do, by operation or stream id; docs/coverage.md says so in these words. */
export const paperGaps: Readonly<Record<string, string>> = {
  // Paper verifies no signatures yet, and pretending would be worse than refusing.
  'swap.submit': 'refused (501)',
  'svm.token.distributionStats': 'silent',
  'svm.token.holderStats': 'silent',
  'alpha.signalFeedProfile': 'silent',
  'alpha.signalFeedNamed': 'silent',
};

export const inPaper = (id: string): string => paperGaps[id] ?? 'yes';
