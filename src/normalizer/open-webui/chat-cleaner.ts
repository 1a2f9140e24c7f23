// Open WebUI: its chat events over the socket, in every generation since 0.5.
//
// event -> text events: texts of a reply, which later events continue
//          -> socket-reply: the state of one reply
//       -> whole-texts: texts that no later event continues
//       -> companion-events: what the companion tells of tools

import { arrayOf, tokensIn } from '../dialects/fields.ts';
import { isObject, type StringEdit } from '../json/json-edit.ts';
import type { CleaningOptions } from '../reply/reply.ts';
import type { ReplyEvent } from '../reply/reply-event.ts';
import {
  CHANNEL_MESSAGE,
  isChannel,
  isId,
  messageOf,
  readModelMessage,
  type ChatEvent,
  type ChatMessage,
} from './chat-event.ts';
import { createCompanionEvents, isStatusLine } from './companion-events.ts';
import { readReplyTexts, type ReplyTexts } from './reply-texts.ts';
import { createSocketReply, type SocketReply } from './socket-reply.ts';
import {
  createChatEvidence,
  createChatOutlet,
  createWholeTexts,
  edit,
  type WholeTexts,
} from './whole-texts.ts';

export interface ChatCleanerOptions extends CleaningOptions {
  /**
   * Receives everything that is found in a reply, even one in a chat that is not open: the server
   * notifies every tab of the user. Evidence counts for the chat, which may also be the chat as a
   * filter left it.
   */
  report?(message: ChatMessage, event: ReplyEvent): void;
  /** Returns whether the message was asked for while we listened. Without it, all were. */
  wasAsked?(message: ChatMessage): boolean;
  /**
   * Returns whether the message is known to be a reply even if no event has shown it. Without it,
   * only events count.
   */
  isReply?(message: ChatMessage): boolean;
  /**
   * Returns whether there is evidence from elsewhere that markers are in this message; called
   * whenever it matters. Without it, there is.
   */
  expectsMarkers?(message: ChatMessage): boolean;
  /**
   * Returns whether the model of this message is known as another's (`isAnothersModel`). Without
   * it, none is.
   */
  isAnothers?(message: ChatMessage): boolean;
  /** As in `ReportOptions`. */
  echoesMarkers?(message: ChatMessage): boolean;
  /** As in `ReportOptions`. */
  knowsTool?(message: ChatMessage, emoji: string): boolean;
  /** Called with the message of each event. */
  heard?(messageId: string): void;
  /** The server asks the page to fetch a reply itself: a direct connection. */
  onDirectRequest?(message: ChatMessage, request: Record<string, unknown>): void;
}

/** Cleans the events of Open WebUI's chats, of all versions. */
export function createChatCleaner(options: ChatCleanerOptions) {
  const cleans = () => options.cleans?.() !== false;
  const echoes = (message: ChatMessage) => options.echoesMarkers?.(message) ?? false;
  const isAnybodys = (message: ChatMessage) =>
    options.isAnothers?.(message) === true && !echoes(message);
  const evidence = createChatEvidence(
    (message) => options.expectsMarkers?.(message) ?? true,
    (message, found) => options.report?.(message, { type: 'evidence', evidence: found }),
  );
  const replies = createSocketReplies(createReply);
  const companion = createCompanionEvents(replies, evidence);
  const wholes = createWholeTexts({ rules: options.rules ?? null, cleans, evidence, isAnybodys });
  const outlet = createChatOutlet(wholes, evidence, isAnybodys);
  const texts = createTextEvents(
    replies,
    wholes,
    (message) => outlet.isAnswer(message.messageId) ?? (options.isReply?.(message) || null),
  );

  function createReply(message: ChatMessage): SocketReply {
    return createSocketReply({
      wasAsked: () => options.wasAsked?.(message) ?? true,
      report(event) {
        if (event.type === 'evidence') evidence.prove(message, event.evidence);
        else if (event.type !== 'progress' || !isChannel(message)) options.report?.(message, event);
      },
      expectsMarkers: () => evidence.expectsMarkers(message),
      echoesMarkers: () => echoes(message),
      isAnybodys: () => isAnybodys(message),
      knowsTool: (emoji) => options.knowsTool?.(message, emoji) ?? false,
      rules: options.rules,
      cleans,
    });
  }

  function clean(event: ChatEvent): readonly StringEdit[] {
    options.heard?.(event.messageId);
    switch (event.type) {
      case CHANNEL_MESSAGE:
        return texts.channelMessage(event);
      case 'chat:completion':
      case 'response:completion':
        return texts.completion(event);
      case 'chat:message:delta':
      case 'message':
        return texts.written(event, 'append');
      case 'chat:message':
      case 'replace':
        return texts.written(event, 'open');
      case 'chat:outlet':
        return outlet.clean(event);
      case 'chat:title':
        return wholes.label([], event.data, messageOf(event));
      case 'notification':
        return isObject(event.data)
          ? wholes.label(['content'], event.data.content, messageOf(event))
          : [];
      case 'chat:tasks:cancel':
      case 'task-cancelled': // its name in 0.5
        return texts.stopped(event);
      default:
        note(event);
        return [];
    }
  }

  /** Takes an event that has no text of a reply. */
  function note(event: ChatEvent): void {
    const { type, data } = event;
    switch (type) {
      // The request contains the history, which is cleaned when the page sends it to the model.
      case 'request:chat:completion':
        if (isObject(data) && isObject(data.form_data))
          options.onDirectRequest?.(messageOf(event), data.form_data);
        return;
      case 'hermes.tool.progress':
      case 'hermes.status':
        return companion.progress(event);
      case 'hermes.tool.replay':
        return companion.replay(event);
      case 'input':
        return companion.dialog(event);
      // Reports of a pipe or a search beside a reply; never sent for a user's message.
      case 'status':
        if (isStatusLine(data))
          return replies.of(messageOf(event)).note({ kind: 'lines', text: '' });
        return void replies.of(messageOf(event));
      case 'source':
      case 'citation':
        return void replies.of(messageOf(event));
      case 'chat:active':
        if (isObject(data) && data.active === false) replies.known(event.messageId)?.end();
        return;
      case 'chat:message:error':
        replies.known(event.messageId)?.end();
    }
  }

  return {
    /** @returns edits, with paths relative to the inner data of the event */
    clean,
    /**
     * Events may have been missed, or the connection is lost: every reply counts as ended until
     * something of it arrives.
     */
    miss(): void {
      for (const reply of replies.all()) reply.miss();
      companion.lose();
    },
    /** Text is held that only another event can release. */
    holds(): boolean {
      for (const reply of replies.all()) if (reply.holds()) return true;
      return false;
    },
  };
}

/**
 * Cleans events with text of a reply, which later events may continue.
 * @param isReply returns whether a message is known to be a reply; null if nothing is known
 */
function createTextEvents(
  replies: SocketReplies,
  wholes: WholeTexts,
  isReply: (message: ChatMessage) => boolean | null,
) {
  function clean(event: ChatEvent, texts: ReplyTexts): readonly StringEdit[] {
    if (texts.texts.length === 0 && !texts.list && !texts.items?.length) return [];
    const values = replies.of(messageOf(event)).clean(texts);
    return texts.texts.flatMap(({ path, text }, i) => edit(path, text, values[i] ?? text));
  }

  function cleanPayload(event: ChatEvent, payload: Record<string, unknown>): readonly StringEdit[] {
    if (opensReply(payload)) replies.of(messageOf(event)).open();
    return clean(event, readReplyTexts(payload));
  }

  return {
    /** Cleans an event with chunks or items of a model's reply. */
    completion(event: ChatEvent): readonly StringEdit[] {
      const { data, messageId } = event;
      if (!isObject(data)) return [];
      const tokens = tokensIn(data);
      if (tokens) replies.known(messageId)?.used(tokens);
      const edits = cleanPayload(event, data);
      if (data.error) replies.known(messageId)?.end();
      else if (data.done === true) replies.known(messageId)?.end('done');
      return [...edits, ...wholes.label(['title'], data.title, messageOf(event))];
    },
    /** Somebody has ended the reply. 0.12 repeats the text so far, as the server had it. */
    stopped(event: ChatEvent): readonly StringEdit[] {
      const data: Record<string, unknown> = isObject(event.data) ? event.data : {};
      const edits = cleanPayload(event, { ...data, done: true });
      replies.known(event.messageId)?.end();
      return [...edits, ...wholes.label(['title'], data.title, messageOf(event))];
    },
    /**
     * Cleans text that tools and pipes append or replace on their own. A replaced text may also be
     * an edit of the user's own message, which no event announces, so it stays unless something has
     * shown that the message is a reply.
     */
    written(event: ChatEvent, mode: 'append' | 'open'): readonly StringEdit[] {
      const { data, messageId } = event;
      const message = messageOf(event);
      if (!isObject(data) || typeof data.content !== 'string' || isReply(message) === false)
        return [];
      const path = ['content'];
      const reply = replies.known(messageId);
      if (mode === 'append' || reply?.isLive())
        return clean(event, { texts: [{ path, text: data.content, part: null, mode }] });
      return reply || isReply(message) ? wholes.content(path, data.content, message) : [];
    },
    /**
     * Cleans a message of a channel, and its copy of the message that it answers. It is sent as a
     * whole each time, while it grows and later.
     */
    channelMessage(event: ChatEvent): readonly StringEdit[] {
      const { data } = event;
      if (!isObject(data)) return [];
      const own = readModelMessage(data);
      const answered = readModelMessage(data.reply_to_message);
      const messageId = isId(data.id) ? data.id : event.messageId;
      const message = { ...messageOf(event), messageId };
      const edits = own ? clean({ ...event, messageId }, readReplyTexts({ ...own })) : [];
      if (own?.done) replies.known(messageId)?.end();
      const at = ['reply_to_message'];
      return [
        ...edits.map(({ path, value }) => ({
          path: path[0] === 'output' ? ['data', ...path] : path,
          value,
        })),
        ...wholes.content([...at, 'content'], answered?.content, message),
        ...wholes.items([...at, 'data', 'output'], answered?.output, message),
      ];
    },
  };
}

/**
 * Returns whether this is the first chunk of a model's server, which names the role and has no
 * text; every version passes it on.
 */
function opensReply({ choices }: Record<string, unknown>): boolean {
  const [choice] = arrayOf(choices);
  return (
    isObject(choice) &&
    isObject(choice.delta) &&
    choice.delta.role === 'assistant' &&
    !choice.delta.content
  );
}

/** The replies of one socket. Beyond a limit, the one least recently updated is dropped. */
export type SocketReplies = ReturnType<typeof createSocketReplies>;

const MAX_REPLIES = 100;

function createSocketReplies(create: (message: ChatMessage) => SocketReply) {
  /** By message id, the most recently updated last. */
  const replies = new Map<string, SocketReply>();

  return {
    /** @returns the reply of a message, which is created if it is not known */
    of(message: ChatMessage): SocketReply {
      const { messageId } = message;
      const reply = replies.get(messageId) ?? create(message);
      replies.delete(messageId);
      replies.set(messageId, reply);
      if (replies.size <= MAX_REPLIES) return reply;
      // Only one, and only when needed: in Firefox every iterator of a Map slows its deletions
      // until it is collected.
      for (const [oldest, forgotten] of replies) {
        replies.delete(oldest);
        forgotten.end();
        break;
      }
      return reply;
    },
    /** @returns the reply of a message, if it is known */
    known: (messageId: string): SocketReply | undefined => replies.get(messageId),
    all: (): Iterable<SocketReply> => replies.values(),
  };
}
