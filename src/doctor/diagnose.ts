// Doctor: finds what is wrong with a recorded response, and who breaks on it. Not part of the hook.

import { createBodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { concat, NO_BYTES } from '../lib/bytes.ts';
import { readMessage } from '../normalizer/dialects/all-dialects.ts';
import { MARKERS, TOOL_EVENTS } from '../normalizer/reply/frame-trace.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../normalizer/repairs/all-repairs.ts';
import { readFrame } from '../normalizer/repairs/frame.ts';
import { isKeepAlive, keepAliveComments } from '../normalizer/repairs/keep-alive-comments.ts';
import { loneComments } from '../normalizer/repairs/lone-comments.ts';
import { cutBody } from './body-frames.ts';
import { findBodyFault } from './body-kind.ts';
import { declaredCarrier, findCarrier, TYPE_OF, type Carrier } from './carrier.ts';
import { causesFirst } from './survey/causes.ts';
import { createChatWatch } from './survey/chat/chat-watch.ts';
import { DEFECTS, type Defect } from './defects.ts';
import type { Diagnosis, Finding, HttpStatus, Repaired } from './diagnosis.ts';
import { excerptOf, MAX_NAME } from './excerpt.ts';
import { FAULTS } from './faults.ts';
import { createSightings, type Place, type Sighting, type Sightings } from './sightings.ts';
import { createSurvey, UNREAD, type Surveyed } from './survey/survey.ts';
import { createTally } from './tally.ts';
import { createListedTools } from './survey/listed-tools.ts';

/** A recorded response. */
export interface Recorded {
  /** Value of the `content-type` header; null if unknown. */
  readonly contentType: string | null;
  /** Value of `X-Hermes-Session-Id`, or null. */
  readonly sessionId: string | null;
  /** Null or missing if it was not recorded. */
  readonly status?: HttpStatus | null;
  /** Value of the `content-encoding` header. */
  readonly encoding?: string | null;
  /** Ids of faults of the body that were undone before: it is diagnosed without them. */
  readonly undone?: readonly string[];
  /** Names of tools that the request offers. */
  readonly tools?: readonly string[];
  readonly body: Uint8Array;
}

/** Bytes that are examined to recognise a body. */
const FIRST_BYTES = 4096;

/**
 * Finds out what a recorded response is, what is wrong with it, and what we do about it. Never
 * throws. A body of a content type that we leave alone, or that is not what its type says, is
 * diagnosed as what it is. The body is in memory as a whole, which also limits what is kept of it.
 */
export function diagnose(recorded: Recorded): Diagnosis {
  const { body, contentType, sessionId } = recorded;
  const fault = findBodyFault(body.subarray(0, FIRST_BYTES), recorded.encoding);
  const carrier = fault ? 'text' : findCarrier(contentType, body);
  const isLookedAt = looksAt(contentType, carrier);
  const readAs = {
    contentType: isLookedAt && contentType !== null ? contentType : TYPE_OF[carrier],
    sessionId,
  };
  const isWhole = carrier === 'json' || carrier === 'text' || carrier === 'nothing';

  const run = createRun(readAs, DEFAULT_REPAIRS);
  // What one optional repair changes, later ones no longer see: this run counts only what those do.
  const withOptional = createRun(readAs, ALL_REPAIRS);
  const { seen } = run;
  const frames = cutBody(carrier, takeFrame);
  const survey = createSurvey(frames.read, sessionId, seen, recorded.tools);
  const chat = createChatWatch(seen);
  const leaving = watchLeaving(carrier, chat);
  const output: Uint8Array[] = [];
  let count = 0;
  let isPassing = false;
  let endsWithReturn = false;
  /** The last frame with a backtick: it may take some frames more to know that it was a marker. */
  let ticked: Place | null = null;
  /** Where the first marker ended. */
  let marker: Place | null = null;

  function takeFrame(frame: Uint8Array, text: string | null): void {
    let rest = frame;
    // A carriage return may be half a line end: the next byte tells, and brings what was found in
    // that frame.
    if (endsWithReturn && rest.length > 0) {
      feed(rest.subarray(0, 1));
      rest = rest.subarray(1);
    }
    if (text !== null || !isPassing) count++;
    isPassing = text === null;
    endsWithReturn = frame[frame.length - 1] === CARRIAGE_RETURN;
    run.seen.at(count - 1, text ?? '');
    withOptional.seen.at(count - 1, text ?? '');
    if (text !== null && /`|\\u0060/.test(text)) ticked = { frame: count - 1, text };
    feed(rest);
    if (text === null) seen.add('too-long');
    else surveyFrame(text);
  }

  function feed(piece: Uint8Array): void {
    leave(run.push(piece));
    withOptional.push(piece);
    if (marker === null && seen.get(MARKERS)) marker = ticked;
  }

  function leave(pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      // A normalizer may use its memory again.
      output.push(piece.slice());
      leaving.push(piece);
    }
  }

  function surveyFrame(text: string): void {
    if (isKeepAlive(text)) seen.add(COMMENT);
    if (fault || carrier === 'text') return;
    try {
      if (survey.read(text)) seen.add(TOOL_EVENTS);
    } catch {
      // A value that cannot be converted to text breaks the readers of some dialects: the frame is
      // ignored.
    }
  }

  frames.push(body);
  const endsWhole = frames.end();
  const last = endsWhole ? count : Math.max(0, count - 1);
  run.seen.at(last);
  withOptional.seen.at(last);
  leave([run.end()]);
  leaving.end();
  withOptional.end();
  if (marker === null && seen.get(MARKERS)) marker = ticked;
  if (!fault && carrier !== 'text') survey.end({ isStream: !isWhole, endsWhole });
  const markers = run.listed.markers();
  const surveyed = survey.result(markers.server > 0);
  run.seen.at(last);
  chat.end({
    isStream: !isWhole,
    done: surveyed.done,
    failed: surveyed.errors.length > 0,
    cleaned: seen.get(MARKERS) !== undefined,
    cut: seen.get('cut-frame') !== undefined,
    unread: UNREAD.some((id) => seen.get(id)),
  });
  const isChat = carrier === 'event-stream' && surveyed.dialects.includes('openai-chat');
  addOuterFaults(recorded, fault, carrier, seen);
  const passes: Passes = { seen, optional: withOptional.seen, marker, isChat, frames: count };
  return {
    carrier,
    contentType: contentType === null ? null : excerptOf(contentType, MAX_NAME),
    status: recorded.status
      ? { ...recorded.status, reason: excerptOf(recorded.status.reason, MAX_NAME) }
      : null,
    isLookedAt,
    ...surveyed,
    bytes: body.length,
    frames: count,
    tools: run.listed.tools(),
    markers,
    findings: causesFirst([
      ...FAULTS.flatMap((fault) => faultOf(fault, seen, surveyed, count)),
      ...DEFECTS.flatMap((defect) => findingOf(defect, passes)),
    ]),
    unknownEvents: run.unknownEvents(),
    isUnchanged: !run.isOn || isSame(concat(output), body),
  };
}

/** Watches a chat as it leaves: what a repair fixes is described by its own words. */
function watchLeaving(carrier: Carrier, chat: ReturnType<typeof createChatWatch>) {
  const dialects = new Set<string>();
  const leaving = cutBody(carrier, (_, text) => text !== null && followChat(text));

  function followChat(text: string): void {
    const { fields, json } = readFrame(leaving.read, text);
    if (!fields || !isObject(json)) return;
    try {
      const found = readMessage({ event: fields.event, json }, { dialects, hermes: false });
      // No dialect reads a chunk with empty choices.
      if (
        found?.dialect.id === 'openai-chat' ||
        (!found && (json.object === 'chat.completion.chunk' || isWithoutChoice(json)))
      )
        chat.read(json);
    } catch {
      // As in surveyFrame.
    }
  }

  return leaving;
}

/** What the passes of a body through the normalizer have shown. */
interface Passes {
  /** With the default repairs, and with all of them. */
  readonly seen: Sightings;
  readonly optional: Sightings;
  /** Where the first marker ended. */
  readonly marker: Place | null;
  /** It is a stream of a chat. */
  readonly isChat: boolean;
  readonly frames: number;
}

/** @returns the finding about a defect; none if the body does not have it */
function findingOf(defect: Defect, passes: Passes): Finding[] {
  const { id } = defect;
  const { seen, optional, marker, isChat, frames } = passes;
  const isOptional = defect.stream === 'legal';
  const sighting = (isOptional ? optional : seen).get(id);
  // Comments in other streams break no known client.
  if (id === loneComments.id && !isChat) return [];
  if (sighting && id === MARKERS) {
    const first = marker ? { ...sighting, first: marker.frame, text: marker.text } : sighting;
    return [toFinding(defect, 'always', first, frames)];
  }
  if (sighting) return [toFinding(defect, isOptional ? 'optional' : 'always', sighting, frames)];
  const left = isChat ? leftOf(id, passes) : undefined;
  return left ? [toFinding(defect, 'not-here', left, frames)] : [];
}

/** @returns where a defect of a chat was seen that is not repaired */
function leftOf(id: string, { seen, optional }: Passes): Sighting | undefined {
  // Optional repairs read every frame; without them, frames without signs of work pass unread.
  const unread = DEFAULT_REPAIRS.has(id) ? optional.get(id) : undefined;
  if (id !== keepAliveComments.id) return unread;
  // An optional repair removes them.
  if (optional.get(loneComments.id)) return undefined;
  return seen.get(COMMENT) ?? unread;
}

const CARRIAGE_RETURN = 0x0d;

/** Comments stay in a stream that needs no other repair. */
const COMMENT = 'a frame of comments';

/** Adds faults that show before a frame is read. */
function addOuterFaults(
  { status = null, undone = [] }: Recorded,
  fault: ReturnType<typeof findBodyFault>,
  carrier: Carrier,
  seen: Sightings,
): void {
  seen.at(0);
  if (status && status.code >= 300) seen.add('http-status', statusWords(status));
  for (const id of undone) seen.add(id);
  if (fault) seen.add(fault.id, fault.words);
  else if (carrier === 'nothing' && status?.code !== 204) seen.add('empty-body');
  else if (carrier === 'text' && !(status && status.code >= 300)) seen.add('plain-text');
}

function faultOf(fault: Defect, seen: Sightings, { errors }: Surveyed, frames: number): Finding[] {
  const sighting = seen.get(fault.id);
  if (!sighting) return [];
  const finding = toFinding(fault, 'never', sighting, frames);
  const [error] = errors;
  return [
    fault.id === 'server-error' && error
      ? { ...finding, defect: `The server reported an error: ${ended(error.name)}` }
      : finding,
  ];
}

/** @returns a text as a sentence */
function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function statusWords({ code, reason }: HttpStatus): string {
  const status = `${code}${reason === '' ? '' : ` ${excerptOf(reason, MAX_NAME)}`}`;
  if (code >= 500) return `The server failed: HTTP status ${ended(status)}`;
  if (code >= 400) return `The server refused the request: HTTP status ${ended(status)}`;
  return `The server sent the client elsewhere, and the recording ends there: HTTP status ${ended(status)}`;
}

export function toFinding(
  { id, defect, breaks, whatWeDo, source, allowed, form }: Defect,
  repaired: Repaired,
  { count, first, text, words }: Sighting,
  frames: number,
): Finding {
  const exact = form?.(text);
  return {
    id,
    // May contain names that a server chose.
    defect: excerptOf(words ?? exact?.defect ?? defect),
    breaks: exact?.breaks ?? breaks,
    whatWeDo,
    source,
    allowed: allowed ?? null,
    repaired,
    count,
    firstFrame: first < frames ? first + 1 : null,
    excerpt: excerptOf(text.trim()),
  };
}

/** Returns whether a response of this type would be read as what it is. */
function looksAt(contentType: string | null, carrier: Carrier): boolean {
  const declared = declaredCarrier(contentType);
  // Server-sent events are recognised by their first bytes under the content type of JSON.
  if (
    declared !== null &&
    carrier !== 'nothing' &&
    !(declared === 'json' && carrier === 'event-stream')
  )
    return declared === carrier;
  return createBodyNormalizer({ contentType, isReply: true }) !== null;
}

/** One pass of the body through the normalizer. */
function createRun(
  { contentType, sessionId }: Pick<Recorded, 'contentType' | 'sessionId'>,
  repairs: ReadonlySet<string>,
) {
  const seen = createSightings();
  const listed = createListedTools();
  const unknownEvents = createTally();
  const normalizer = createBodyNormalizer({
    contentType,
    sessionId,
    isReply: true,
    expectsMarkers: () => false,
    repairs,
    report(event) {
      if (event.type === 'progress') listed.progress('', event.progress);
      else if (event.type === 'repair') seen.add(event.id);
      else if (event.type === 'marker') {
        listed.markerRemoved();
        seen.add(MARKERS);
      } else if (event.type === 'unknown-event') unknownEvents.add(event.name);
    },
  });
  return {
    seen,
    listed,
    /** Whether the body is processed. */
    isOn: normalizer !== null,
    push: (bytes: Uint8Array): readonly Uint8Array[] =>
      bytes.length > 0 && normalizer ? normalizer.push(bytes) : [],
    end: (): Uint8Array => normalizer?.end() ?? NO_BYTES,
    unknownEvents: unknownEvents.counts,
  };
}

/**
 * Returns whether it is a chunk without any choice, as Azure's first one is, which does not call
 * itself one.
 */
function isWithoutChoice({ object, choices }: Record<string, unknown>): boolean {
  return Array.isArray(choices) && choices.length === 0 && object !== 'text_completion';
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
