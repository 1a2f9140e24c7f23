import type { Agents } from './agent.ts';
import { openBody } from './body.ts';
import type { Cleaning } from './cleaning.ts';
import type { EvidenceMemory } from './evidence.ts';
import type { Inspector } from './inspect.ts';
import { createCommentScan } from './comment-scan.ts';
import type { Replies, ReplySource } from './replies.ts';
import type { Note } from './stream-tap.ts';
import type { BodyTransform, EventTransform, ResponseHead, Traffic } from './transports/traffic.ts';
import { createBodyNormalizer, type BodyOptions } from '../normalizer/bodies/body-normalizer.ts';
import { createEventNormalizer } from '../normalizer/bodies/event-normalizer.ts';
import type { TextSource } from '../normalizer/text/evidence.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import type { ReplyOptions } from '../normalizer/reply/reply.ts';

export interface EventsOptions {
  readonly cleaning: Cleaning;
  readonly evidence: Pick<
    EvidenceMemory,
    'expects' | 'found' | 'sourceOf' | 'isSigned' | 'proven' | 'knowsTool' | 'toolsOf'
  >;
  readonly replies: Replies;
}

export interface ResponsesOptions extends EventsOptions {
  readonly isOn: () => boolean;
  /** Ids of the repairs that are on. */
  readonly repairs: () => ReadonlySet<string>;
  /** Whether to clean stored chats on display. */
  readonly cleansStored: () => boolean;
  readonly evidence: EvidenceMemory;
  readonly inspector: Inspector;
  readonly agents: Agents;
  /** Counts the event if it is a repair. */
  readonly countRepair: (event: ReplyEvent) => void;
  /** Called when what answers a request for a reply is in no form that is read. */
  readonly onUnread: () => void;
  /** Called with the number of markers removed from stored chats. */
  readonly onRemoved: (markers?: number) => void;
  /** See `SocketsOptions`. */
  readonly stopOf: (tell: () => void) => () => void;
}

/** Creates the cleaner of the bodies and event streams that a page receives. */
export function createResponses(
  options: ResponsesOptions,
): Pick<Traffic, 'openBody' | 'openEvents'> {
  const { isOn, repairs, cleansStored, cleaning, evidence, inspector, replies, agents } = options;
  const { countRepair, onUnread, onRemoved, stopOf } = options;

  return {
    openBody(head) {
      if (!isOn()) return null;
      const { contentType, url, sessionId, conversation, request } = head;
      const tap = inspector.open('response', url, contentType);
      const { message = null, model = null } = request ?? {};
      const whose = message ? evidence.sourceOf(message) : { chat: null, model };
      const reply = replies.open(message, tap.note, 'response', () =>
        evidence.toolsOf(whose, message, request?.offered),
      );
      const report = agents.open(head, reply.report);
      const isReply = request?.asksReply ?? false;
      const source = {
        report(event: ReplyEvent) {
          if (event.type === 'evidence') evidence.found(event.evidence, whose, url);
          if (event.type === 'proven') evidence.proven(event.emoji, whose.chat);
          if (event.type === 'server') tap.server(event.server);
          if (event.type === 'foreign' && isReply) onUnread();
          report(event);
          countRepair(event);
        },
        reportsText: true,
        ...cleaning,
        onBroken: stopOf(tap.stopped),
        cleansStored,
        onStoredMarkers: onRemoved,
        ...markersOf(evidence, whose, request),
        repairs: repairs(),
        tap,
        contentType,
        url,
        sessionId,
        conversation,
        isReply,
        mayBeReply: request?.isUnknown ?? false,
      };
      const body = openBody(source, isOn);
      // The page counts its bytes.
      if (!body && isReply && contentType?.startsWith('text/event-stream')) onUnread();
      return body && heard(body, reply);
    },
    openEvents: (url) =>
      inspector.watchEvents((note, tell) => readEvents(options, url, note, stopOf(tell))),
  };
}

/** What is known of the markers in the answer to a request, and who learns more of them. */
function markersOf(evidence: EvidenceMemory, whose: TextSource, request: ResponseHead['request']) {
  const { tools = null, message = null } = request ?? {};
  return {
    expectsMarkers: (writer) =>
      request?.showsMarkers === true ||
      evidence.expects(writer === undefined ? whose : { chat: null, model: writer }),
    echoesMarkers: () => request?.showsSign === true,
    knowsTool: (emoji) => evidence.knowsTool(emoji, whose.chat, tools, message?.messageId ?? null),
    onStoredEvidence: evidence.loaded,
    onStoredProven: evidence.proven,
  } satisfies Partial<BodyOptions>;
}

/** Tells a reply what is heard of it: anything but comments, which are only a sign of life. */
function heard(body: BodyTransform, reply: ReplySource): BodyTransform {
  const isComment = createCommentScan();
  return {
    ...body,
    push(chunk) {
      if (!isComment(chunk)) reply.heard();
      return body.push(chunk);
    },
  };
}

/**
 * Reads messages that arrive one by one: events of an EventSource, frames of a WebSocket.
 * @param url of the connection
 * @param note called for each removal
 * @param onBroken called when something failed
 */
export function readEvents(
  { cleaning, evidence, replies }: EventsOptions,
  url: string,
  note: Note,
  onBroken: () => void,
): EventTransform {
  let reply: ReplySource | null = null;
  const open = (): ReplyOptions => {
    const opened = (reply = replies.open(
      null,
      note,
      'events',
      () => evidence.toolsOf(UNKNOWN, null),
      events.part,
    ));
    return {
      report: (event) =>
        event.type === 'evidence'
          ? evidence.found(event.evidence, UNKNOWN, url)
          : opened.report(event),
      reportsText: true,
      ...cleaning,
      expectsMarkers: () => evidence.expects(UNKNOWN),
    };
  };
  const events = createEventNormalizer(open, onBroken);
  return {
    ...events,
    receive(event, data) {
      reply?.heard();
      return events.receive(event, data);
    },
    stopped: onBroken,
  };
}

const UNKNOWN: TextSource = { chat: null, model: null };

/**
 * Returns whether this body may be a reply or contain stored chats, when nothing is known of the
 * request it answers.
 */
export function mayConcern({ contentType, url, conversation }: ResponseHead): boolean {
  return createBodyNormalizer({ contentType, url, conversation, isReply: false }) !== null;
}
