/** Days of the person's own clock, computed on the calendar, never in hours: some days have 23 or 25. */
import type { Day } from './day.ts';

const DAY_MS = 86_400_000;
const SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** @returns the local date at that moment */
export function dayOf(moment: Date): Day {
  return write(moment.getFullYear(), moment.getMonth(), moment.getDate());
}

/** Returns whether `value` is a calendar date as `dayOf` writes it. */
export function isDay(value: unknown): value is Day {
  return typeof value === 'string' && SHAPE.test(value) && fromNumber(toNumber(value)) === value;
}

/** @returns the date so many days later; earlier if negative */
export function addDays(day: Day, days: number): Day {
  return fromNumber(toNumber(day) + days);
}

/** @returns `day`, or the nearest one that is at most one day away from `today` */
export function nearDay(day: Day, today: Day): Day {
  const away = daysBetween(today, day);
  return addDays(today, Math.min(1, Math.max(-1, away)));
}

/** @returns how many days `day` is after `since`; negative if before */
export function daysBetween(since: Day, day: Day): number {
  return toNumber(day) - toNumber(since);
}

/** @returns noon of a day, which no clock change moves to another day, in milliseconds since 1970 */
export function noonOf(day: Day): number {
  return Date.parse(`${day}T12:00`);
}

/** Days since 1970, in a calendar without daylight saving. */
function toNumber(day: Day): number {
  return Date.parse(day) / DAY_MS;
}

function fromNumber(days: number): Day {
  const date = new Date(days * DAY_MS);
  return Number.isNaN(date.getTime()) ? '' : write(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

function write(year: number, month: number, date: number): Day {
  return `${String(year).padStart(4, '0')}-${pad(month + 1)}-${pad(date)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
