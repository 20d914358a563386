/** What paper reaches but does not do, by operation or stream id; docs/coverage.md says so in these words. */
export const paperGaps: Readonly<Record<string, string>> = {};

export const inPaper = (id: string): string => paperGaps[id] ?? 'yes';
