import { afterEach, expect, test } from 'vitest';
import { formatClock, formatClockZone, formatDate } from '../numbers/format.ts';
import { localZone, setClockZone, utc } from './clock-zone.ts';

const zoneBefore = process.env.TZ;
afterEach(() => {
  setClockZone(utc);
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

const winter = Date.UTC(2026, 0, 1, 23, 30, 5);
const summer = Date.UTC(2026, 6, 1, 12, 0, 0);

test('times are in UTC until another clock is named', () => {
  process.env.TZ = 'Asia/Kolkata';
  expect([formatClock(winter), formatClockZone(winter), formatDate(winter)]).toEqual([
    '23:30:05',
    '23:30:05 UTC',
    '2026-01-01',
  ]);
});

test.each([
  ['Europe/Berlin', winter, '00:30:05 CET', '2026-01-02'],
  ['Europe/Berlin', summer, '14:00:00 CEST', '2026-07-01'],
  ['America/New_York', winter, '18:30:05 EST', '2026-01-01'],
  ['Asia/Kolkata', winter, '05:00:05 UTC+5:30', '2026-01-02'],
  ['UTC', winter, '23:30:05 UTC', '2026-01-01'],
])('in %s, with summer time', (zone, ms, time, date) => {
  process.env.TZ = zone;
  setClockZone(localZone());
  expect([formatClockZone(ms), formatDate(ms)]).toEqual([time, date]);
});

test('the hour that summer time repeats is told apart by the name of the zone', () => {
  process.env.TZ = 'Europe/Berlin';
  setClockZone(localZone());
  const beforeMs = Date.UTC(2026, 9, 25, 0, 59, 59);
  expect([beforeMs, beforeMs + 1_000, beforeMs + 3_601_000].map(formatClockZone)).toEqual([
    '02:59:59 CEST',
    '02:00:00 CET',
    '03:00:00 CET',
  ]);
});

test('what is no time stays none', () => {
  expect([formatClockZone(Number.NaN), formatDate(Number.NaN)]).toEqual(['--:--:--', '????-??-??']);
});
