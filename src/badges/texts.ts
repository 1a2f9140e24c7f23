/** What the badges say, as text and to screen readers. */
import { formats } from '../languages/formats.ts';
import { language, message, words, type MessageKey } from '../languages/messages.ts';
import { lazy } from '../lib/lazy.ts';
import { timeParts } from '../lib/time-parts.ts';
import { isOpen, toldAs } from '../normalizer/progress/status.ts';
import { useOfSubAgents } from '../normalizer/progress/sub-agent-use.ts';
import type {
  Parts,
  ProgressStatus,
  Question,
  Receipt,
  SubAgent,
  Unread,
} from '../normalizer/progress/progress-types.ts';
import { maskedLine } from './masked-line.ts';
import { kindOf, shortName, type ToolKind } from './reply/tool-kinds.ts';

export const badgeTexts = words('badges');

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

/** What a call is called. */
export interface RanCall {
  readonly tool: string;
  /** What was asked of the tool; '' if unknown. */
  readonly label: string;
}

/**
 * Tools, calls that nothing decides, whether there were more than are known, how many failed or
 * were not allowed.
 */
export interface ToolCount {
  readonly tools: number;
  readonly undecided?: number;
  readonly more: boolean;
  readonly ran: readonly RanCall[];
  /** Their work goes on, and nobody knows how it ends. */
  readonly started?: number;
  readonly failed: number;
  readonly refused: number;
  /** All calls, for naming what failed. */
  readonly calls?: readonly RanCall[];
  /** The exit code of all that failed; undefined if they have none, or several. */
  readonly exitCode?: number;
}

/** Separates the parts of one line. */
const DOT = ' · ';

/**
 * The one line of a finished reply: "Ran 2 commands, read notes.md · 12.4 s" if all succeeded, "3
 * commands, 1 failed (exit 2) · 12.4 s" if one did not, else "6 tools · 12.4 s". Times under one
 * second are left out, and null too.
 */
export function summary(count: ToolCount, ms: number | null): string {
  const { tools, undecided = 0, more, ran, started = 0 } = count;
  const trouble = troubleOf(count);
  const beginnings = started > 0 ? badgeTexts.starts(started) : '';
  const what = more ? badgeTexts.moreTools(tools || undecided) : whatOf(count);
  const all = [what, trouble, beginnings].filter(Boolean);
  const whole = all.reduce((before, next) => badgeTexts.clause(before, next));
  return line(whole, ms, tools === 0 && ran.length === 0 ? badgeTexts.undecided : '');
}

/**
 * What went wrong and what was not allowed, as the line of a finished reply says it; '' if nothing.
 */
function troubleOf(count: ToolCount): string {
  const parts = [failuresOf(count), refusalsOf(count)].filter(Boolean);
  return parts.length === 0 ? '' : parts.reduce((before, next) => badgeTexts.clause(before, next));
}

/** "1 failed (exit 2)"; '' if nothing failed. */
export function failuresOf({ failed, exitCode }: ToolCount): string {
  const failures = failed > 0 ? badgeTexts.failures(failed) : '';
  return failures && exitCode !== undefined ? badgeTexts.withExit(failures, exitCode) : failures;
}

/** "1 not allowed"; '' if everything was. */
export function refusalsOf({ refused }: ToolCount): string {
  return refused > 0 ? badgeTexts.refusals(refused) : '';
}

function whatOf({ tools, undecided = 0, ran, calls = [] }: ToolCount): string {
  if (ran.length > 0 && ran.length === tools) return whatRan(ran);
  const [kind, ...others] = new Set(calls.map(kindOfCall));
  return kind?.noun && others.length === 0 && calls.length > 1
    ? message(kind.noun, formats.figure(calls.length))
    : badgeTexts.tools(tools || undecided);
}

function kindOfCall({ label, tool }: RanCall): ToolKind {
  return kindOf(label && tool);
}

/** Two kinds of tools in words, or the number of tools: more would be too long for one line. */
function whatRan(calls: readonly RanCall[]): string {
  const kinds = new Map<ToolKind, RanCall[]>();
  for (const call of calls) {
    const kind = kindOfCall(call);
    kinds.set(kind, [...(kinds.get(kind) ?? []), call]);
  }
  const [only] = kinds.size === 1 ? kinds.keys() : [];
  if (kinds.size > 2 || (calls.length > 1 && only && !only.noun))
    return sentence('badges_ranWhat', badgeTexts.tools(calls.length));
  return formats.list(
    [...kinds].map(([kind, ran], i) => clause(kind, ran, i === 0 ? sentence : message)),
  );
}

function clause(kind: ToolKind, [call, ...more]: readonly RanCall[], say: typeof sentence): string {
  const { verb, many = verb, noun } = kind;
  if (call && more.length === 0) return say(verb, shortName(kind, call.label || call.tool));
  const count = more.length + 1;
  return say(many, noun ? message(noun, formats.figure(count)) : badgeTexts.tools(count));
}

/** A text at the beginning of a line, in capitals unless it begins with a name. */
function sentence(key: MessageKey, what: string): string {
  const text = message(key, what);
  return text.startsWith(what)
    ? text
    : text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

/**
 * Says what a whole reply took: "Whole reply: 41.2 s · 12,300 tokens, and 8,100 of 1 sub-agent"; ''
 * if nothing is known.
 * @param milliseconds null if its beginning or its end was not seen
 * @param own tokens of its model, without those of sub-agents; 0 if unknown
 * @param subAgents of its calls
 */
export function receiptOf(
  milliseconds: number | null,
  own: number,
  subAgents: readonly SubAgent[],
): string {
  const parts = [shortTime(milliseconds ?? 0), used(own, subAgents)].filter(Boolean);
  return parts.length === 0 ? '' : badgeTexts.wholeReply(parts.join(DOT));
}

function used(own: number, subAgents: readonly SubAgent[]): string {
  const { agents, tokens } = useOfSubAgents(subAgents);
  if (tokens === 0) return own > 0 ? badgeTexts.tokens(own) : '';
  return own > 0
    ? badgeTexts.ofSubAgents(agents, badgeTexts.tokens(own), tokens)
    : badgeTexts.onlySubAgents(agents, badgeTexts.tokens(tokens));
}

/** The same for a reply with one tool: "Ran 💻 date · 1.5 s", "💻 date · 1.5 s". */
export function summaryOfOne(
  name: string,
  tool: string,
  milliseconds: number | null,
  status: ProgressStatus,
  receipt: Receipt,
): string {
  return line(
    status === 'ran' ? sentence(kindOf(tool).verb, name) : name,
    milliseconds,
    wordOf(status, receipt),
  );
}

function line(what: string, milliseconds: number | null, ...rest: readonly string[]): string {
  return [what, milliseconds === null ? '' : shortTime(milliseconds), ...rest]
    .filter(Boolean)
    .join(DOT);
}

/** The word in the line of a call; '' for a state without one. */
export function wordOf(
  status: ProgressStatus,
  { exitCode, parts, error = '', unread }: Receipt,
): string {
  const told = toldAs(status);
  if (told === 'unknown' && unread) return message(UNREAD[unread]);
  if (parts) return partsInWords(parts, told === 'failed' ? error : '');
  if (told === 'failed' && COULD_NOT_ASK.test(error)) return badgeTexts.couldNotAsk;
  if (told === 'failed' && NO_SUCH_TOOL.test(error)) return badgeTexts.noSuchTool;
  if (told === 'failed' && exitCode !== undefined) return badgeTexts.exitCode(exitCode);
  return isWorded(told) ? badgeTexts[told] : '';
}

const UNREAD: Readonly<Record<Unread, MessageKey>> = {
  closed: 'badges_recordClosed',
  absent: 'badges_recordAbsent',
  missing: 'badges_recordMissing',
};

/**
 * Of Hermes 0.19 and 0.22: its tool for questions, which it does not have where nobody could
 * answer.
 */
const COULD_NOT_ASK = /^(?:Tool 'clarify' does not exist\.|Clarify tool is not available )/;

/** Of Hermes; the name is in the line. */
const NO_SUCH_TOOL = /^Tool '[^']+' does not exist\./;

const WORDED = ['refused', 'failed', 'started', 'waiting', 'undecided'] as const;

function isWorded(told: ReturnType<typeof toldAs>): told is (typeof WORDED)[number] {
  return WORDED.some((known) => known === told);
}

/** Longest reason in the line of a call, in UTF-16 units. */
const MAX_REASON = 60;

/** "2 of 3 sub-agents worked; 1 failed: HTTP 429"; '' if all pages were read. */
function partsInWords({ unit, all, worked, failed }: Parts, error: string): string {
  const reason = maskedLine(error, MAX_REASON);
  const failures = all === 1 ? badgeTexts.failed : badgeTexts.failures(failed);
  const why = reason ? badgeTexts.reason(failures, reason) : failures;
  if (failed > 0 && all === 1) return why;
  if (failed > 0)
    return unit === 'pages'
      ? badgeTexts.partsOfPages(worked, all, why)
      : badgeTexts.partsOfSubagents(worked, all, why);
  // What they did is only their own word.
  return unit === 'subagents' && worked === all ? badgeTexts.subagentsEnded(all) : '';
}

/** The word in the line of a call in a list, below which its sub-agents have lines of their own. */
export function wordInList(status: ProgressStatus, receipt: Receipt): string {
  const { parts, subAgents } = receipt;
  if (!parts || !subAgents) return wordOf(status, receipt);
  if (parts.failed === 0) return '';
  return parts.all === 1 ? badgeTexts.failed : badgeTexts.failures(parts.failed);
}

/**
 * Says what is known of the sub-agents of a call, a line each: "Sub-agent: 4 messages so far",
 * "Sub-agent 2: failed: HTTP 429 · 8.2 s".
 * @param status of the call
 */
export function subAgentLines(
  subAgents: readonly SubAgent[],
  status: ProgressStatus,
): readonly string[] {
  return subAgents.map((subAgent, at) => {
    const words = line(
      subAgentWords(subAgent, isOpen(status)),
      subAgent.seconds === undefined ? null : subAgent.seconds * 1000,
      subAgent.tokens ? badgeTexts.tokens(subAgent.tokens) : '',
    );
    return subAgents.length === 1
      ? badgeTexts.subAgent(words)
      : badgeTexts.subAgentOf(at + 1, words);
  });
}

/** @param isCallOpen its call is not over */
function subAgentWords({ state, messages, error = '' }: SubAgent, isCallOpen: boolean): string {
  const reason = maskedLine(error, MAX_REASON);
  if (state === 'failed')
    return reason
      ? badgeTexts.reason(badgeTexts.subAgentFailed, reason)
      : badgeTexts.subAgentFailed;
  if (state === 'worked') return badgeTexts.byItself;
  if (isCallOpen && messages) return badgeTexts.messagesSoFar(messages);
  return isCallOpen && state === 'running' ? badgeTexts.atWork : badgeTexts.ended;
}

/** The text of the note about a faked call. @param name of the call, '' if it has none */
export function fakedSentence(name: string): string {
  return name ? badgeTexts.fakedCall(name) : badgeTexts.faked;
}

/** What the card of an agent that waits says: who may answer, and to whom. */
export function asksSentence({ answeredBy, clarify }: Question): string {
  if (clarify)
    return answeredBy === 'you' ? badgeTexts.asksInWords : badgeTexts.asksInWordsElsewhere;
  switch (answeredBy) {
    case 'you':
      return badgeTexts.asks;
    case 'dialog':
      return badgeTexts.asksInDialog;
    case 'chat':
      return badgeTexts.asksInChat;
    case 'admin':
      return badgeTexts.asksAdmin;
    case 'elsewhere':
      return badgeTexts.asksElsewhere;
  }
}

/** Until when an agent waits for an answer. @param until milliseconds since 1970 */
export function untilText(until: number): string {
  return badgeTexts.until(formats.time(until));
}

/** Why an answer did not count. @param origin of the page */
export function problemSentence(problem: NonNullable<Question['problem']>, origin: string): string {
  if (problem === 'refused') return badgeTexts.answerRefused(origin);
  return problem === 'late' ? badgeTexts.answeredLate : badgeTexts.answerFailed;
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
  const { hours, minutes, seconds, tenths } = timeParts(Math.max(0, milliseconds));
  if (hours > 0) return badgeTexts.hours(figure(hours), twoDigits(minutes));
  if (minutes > 0) return badgeTexts.minutes(figure(minutes), twoDigits(seconds));
  return badgeTexts.seconds(whole || tenths === 0 ? figure(seconds) : withTenths(tenths / 10));
}

/**
 * Formats a duration beside its bar, precise enough to compare: '' under a tenth of a second, else
 * as `pointInTime`.
 */
export function timeBesideBar(milliseconds: number): string {
  return milliseconds >= 100 ? pointInTime(milliseconds) : '';
}

/**
 * Formats a duration for screen readers: "under 1 second", "3.2 seconds", "1 minute 5 seconds", "1
 * hour 2 minutes".
 */
export function timeInWords(milliseconds: number): string {
  if (!(milliseconds >= 1000) || !Number.isFinite(milliseconds)) return badgeTexts.underOneSecond;
  const { hours, minutes, seconds, tenths } = timeParts(milliseconds);
  if (hours > 0) return twoUnits([hours, 'hour'], [minutes, 'minute']);
  if (minutes > 0) return twoUnits([minutes, 'minute'], [seconds, 'second']);
  return UNITS.second(tenths / 10);
}

/**
 * What a screen reader says after the name of a call.
 * @param milliseconds null if unknown
 * @param began milliseconds since the first one; null: irrelevant
 */
export function callInWords(
  status: ProgressStatus,
  milliseconds: number | null,
  began: number | null,
): string {
  // Words change with the state only: a ticking number would be read out again and again.
  const told = toldAs(status);
  if (told === 'running') return badgeTexts.callRuns;
  const state = badgeTexts[told];
  if (milliseconds === null || told === 'waiting') return badgeTexts.callUntimed(state);
  const took = timeInWords(milliseconds);
  return began === null
    ? badgeTexts.call(took, state)
    : badgeTexts.callOnAxis(pointInTime(began), took, state);
}

/** Announced once when a reply is over; '' if there is nothing to say. */
export function announceEnd({
  tools,
  more,
  faked,
  ...count
}: ToolCount & { readonly faked: boolean }): string {
  return formats.sentences(
    tools > 0 && (more ? badgeTexts.moreToolsFinished(tools) : badgeTexts.toolsFinished(tools)),
    faked && badgeTexts.faked,
    troubleOf({ tools, more, ...count }),
  );
}

type Unit = 'hour' | 'minute' | 'second';

function twoUnits(
  [value, unit]: readonly [number, Unit],
  [rest, smaller]: readonly [number, Unit],
): string {
  return rest > 0 ? `${UNITS[unit](value)} ${UNITS[smaller](rest)}` : UNITS[unit](value);
}

/** Created on first use and kept: times tick. */
function numbers(shape: Intl.NumberFormatOptions): (value: number) => string {
  const format = lazy(() => new Intl.NumberFormat(language(), shape));
  return (value) => format().format(value);
}
