/** One line of the doctor: `fail` means that the desk can't do its work, `warn` that it does it less well. */
export interface Check {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly subject: string;
  readonly finding: string;
  /** What to do about it; null when there is nothing to do. */
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
