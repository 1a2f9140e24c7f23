/**
 * The only module that both worlds share. Everything that comes from the MAIN world is hostile
 * input: the page can hook `MessagePort.prototype` in its own realm. So the ISOLATED side admits
 * messages only through `readPageMessage`, and the MAIN side sends nothing but facts: badge texts,
 * how the text of a reply with tools and its question begin, counts, and frames while somebody
 * inspects them. Nothing that MAIN sends can change a setting.
 */
import { readInspected, WAYS, type InspectedStream, type Way } from '../inspector/inspected.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { isId, type ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import { readClarify } from '../normalizer/progress/clarify.ts';
import { readParts, readSubAgents } from '../normalizer/progress/parts.ts';
import {
  ANSWERED_BY,
  CHOICES,
  NOTES,
  UNREADS,
  OUTCOMES,
  PROBLEMS,
  type Given,
  type Note,
  type Progress,
  type ProgressStatus,
  type Provenance,
  type Question,
  type Receipt,
} from '../normalizer/progress/progress-types.ts';
import type { CompiledRules } from '../normalizer/rules/compile-rules.ts';
import { isModel, type Hermes } from '../settings/hermes.ts';
import { isCount, readCount } from '../stats/numbers.ts';
import type { RepairChoices } from '../normalizer/repairs/all-repairs.ts';
import { isRepairId } from '../normalizer/repairs/repair.ts';

/** Messages from the page's hook. `reply` numbers the replies of one page load, from 1. */
export type PageMessage =
  /**
   * `late`: the page uses a `fetch` that it kept from before the hook started, so only a reload
   * covers the whole page.
   */
  | { readonly type: 'hello'; readonly late: boolean }
  /** The page itself fetches a reply for Open WebUI: a direct connection. */
  | { readonly type: 'direct' }
  /** The page has asked for a reply whose message is unknown: its text will appear somewhere. */
  | {
      readonly type: 'reply-expected';
      /** Text of it has already been read. */
      readonly read?: true;
    }
  /** Sent again for a reply that continues after its end. */
  | {
      readonly type: 'reply-start';
      readonly reply: number;
      /** Where the reply is in its chat, if known. */
      readonly message: ChatMessage | null;
      /** False if another tab that receives the same reply counts it. */
      readonly counts: boolean;
      /** The reply may have begun before the hook listened, or part of it was missed. */
      readonly joined?: true;
      /** How it travels. */
      readonly way?: Way;
    }
  | { readonly type: 'progress'; readonly reply: number; readonly progress: Progress }
  | { readonly type: 'note'; readonly reply: number; readonly note: Note }
  /**
   * How the text of a reply begins; longer when sent again. Used to find the reply in the page,
   * neither shown nor kept.
   */
  | { readonly type: 'reply-text'; readonly reply: number; readonly text: string }
  | { readonly type: 'reply-end'; readonly reply: number }
  /**
   * Of its stream, once each: its format, a repair that was made, `unknown-event`; as the doctor
   * names them.
   */
  | { readonly type: 'seen'; readonly reply: number; readonly id: string }
  /** `reply`: null for markers in a request. */
  | { readonly type: 'removed'; readonly reply: number | null; readonly markers: number }
  /**
   * A Hermes server answered this page. `model`: the name by which the page asks for it; '' if it
   * names none.
   */
  | { readonly type: 'hermes'; readonly model: string }
  /** Cleaning a reply failed; the rest of it passed unchanged. */
  | { readonly type: 'stopped' }
  /**
   * What the page gets as a reply is in a form that we do not read. `rendered`: in markup, with
   * markers in it.
   */
  | { readonly type: 'unread'; readonly rendered?: true }
  /** Repairs since the last such message; at most one per second. */
  | { readonly type: 'repaired'; readonly repairs: number }
  /**
   * A hook of an extension that was loaded again has said what it had reported before; what follows
   * is new.
   */
  | { readonly type: 'resumed' }
  /** Frames of streams, only while somebody inspects them. */
  | { readonly type: 'inspected'; readonly streams: readonly InspectedStream[] };

/**
 * To the hook: what a person has answered to the question of an agent that the hook has reported.
 * It counts only for the server and the command that the person was shown.
 */
export interface Answer extends Pick<Question, 'server' | 'runId' | 'requestId' | 'command'> {
  readonly type: 'answer';
  readonly choice: Given;
}

/**
 * All that a hook gets on a site that is off: in Firefox the hook is briefly in pages that nobody
 * switched on.
 */
export interface HookOff {
  readonly type: 'settings';
  readonly enabled: false;
  /** The extension was removed, or is loaded again in a moment. */
  readonly leaves?: true;
}

/**
 * All that a hook gets which an earlier extension has left in the page: it keeps the settings that
 * it has.
 */
export interface SiteState {
  readonly type: 'still';
  readonly enabled: boolean;
}

/** Settings for the hook of a site that is on: no more than it needs. */
export interface HookSettings {
  readonly type: 'settings';
  readonly enabled: boolean;
  /** Whether to clean replies, the chat history that is sent, and stored chats on display. */
  readonly replies: boolean;
  readonly history: boolean;
  readonly storedChats: boolean;
  readonly repairs: RepairChoices;
  /** The rules of all packs that are on; null if there are none. */
  readonly rules: CompiledRules | null;
  readonly hermes: Hermes;
  /** Somebody inspects the streams of this page. */
  readonly inspect: boolean;
}

/** Longest text of a badge field, in UTF-16 units; a badge shows far less. */
export const MAX_TEXT = 300;
/** Longest part of a receipt, and longest command that a person may allow, in UTF-16 units. */
const MAX_RECEIPT = 4000;
const MAX_COMMAND = 20_000;
/** Highest ordinal or count believed, to bound what a flooding page can report. */
const MAX_NUMBER = 1_000_000;

const STATUSES: readonly ProgressStatus[] = [
  ...OUTCOMES,
  'running',
  'waiting',
  'ended',
  'undecided',
];
const PROVENANCES: readonly Provenance[] = ['server', 'imitated', 'unknown'];

/**
 * Validates one message from the page's world.
 * @param value structured-cloned data of unknown shape
 * @returns a new object with known fields only, its texts cut to `MAX_TEXT` UTF-16 units; null if
 * anything is invalid
 */
export function readPageMessage(value: unknown): PageMessage | null {
  if (!isObject(value)) return null;
  switch (value.type) {
    case 'hello':
      return typeof value.late === 'boolean' ? { type: 'hello', late: value.late } : null;
    case 'reply-start': {
      const message = readMessage(value.message);
      if (!isOrdinal(value.reply) || message === undefined || typeof value.counts !== 'boolean')
        return null;
      return {
        type: 'reply-start',
        reply: value.reply,
        message,
        counts: value.counts,
        ...(value.joined === true && { joined: true }),
        ...readWay(value.way),
      };
    }
    case 'reply-text': {
      const text = readText(value.text);
      return text && isOrdinal(value.reply)
        ? { type: 'reply-text', reply: value.reply, text }
        : null;
    }
    case 'reply-end':
      return isOrdinal(value.reply) ? { type: 'reply-end', reply: value.reply } : null;
    case 'seen':
      return isOrdinal(value.reply) && isRepairId(value.id)
        ? { type: 'seen', reply: value.reply, id: value.id }
        : null;
    case 'removed': {
      const { reply, markers } = value;
      return isOrdinal(markers) && (reply === null || isOrdinal(reply))
        ? { type: 'removed', reply, markers }
        : null;
    }
    case 'reply-expected':
      return { type: 'reply-expected', ...(value.read === true && { read: true }) };
    case 'direct':
    case 'stopped':
    case 'resumed':
      return { type: value.type };
    case 'unread':
      return { type: 'unread', ...(value.rendered === true && { rendered: true }) };
    case 'hermes':
      return isModel(value.model) ? { type: 'hermes', model: value.model } : null;
    case 'repaired': {
      const repairs = readCount(value.repairs, MAX_NUMBER);
      return repairs > 0 ? { type: 'repaired', repairs } : null;
    }
    case 'inspected': {
      const streams = readInspected(value.streams);
      return streams && { type: 'inspected', streams };
    }
    case 'progress': {
      const progress = readProgress(value.progress);
      return progress && isOrdinal(value.reply)
        ? { type: 'progress', reply: value.reply, progress }
        : null;
    }
    case 'note': {
      const note = readNote(value.note);
      return note && isOrdinal(value.reply) ? { type: 'note', reply: value.reply, note } : null;
    }
    default:
      return null;
  }
}

/** @returns undefined for anything but a message or null */
function readMessage(value: unknown): ChatMessage | null | undefined {
  if (value === null) return null;
  if (!isObject(value) || !isId(value.chatId) || !isId(value.messageId)) return undefined;
  return { chatId: value.chatId, messageId: value.messageId };
}

function readWay(value: unknown): { way?: Way } {
  const way = WAYS.find((known) => known === value);
  return way ? { way } : {};
}

function readNote(value: unknown): Note | null {
  if (!isObject(value) || typeof value.text !== 'string') return null;
  const kind = NOTES.find((known) => known === value.kind);
  return kind ? { kind, text: value.text.slice(0, MAX_TEXT) } : null;
}

function readProgress(value: unknown): Progress | null {
  if (!isObject(value) || !isOrdinal(value.call)) return null;
  if (value.source !== 'event' && value.source !== 'marker') return null;
  const status = STATUSES.find((known) => known === value.status);
  const provenance = PROVENANCES.find((known) => known === value.provenance);
  if (!status || !provenance) return null;
  const { call, source } = value;
  return {
    call,
    source,
    tool: readText(value.tool),
    emoji: readText(value.emoji),
    label: readText(value.label),
    callId: readText(value.callId),
    status,
    provenance,
    ...(value.untimed === true && { untimed: true }),
    ...(isObject(value.receipt) && { receipt: readReceipt(value.receipt) }),
    ...(isObject(value.question) && { question: readQuestion(value.question) }),
  };
}

function readReceipt(value: Record<string, unknown>): Receipt {
  const { exitCode, error, input, output } = value;
  const parts = readParts(value.parts);
  const subAgents = readSubAgents(value.subAgents);
  const unread = UNREADS.find((known) => known === value.unread);
  return {
    ...(Number.isInteger(exitCode) && { exitCode: exitCode as number }),
    ...textField('error', error, MAX_RECEIPT),
    ...textField('input', input, MAX_RECEIPT),
    ...textField('output', output, MAX_RECEIPT),
    ...(parts && { parts }),
    ...(subAgents && { subAgents }),
    ...(unread && { unread }),
  };
}

/**
 * @returns the question with known fields only; one that cannot be shown whole can be answered
 * elsewhere only
 */
export function readQuestion(value: Record<string, unknown>): Question {
  const { runId, requestId, command, reason, pattern, choices, answeredBy, host, server } = value;
  const problem = PROBLEMS.find((known) => known === value.problem);
  const clarify = readClarify(value.clarify);
  // Nobody may allow what cannot be read to its end, nor answer under a name that was cut.
  const whole =
    typeof command === 'string' &&
    command.length <= MAX_COMMAND &&
    clarify?.offers !== null &&
    [runId, requestId, server].every((name) => (readText(name)?.length ?? 0) < MAX_TEXT);
  const who = ANSWERED_BY.find((known) => known === answeredBy) ?? 'elsewhere';
  return {
    runId: readText(runId) ?? '',
    requestId: readText(requestId) ?? '',
    command: typeof command === 'string' ? command.slice(0, MAX_COMMAND) : '',
    reason: readText(reason) ?? '',
    // Nobody may allow for ever what cannot be read to its end.
    ...(typeof pattern === 'string' &&
      pattern.length <= MAX_TEXT &&
      textField('pattern', pattern, MAX_TEXT)),
    choices: CHOICES.filter(
      (choice) => Array.isArray(choices) && choices.slice(0, 10).includes(choice),
    ),
    ...(clarify && { clarify }),
    answeredBy: whole ? who : 'elsewhere',
    ...textField('host', host, MAX_TEXT),
    ...textField('server', server, MAX_TEXT),
    ...(isTime(value.until) && { until: value.until }),
    ...(problem && { problem }),
  };
}

function textField(key: string, value: unknown, most: number): object {
  return typeof value === 'string' && value !== '' ? { [key]: value.slice(0, most) } : {};
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : null;
}

/** Returns whether a value is a time in milliseconds that every `Date` can hold. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 8.64e15;
}

function isOrdinal(value: unknown): value is number {
  return isCount(value, MAX_NUMBER);
}
