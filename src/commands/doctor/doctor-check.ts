/** One line of the doctor's report. `fail`: the desk cannot work. `warn`: it works with limitations. */
export interface Check {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly subject: string;
  readonly finding: string;
  /** What to do about it; null for nothing. */
  readonly cure: string | null;
}

export const ok = (subject: string, finding: string): Check => ({ level: 'ok', subject, finding, cure: null });
export const warn = (subject: string, finding: string, cure: string | null): Check => ({
  level: 'warn',
  subject,
  finding,
  cure,
});
export const fail = (subject: string, finding: string, cure: string | null): Check => ({
  level: 'fail',
  subject,
  finding,
  cure,
});

/** The check as the report shows it: a line, and one for what to do about it. */
export const checkText = ({ level, subject, finding, cure }: Check): string =>
  `${level.padEnd(4)}  ${subject.padEnd(10)}  ${finding}${cure ? `\n${' '.repeat(18)}${cure}` : ''}`;
