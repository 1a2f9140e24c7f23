/** All words of the badges, in one place for a later catalogue. */
import type { ProgressStatus } from '../normalizer/types.ts';

export const badgeTexts = {
  /** Name of a call of which neither label nor tool is known. */
  unknownTool: 'Tool',
  group: 'Tools of this reply',
  failed: 'failed',
  /** True beside tools that did run, too. */
  imitated: 'No tool ran for a call that the model only wrote down. What follows may be invented.',
  dismissImitated: 'Hide this note',
} as const;

/** @returns "1 tool", "6 tools", or "100+ tools" when `more` were seen than kept */
export function toolCount(count: number, more: boolean): string {
  return `${count}${more ? '+' : ''} ${count === 1 && !more ? 'tool' : 'tools'}`;
}

/** The one line of a finished reply: "6 tools, 12.4 s"; times under one second are left out, as is null. */
export function summary(count: number, more: boolean, milliseconds: number | null): string {
  const time = milliseconds === null ? '' : shortTime(milliseconds);
  return time ? `${toolCount(count, more)}, ${time}` : toolCount(count, more);
}

export function earlier(count: number): string {
  return `+${count} earlier`;
}

/**
 * A duration for the eye.
 * @param milliseconds duration; negative and non-finite ones count as none
 * @param whole whole seconds, for a time that is still running: tenths would flicker
 * @returns '' under one second, "3.2 s", "1 min 05 s", "1 h 02 min"
 */
export function shortTime(milliseconds: number, whole = false): string {
  if (!(milliseconds >= 1000) || !Number.isFinite(milliseconds)) return '';
  const { hours, minutes, seconds } = parts(milliseconds);
  if (hours > 0) return `${hours} h ${twoDigits(minutes)} min`;
  if (minutes > 0) return `${minutes} min ${twoDigits(seconds)} s`;
  // Cut, not rounded: 59.96 s must not become 60.0 s.
  return whole ? `${seconds} s` : `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`;
}

/** The same duration for the ear: "under 1 second", "3.2 seconds", "1 minute 5 seconds", "1 hour 2 minutes". */
export function timeInWords(milliseconds: number): string {
  if (!(milliseconds >= 1000) || !Number.isFinite(milliseconds)) return 'under 1 second';
  const { hours, minutes, seconds } = parts(milliseconds);
  if (hours > 0) return minutes > 0 ? `${unit(hours, 'hour')} ${unit(minutes, 'minute')}` : unit(hours, 'hour');
  if (minutes > 0) return seconds > 0 ? `${unit(minutes, 'minute')} ${unit(seconds, 'second')}` : unit(minutes, 'minute');
  return unit(Math.floor(milliseconds / 100) / 10, 'second');
}

/** What a screen reader hears after the name of a call. `ended` claims nothing: we only stopped hearing of it. */
export function statusInWords(status: ProgressStatus, milliseconds: number): string {
  const time = timeInWords(milliseconds);
  switch (status) {
    case 'running':
      return 'running';
    case 'finished':
      return `finished, ${time}`;
    case 'failed':
      return `failed, ${time}`;
    case 'ended':
      return `ended, outcome unknown, ${time}`;
  }
}

export function announceStart(name: string): string {
  return `Tool running: ${name}`;
}

/** Said once when a reply is over. */
export function announceEnd(count: number, more: boolean, imitated: boolean): string {
  const ran = count > 0 ? `${toolCount(count, more)} ran.` : '';
  return [ran, imitated ? badgeTexts.imitated : ''].filter(Boolean).join(' ');
}

function parts(milliseconds: number): { hours: number; minutes: number; seconds: number } {
  const all = Math.floor(milliseconds / 1000);
  return { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, seconds: all % 60 };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function unit(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? '' : 's'}`;
}
