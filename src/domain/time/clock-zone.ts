/** A time zone for display. */
export interface ClockZone {
  /** Minutes ahead of UTC at that time, including summer time. */
  offsetMinutes(ms: number): number;
  /** Short name: UTC, CET, EDT. */
  name(ms: number): string;
}

/** What is shown until `setClockZone` says otherwise. */
export const utc: ClockZone = { offsetMinutes: () => 0, name: () => 'UTC' };

// One per process, like its language: every displayed time must use the same zone to be comparable. Set once, before
// the first frame.
let shownBy = utc;

/** Every time of day is shown by this clock from now on. To be called once, before the first frame. */
export const setClockZone = (zone: ClockZone): void => {
  shownBy = zone;
};

/** The clock of this process. */
export const clockZone = (): ClockZone => shownBy;

const dayMs = 86_400_000;

/** When the day of `ms` began by the clock of this process, ms since the epoch. A day of a clock change has 23 or 25 hours. */
export function startOfDay(ms: number): number {
  const offsetAt = (at: number): number => shownBy.offsetMinutes(at) * 60_000;
  const midnight = Math.floor((ms + offsetAt(ms)) / dayMs) * dayMs;
  // The offset at midnight, which a clock change since then has made another.
  return midnight - offsetAt(midnight - offsetAt(ms));
}

/** The system's time zone. */
export function localZone(): ClockZone {
  const names = new Map<number, string>();
  const offsetMinutes = (ms: number): number => -new Date(ms).getTimezoneOffset();
  return {
    offsetMinutes,
    name: (ms) => {
      const offset = offsetMinutes(ms);
      const name = names.get(offset) ?? shortName(ms, offset);
      names.set(offset, name);
      return name;
    },
  };
}

/** Zone names depend on the language: CET in British English, EST in American. If neither has one, the offset. */
function shortName(ms: number, offset: number): string {
  const inLanguages = ['en-GB', 'en-US'].map(
    (language) =>
      new Intl.DateTimeFormat(language, { timeZoneName: 'short' })
        .formatToParts(ms)
        .find(({ type }) => type === 'timeZoneName')?.value ?? '',
  );
  const sign = offset < 0 ? '−' : '+';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const byOffset = `UTC${sign}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
  return inLanguages.find((name) => /^[A-Z]{2,5}$/.test(name)) ?? byOffset;
}
