/**
 * Days of the person's own clock, computed on the calendar, never in hours: some days have 23 or
 * 25.
 */

/** A date such as `2026-11-22`: days begin at local midnight. */
export type Day = string;

/** Days for which counts by day, names of tools and warnings are kept, today included. */
export const KEPT_DAYS = 90;

const DAY_MS = 86_400_000;
const SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** @returns the local date at that moment */
export function dayOf(moment: Date): Day {
  return write(moment.getFullYear(), moment.getMonth(), moment.getDate());
}

/** @returns the local date now */
export function today(): Day {
  return dayOf(new Date());
}

/** Returns whether `value` is a calendar date as `dayOf` writes it. */
export function isDay(value: unknown): value is Day {
  return typeof value === 'string' && SHAPE.test(value) && fromNumber(toNumber(value)) === value;
}

/** Returns whether what is stored of this day is kept. One day ahead is another time zone. */
export function isKept(day: Day, now: Day = today()): boolean {
  const age = daysBetween(day, now);
  return age < KEPT_DAYS && age >= -1;
}

/** @returns the date so many days later; earlier if negative */
export function addDays(day: Day, days: number): Day {
  return fromNumber(toNumber(day) + days);
}

/** @returns the last days of the calendar, oldest first, `last` at the end */
export function lastDays(days: number, last: Day = today()): readonly Day[] {
  return Array.from({ length: days }, (_, index) => addDays(last, index + 1 - days));
}

/** @returns how many days `day` is after `since`; negative if before */
export function daysBetween(since: Day, day: Day): number {
  return toNumber(day) - toNumber(since);
}

/**
 * @returns noon of a day, which no clock change moves to another day, in milliseconds since 1970
 */
export function noonOf(day: Day): number {
  return Date.parse(`${day}T12:00`);
}

/** Days since 1970, in a calendar without daylight saving. */
function toNumber(day: Day): number {
  return Date.parse(day) / DAY_MS;
}

function fromNumber(days: number): Day {
  const date = new Date(days * DAY_MS);
  return Number.isNaN(date.getTime())
    ? ''
    : write(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

function write(year: number, month: number, date: number): Day {
  return `${String(year).padStart(4, '0')}-${pad(month + 1)}-${pad(date)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
