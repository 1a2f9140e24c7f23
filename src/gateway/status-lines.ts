// Lines for the status that Open WebUI shows above a reply, and stores with it: for people without
// companion and extension.

import { oneLine } from '../lib/plain-text.ts';
import { maskSecrets } from '../normalizer/json/mask.ts';
import { COMMANDS, firstLine, readLabel } from '../normalizer/progress/call-input.ts';
import { resultOf, type RecordedCall } from '../normalizer/progress/record.ts';
import { isOpen, isRefused } from '../normalizer/progress/status.ts';
import { useOfSubAgents } from '../normalizer/progress/sub-agent-use.ts';
import TABLE from '../normalizer/tables/outcomes.json' with { type: 'json' };
import { fill, receiptParts, tokensInWords } from './receipt.ts';
import type {
  Parts,
  Progress,
  ProgressStatus,
  SubAgent,
} from '../normalizer/progress/progress-types.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';

type ReplyEnd = Extract<ReplyEvent, { type: 'end' }>;

/**
 * Milliseconds from one line to the next: for each, Open WebUI writes the whole chat to its
 * database.
 */
const EVERY = 1000;
/** Calls of one reply that are told of. */
const MAX_CALLS = 1000;
/** Longest name of a call, in UTF-16 units. */
const MAX_NAME = 120;

const WORDS = TABLE.receipt;

/** The words before a call's name, which the companion says, too. */
const SAID: Readonly<Record<ProgressStatus, string>> = {
  ...TABLE.said,
  ended: TABLE.said.unknown,
  undecided: TABLE.said.unknown,
};

/** What is known of the whole reply. */
interface Whole {
  /** Those of its own model, as its server says; 0 if it does not. */
  tokens: number;
  /** Milliseconds from its beginning to its end; null if its end was not seen. */
  took: number | null;
  /** Its stream has ended without saying so. */
  isBroken: boolean;
  /** It was seen from its beginning to its end, and is no error message. */
  isWhole: boolean;
  /** Its text is the agent's error message. */
  isFailure: boolean;
  /** The agent has recorded that no tool ran in it. */
  hasNoTool: boolean;
}

/** A call as far as it is known, and since when, in milliseconds. */
interface Call extends Progress {
  readonly since: number;
}

/**
 * @param began when the reply was asked for
 * @param clock milliseconds since 1970
 */
export function createStatusLines(began: number, clock: () => number = Date.now) {
  const calls = new Map<number, Call>();
  let isCut = false;
  const whole: Whole = {
    tokens: 0,
    took: null,
    isBroken: false,
    isWhole: false,
    isFailure: false,
    hasNoTool: false,
  };
  /** What is to be said next: words of the agent, '' for none; a call that has begun, or waits. */
  let words = '';
  let next: Call | null = null;
  let said = Number.NEGATIVE_INFINITY;

  return {
    hear(progress: Progress): void {
      const known = calls.get(progress.call);
      isCut ||= !known && calls.size >= MAX_CALLS;
      if (!known && isCut) return;
      const call: Call = {
        ...progress,
        tool: progress.tool ?? known?.tool ?? null,
        label: readLabel(progress.label) ?? known?.label ?? null,
        callId: progress.callId ?? known?.callId ?? null,
        receipt: { ...known?.receipt, ...progress.receipt },
        since: known?.since ?? clock(),
      };
      calls.set(call.call, call);
      if (isOpen(call.status) && call.status !== known?.status) next = call;
      else if (next?.call === call.call) next = isOpen(call.status) ? call : null;
    },
    /**
     * The agent says what it does meanwhile: that it waits for its provider, goes on with another
     * model, and the like.
     */
    says(text: string): void {
      words = masked(text);
    },
    /** The agent says that it has failed. */
    fails(): void {
      whole.isFailure = true;
    },
    /** The server has said last that its model took so many tokens. */
    used(tokens: number): void {
      whole.tokens = tokens;
    },
    /** The reply is over. */
    end({ how, whole: isWhole }: ReplyEnd): void {
      whole.took = how === 'said' ? clock() - began : null;
      whole.isBroken = how === 'broken';
      whole.isWhole = isWhole === true;
    },
    /** @returns a frame that is to follow now; '' for none, or if only the summary is to follow */
    take(isOver: boolean): string {
      if ((!next && !words) || isOver || clock() - said < EVERY) return '';
      said = clock();
      const line = words ? fill(WORDS.says, words) : next ? wordsOf(next) : '';
      if (words) words = '';
      else next = null;
      return frameOf(line);
    },
    /** Returns whether a line has to wait for its time. */
    waits: () => next !== null || words !== '',
    /** The calls that are over without an outcome. */
    unsettled: (): readonly Call[] =>
      [...calls.values()].filter(({ status, callId }) => status === 'unknown' && callId !== null),
    /** Returns whether the agent may have recorded that no tool ran in it. */
    mayHaveNoTool: (): boolean => whole.isWhole && calls.size === 0,
    /** It has. */
    hadNoTool(): void {
      whole.hasNoTool = true;
    },
    /** Takes what the agent has recorded of a call. */
    settle(call: Call, recorded: RecordedCall): void {
      const { phase, receipt } = resultOf(recorded);
      calls.set(call.call, {
        ...call,
        tool: recorded.tool || call.tool,
        status: phase,
        receipt: { ...call.receipt, ...receipt },
      });
    },
    /**
     * @returns the frame of a reply that is over: one line for all that is known of it; '' for
     * nothing
     */
    summary(): string {
      next = null;
      words = '';
      const summary = wholeOf([...calls.values()], isCut, whole);
      return summary && frameOf(summary);
    },
  };
}

function frameOf(description: string): string {
  // A line that is not done shimmers for ever where the person presses stop. An unknown action has
  // no meaning.
  const data = { action: 'stream_fixer', description, done: true };
  return `data: ${JSON.stringify({ event: { type: 'status', data } })}\n\n`;
}

/** @param isWhole it stands for the whole reply, which tells the tokens itself */
function wordsOf(call: Call, isWhole = false): string {
  const { status, receipt, question } = call;
  const command = status === 'waiting' ? (question?.command ?? '') : '';
  const name = command ? masked(command) : nameOf(call);
  const code = receipt?.exitCode;
  const parts = receipt?.parts ? partsInWords(receipt.parts, status) : '';
  if (parts) return `${parts}${workInWords(receipt?.subAgents, isWhole)}: ${name}`;
  if (status === 'failed' && call.tool === 'clarify') return `Could not ask you: ${name}`;
  const words = status === 'failed' && code !== undefined ? `Failed (exit ${code}):` : SAID[status];
  return `${words} ${name}`;
}

/**
 * What became of sub-agents or pages, which is their own word; '' if the state of their call says
 * as much.
 */
function partsInWords({ unit, all, worked, failed }: Parts, status: ProgressStatus): string {
  if (status === 'failed' && failed > 0 && all > 1)
    return `${worked} of ${all} ${unit === 'pages' ? 'pages read' : 'sub-agents worked'}, ${failed} failed`;
  return unit === 'subagents' && worked === all && status !== 'failed'
    ? `${counted(all, 'sub-agent')} ended`
    : '';
}

/** How long sub-agents took, which run side by side, and what their models took. */
function workInWords(subAgents: readonly SubAgent[] = [], isWhole: boolean): string {
  const seconds = Math.max(0, ...subAgents.map(({ seconds = 0 }) => seconds));
  const tokens = isWhole ? 0 : useOfSubAgents(subAgents).tokens;
  const parts = [seconds >= 1 && `${seconds.toFixed(1)} s`, tokens > 0 && tokensInWords(tokens)];
  return parts.map((part) => (part === false ? '' : `, ${part}`)).join('');
}

function nameOf({ tool, label, receipt }: Call): string {
  const asked = label || firstLine(receipt?.input ?? '');
  const names = asked && isCommand(tool) ? [asked] : [tool, asked];
  return masked(names.filter(Boolean).join(' ')) || 'a tool';
}

function masked(name: string): string {
  return oneLine(maskSecrets(name.slice(0, MAX_NAME * 8)), MAX_NAME);
}

function isCommand(tool: string | null): boolean {
  return COMMANDS.test(tool ?? '');
}

/** What is known of a reply that is over, in the words of the companion. */
function wholeOf(calls: readonly Call[], isCut: boolean, whole: Whole): string {
  const { isFailure, isBroken, hasNoTool } = whole;
  const none = (isBroken && WORDS.broken) || (hasNoTool && WORDS.no_tool);
  const rest = calls.length > 0 ? receiptOf(calls, isCut, whole) : none;
  return [isFailure && WORDS.failed, rest].filter(Boolean).join(' ');
}

/**
 * One line for all calls of a reply, and what it took: "3 commands, 1 failed · 41.2 s · 12,300
 * tokens".
 */
function receiptOf(calls: readonly Call[], isCut: boolean, whole: Whole): string {
  const { tokens, took, isBroken } = whole;
  const subAgents = calls.flatMap(({ receipt }) => receipt?.subAgents ?? []);
  const summary = [summaryOf(calls, isCut), ...receiptParts(took, tokens, subAgents)].join(' · ');
  if (!isBroken) return summary;
  const { broken, last: lastWords } = WORDS;
  const last = calls.at(-1);
  const end = last && isUnended(last) ? fill(lastWords, nameOf(last)) : '';
  return [broken, end && calls.length === 1 ? '' : `${summary}.`, end].filter(Boolean).join(' ');
}

/** Returns whether the end of a call was not seen. */
function isUnended({ status, untimed }: Call): boolean {
  return isOpen(status) || (status === 'ended' && untimed === true);
}

function summaryOf(calls: readonly Call[], isCut: boolean): string {
  const [only] = calls;
  // Nothing more will be reported of a call that is open.
  if (only && calls.length === 1)
    return isUnended(only) ? `End not reported: ${nameOf(only)}` : wordsOf(only, true);
  const what = calls.every(({ tool }) => isCommand(tool)) ? 'command' : 'tool';
  const count = `${isCut ? 'more than ' : ''}${counted(calls.length, what)}`;
  if (calls.every(({ status }) => status === 'ran')) return `Ran ${count}`;
  const number = (fits: (status: ProgressStatus) => boolean): number =>
    calls.filter(({ status }) => fits(status)).length;
  const open = calls.filter(isUnended).length;
  const codes = new Set(
    calls.filter(({ status }) => status === 'failed').map(({ receipt }) => receipt?.exitCode),
  );
  const [code] = codes;
  const exit = codes.size === 1 && code !== undefined ? ` (exit ${code})` : '';
  const counts: readonly (readonly [number, string])[] = [
    [number((status) => status === 'failed'), `failed${exit}`],
    [number(isRefused), 'not allowed'],
    [number((status) => status === 'started'), 'started, end unknown'],
  ];
  const parts = counts.flatMap(([some, words]) => (some > 0 ? [`${some} ${words}`] : []));
  const unknown = calls.filter(
    (call) => SAID[call.status] === SAID.unknown && !isUnended(call),
  ).length;
  if (open > 0) parts.push(`${counted(open, 'end')} not reported`);
  if (unknown > 0) parts.push(`${counted(unknown, 'outcome')} not reported`);
  return [count.charAt(0).toUpperCase() + count.slice(1), ...parts].join(', ');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
