/** The clock that times of day are shown by. */
export interface ClockZone {
  /** Minutes ahead of UTC at that moment: summer time comes and goes. */
  offsetMinutes(ms: number): number;
  /** Short name, as on a wall clock: UTC, CET, EDT. */
  name(ms: number): string;
}

export const utc: ClockZone = { offsetMinutes: () => 0, name: () => 'UTC' };

// One for the process, as its language is: every text that shows a time of day must mean the same clock, or two of them
// could not be compared. Set before the first frame, and never again.
let shownBy = utc;

export const setClockZone = (zone: ClockZone): void => {
  shownBy = zone;
};

export const clockZone = (): ClockZone => shownBy;

/** Where the person is, by the settings of their system. */
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

/** Names of zones belong to languages: CET to British English, EST to American; where neither has one, the offset. */
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
