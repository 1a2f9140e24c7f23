/** What the badges say, as text and to screen readers. */
import { formats } from '../languages/formats.ts';
import { counted, language, message, words } from '../languages/messages.ts';
import { lazy } from '../lib/lazy.ts';
import type { ProgressStatus } from '../normalizer/progress/progress-types.ts';

export const badgeTexts = words({
  unknownTool: 'badges_unknownTool',
  group: 'badges_group',
  tools: (calls: number) => counted('badges_tools', calls),
  moreTools: (calls: number) => message('badges_moreTools', formats.figure(calls)),
  failures: (calls: number) => counted('badges_failures', calls),
  earlier: (calls: number) => counted('badges_earlier', calls),
  seconds: (seconds: string) => message('badges_seconds', seconds),
  minutes: (minutes: string, seconds: string) => message('badges_minutes', minutes, seconds),
  hours: (hours: string, minutes: string) => message('badges_hours', hours, minutes),
  underOneSecond: 'badges_underOneSecond',
  shaded: 'badges_shaded',
  copyLine: 'badges_copyLine',
  copied: 'badges_copied',
  finished: 'badges_finished',
  failed: 'badges_failed',
  ended: 'badges_ended',
  callRuns: 'badges_callRuns',
  call: (took: string, state: string) => message('badges_call', took, state),
  callUntimed: (state: string) => message('badges_callUntimed', state),
  callOnAxis: (began: string, took: string, state: string) => message('badges_callOnAxis', began, took, state),
  toolRuns: (name: string) => message('badges_toolRuns', name),
  toolsRan: (calls: number) => counted('badges_toolsRan', calls),
  moreToolsRan: (calls: number) => message('badges_moreToolsRan', formats.figure(calls)),
  failuresSaid: (calls: number) => counted('badges_failuresSaid', calls),
  faked: 'badges_faked',
  fakedCall: (name: string) => message('badges_fakedCall', name),
  why: 'badges_why',
  because: 'badges_because',
  cleanChat: 'badges_cleanChat',
  dismiss: 'badges_dismiss',
  hideNote: 'badges_hideNote',
  isOn: 'badges_isOn',
  reloadDue: 'badges_reloadDue',
  reload: 'badges_reload',
  showNote: 'badges_showNote',
});

/** The direction of all our languages, whatever the page's is. */
export const DIRECTION = 'ltr';

const figure = numbers({});
const withTenths = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDigits = numbers({ minimumIntegerDigits: 2 });
const UNITS: Readonly<Record<Unit, (value: number) => string>> = {
  hour: numbers({ style: 'unit', unit: 'hour', unitDisplay: 'long' }),
  minute: numbers({ style: 'unit', unit: 'minute', unitDisplay: 'long' }),
  second: numbers({ style: 'unit', unit: 'second', unitDisplay: 'long', maximumFractionDigits: 1 }),
};

/** The number of tools, whether more were seen than are kept, and how many of those kept failed. */
export interface ToolCount {
  readonly tools: number;
  readonly more: boolean;
  readonly failed: number;
}

/** Separates the parts of one line. */
const DOT = ' · ';

/**
 * The one line of a finished reply: "6 tools · 12.4 s · 1 failed"; times under one second are left out, and null too.
 */
export function summary({ tools, more, failed }: ToolCount, milliseconds: number | null): string {
  const count = more ? badgeTexts.moreTools(tools) : badgeTexts.tools(tools);
  return line(count, milliseconds, failed > 0 ? badgeTexts.failures(failed) : '');
}

/** The same for a reply with one tool: "💻 date · 1.5 s". */
export function summaryOfOne(name: string, milliseconds: number | null, failed: boolean): string {
  return line(name, milliseconds, failed ? badgeTexts.failed : '');
}

function line(what: string, milliseconds: number | null, failed: string): string {
  return [what, milliseconds === null ? '' : shortTime(milliseconds), failed].filter(Boolean).join(DOT);
}

/** The text of the note about a faked call. @param name of the call, '' if it has none */
export function fakedSentence(name: string): string {
  return name ? badgeTexts.fakedCall(name) : badgeTexts.faked;
}

/**
 * Formats a duration as text.
 * @param milliseconds duration; negative and non-finite ones count as none
 * @param whole whole seconds, for a time that is still running: tenths would flicker
 * @returns '' under one second, "3.2 s", "1 min 05 s", "1 h 02 min"
 */
export function shortTime(milliseconds: number, whole = false): string {
  return milliseconds >= 1000 ? pointInTime(milliseconds, whole) : '';
}

/**
 * Formats a point on the time axis of a reply.
 * @param milliseconds since its beginning; non-finite ones give ''
 * @param whole whole seconds
 * @returns "0 s", "0.4 s", and from one second on the same as `shortTime`
 */
export function pointInTime(milliseconds: number, whole = false): string {
  if (!Number.isFinite(milliseconds)) return '';
  const { hours, minutes, seconds, tenths } = parts(Math.max(0, milliseconds));
  if (hours > 0) return badgeTexts.hours(figure(hours), twoDigits(minutes));
  if (minutes > 0) return badgeTexts.minutes(figure(minutes), twoDigits(seconds));
  return badgeTexts.seconds(whole || tenths === 0 ? figure(seconds) : withTenths(tenths / 10));
}

/**
 * Formats a duration beside its bar, precise enough to compare: '' under a tenth of a second, else as `pointInTime`.
 */
export function timeBesideBar(milliseconds: number): string {
  return milliseconds >= 100 ? pointInTime(milliseconds) : '';
}

/** Formats a duration for screen readers: "under 1 second", "3.2 seconds", "1 minute 5 seconds", "1 hour 2 minutes". */
export function timeInWords(milliseconds: number): string {
  if (!(milliseconds >= 1000) || !Number.isFinite(milliseconds)) return badgeTexts.underOneSecond;
  const { hours, minutes, seconds, tenths } = parts(milliseconds);
  if (hours > 0) return twoUnits([hours, 'hour'], [minutes, 'minute']);
  if (minutes > 0) return twoUnits([minutes, 'minute'], [seconds, 'second']);
  return UNITS.second(tenths / 10);
}

/**
 * What a screen reader says after the name of a call.
 * @param milliseconds null if unknown
 * @param began milliseconds since the first one; null: irrelevant
 */
export function callInWords(status: ProgressStatus, milliseconds: number | null, began: number | null): string {
  // Words change with the state only: a ticking number would be read out again and again.
  if (status === 'running') return badgeTexts.callRuns;
  const state = badgeTexts[status];
  if (milliseconds === null) return badgeTexts.callUntimed(state);
  const took = timeInWords(milliseconds);
  return began === null ? badgeTexts.call(took, state) : badgeTexts.callOnAxis(pointInTime(began), took, state);
}

/** Announced once when a reply is over; '' if there is nothing to say. */
export function announceEnd({ tools, more, failed, faked }: ToolCount & { readonly faked: boolean }): string {
  const ran = more ? badgeTexts.moreToolsRan(tools) : badgeTexts.toolsRan(tools);
  return formats.sentences(tools > 0 && ran, failed > 0 && badgeTexts.failuresSaid(failed), faked && badgeTexts.faked);
}

/** Cut, not rounded: 59.96 s must not become 60.0 s. */
function parts(milliseconds: number): { hours: number; minutes: number; seconds: number; tenths: number } {
  const all = Math.floor(milliseconds / 1000);
  return {
    hours: Math.floor(all / 3600),
    minutes: Math.floor(all / 60) % 60,
    seconds: all % 60,
    tenths: Math.floor(milliseconds / 100),
  };
}

type Unit = 'hour' | 'minute' | 'second';

function twoUnits([value, unit]: readonly [number, Unit], [rest, smaller]: readonly [number, Unit]): string {
  return rest > 0 ? `${UNITS[unit](value)} ${UNITS[smaller](rest)}` : UNITS[unit](value);
}

/** Created on first use and kept: times tick. */
function numbers(shape: Intl.NumberFormatOptions): (value: number) => string {
  const format = lazy(() => new Intl.NumberFormat(language(), shape));
  return (value) => format().format(value);
}
