/** Operations or streams that paper serves but does not implement, by id, as worded in docs/coverage.md. */
export const paperGaps: Readonly<Record<string, string>> = {};

export const inPaper = (id: string): string => paperGaps[id] ?? 'yes';
