// Open WebUI: its chat events over the socket, in every generation since 0.5.
//
// event -> text events: texts of a reply, which later events continue -> socket-reply: the state of one reply
//       -> whole-texts: texts that no later event continues

import { remember } from '../../lib/bounded-map.ts';
import { arrayOf, tokensIn } from '../dialects/fields.ts';
import { hermesProgress } from '../dialects/hermes-progress.ts';
import { isObject, type StringEdit } from '../json/json-edit.ts';
import type { ProgressFact } from '../progress/progress.ts';
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
import { readReplyTexts, type ReplyTexts } from './reply-texts.ts';
import { createSocketReply, type SocketReply } from './socket-reply.ts';
import {
  createChatEvidence,
  createChatOutlet,
  createWholeTexts,
  edit,
  type ChatEvidence,
  type WholeTexts,
} from './whole-texts.ts';

export interface ChatCleanerOptions extends CleaningOptions {
  /**
   * Receives everything that is found in a reply, even one in a chat that is not open: the server notifies every tab of
   * the user. Evidence counts for the chat, which may also be the chat as a filter left it.
   */
  report?(message: ChatMessage, event: ReplyEvent): void;
  /** Returns whether the message was asked for while we listened. Without it, all were. */
  wasAsked?(message: ChatMessage): boolean;
  /**
   * Returns whether the message is known to be a reply even if no event has shown it. Without it, only events count.
   */
  isReply?(message: ChatMessage): boolean;
  /**
   * Returns whether there is evidence from elsewhere that markers are in this message; called whenever it matters.
   * Without it, there is.
   */
  expectsMarkers?(message: ChatMessage): boolean;
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
  const evidence = createChatEvidence(
    (message) => options.expectsMarkers?.(message) ?? true,
    (message, found) => options.report?.(message, { type: 'evidence', evidence: found }),
  );
  const replies = createReplies(createReply);
  const dialogs = createDialogs();
  const wholes = createWholeTexts({ rules: options.rules ?? null, cleans, evidence });
  const outlet = createChatOutlet(wholes, evidence);
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
      echoesMarkers: () => options.echoesMarkers?.(message) ?? false,
      knowsTool: (emoji) => options.knowsTool?.(message, emoji) ?? false,
      rules: options.rules,
      cleans,
    });
  }

  function completion(event: ChatEvent, data: Record<string, unknown>): readonly StringEdit[] {
    const tokens = tokensIn(data);
    if (tokens) replies.known(event.messageId)?.used(tokens);
    return texts.completion(event, data);
  }

  function clean(event: ChatEvent): readonly StringEdit[] {
    options.heard?.(event.messageId);
    switch (event.type) {
      case CHANNEL_MESSAGE:
        return texts.channelMessage(event);
      case 'chat:completion':
      case 'response:completion':
        return isObject(event.data) ? completion(event, event.data) : [];
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
      // The request contains the history, which is cleaned when the page sends it to the model.
      case 'request:chat:completion':
        if (isObject(event.data) && isObject(event.data.form_data))
          options.onDirectRequest?.(messageOf(event), event.data.form_data);
        return [];
      // Sent by the companion filter; the page ignores the type, so the event stays.
      case 'hermes.tool.progress':
      case 'hermes.status':
        if (!isObject(event.data)) return [];
        readProgress(dialogs.asKnown(event.data, event), event, replies, evidence);
        return [];
      case 'hermes.tool.replay':
        if (!isObject(event.data)) return [];
        evidence.prove(messageOf(event), 'server');
        replies.of(messageOf(event)).replay(
          arrayOf(event.data.events)
            .filter(isObject)
            .flatMap((data) => factsIn(dialogs.asKnown(data, event))),
        );
        return [];
      // The page opens a dialog; a name says that the companion asks in it.
      case 'input': {
        const told = isObject(event.data) ? dialogs.open(event.data.dialog) : null;
        if (told) readProgress(told.data, told.event, replies, evidence);
        return [];
      }
      // Reports of a pipe or a search beside a reply; never sent for a user's message.
      case 'status':
      case 'source':
      case 'citation':
        replies.of(messageOf(event));
        return [];
      case 'chat:active':
        if (!isObject(event.data) || event.data.active !== false) return [];
        replies.known(event.messageId)?.end();
        return [];
      // 0.12 repeats the text so far, as the server had it.
      case 'chat:tasks:cancel':
      case 'task-cancelled': // its name in 0.5
        return texts.completion(
          event,
          { ...(isObject(event.data) ? event.data : null), done: true },
          true,
        );
      case 'chat:message:error':
        replies.known(event.messageId)?.end();
        return [];
      default:
        return [];
    }
  }

  return {
    /** @returns edits, with paths relative to the inner data of the event */
    clean,
    /**
     * Events may have been missed, or the connection is lost: every reply counts as ended until something of it
     * arrives.
     */
    miss(): void {
      for (const reply of replies.all()) reply.miss();
      dialogs.lose();
    },
    /** Text is held that only another event can release. */
    holds(): boolean {
      for (const reply of replies.all()) if (reply.holds()) return true;
      return false;
    },
  };
}

/** Longest text of a tool that is accepted and kept while the tool runs, in UTF-16 units; a badge shows far less. */
const MAX_TOOL_TEXT = 10_000;

/**
 * Reads an event of the companion filter: a marker that it removed, or the progress of a tool. Only what the server
 * wrote says that it is Hermes.
 */
function readProgress(
  data: Record<string, unknown>,
  event: ChatEvent,
  replies: Pick<Replies, 'of'>,
  evidence: ChatEvidence,
): void {
  const { marker: arrival, emoji, label } = data;
  const message = messageOf(event);
  // A model asked in a channel is not one of this person's chats.
  if (arrival === undefined || arrival === 'whole')
    evidence.prove(message, isChannel(message) ? 'text' : 'server');
  if (arrival === 'whole' || arrival === 'delta' || arrival === 'split' || arrival === 'line') {
    if (typeof emoji !== 'string' || typeof label !== 'string' || isHuge(emoji, label)) return;
    return replies.of(message).relayed({ emoji, label }, arrival);
  }
  const note = readHermes(event.type, data)?.note;
  if (note && !isHuge(note.text)) replies.of(message).note(note);
  if (event.type !== 'hermes.status')
    for (const fact of factsIn(data)) replies.of(message).fact(fact);
}

function readHermes(event: string, json: Record<string, unknown>) {
  return hermesProgress.read({ event, json }, { dialects: new Set(), hermes: true });
}

function factsIn(data: Record<string, unknown>): readonly ProgressFact[] {
  const facts = readHermes('hermes.tool.progress', data)?.progress ?? [];
  return facts.filter((fact) => !isHuge(fact.tool, fact.emoji, fact.label, fact.callId));
}

/** Dialogs remembered; a page shows one. */
const MAX_DIALOGS = 20;

/**
 * The dialogs in which the companion asks, by the names that it gives them. It tells all pages of a person which one is
 * on a screen, and only one page has it.
 */
function createDialogs() {
  const opened = new Map<string, true>();
  /** What was told of a dialog before it came. */
  const early = new Map<string, { data: Record<string, unknown>; event: ChatEvent }>();

  return {
    /** @returns the question that the dialog asks, if that was told before; else null */
    open(name: unknown) {
      if (!isId(name)) return null;
      remember(opened, name, true, MAX_DIALOGS);
      const told = early.get(name) ?? null;
      early.delete(name);
      return told;
    },
    /** @returns the companion's event of a question, with the place where this page can answer it */
    asKnown(data: Record<string, unknown>, event: ChatEvent): Record<string, unknown> {
      const { answered_by: by, dialog } = data;
      // Earlier companions name no dialog.
      if (by !== 'dialog' || typeof dialog !== 'string' || opened.has(dialog)) return data;
      if (isId(dialog)) remember(early, dialog, { data, event }, MAX_DIALOGS);
      return { ...data, answered_by: 'chat' };
    },
    /** The connection is lost, and with it the dialogs. */
    lose(): void {
      opened.clear();
      early.clear();
    },
  };
}

function isHuge(...texts: readonly (string | null)[]): boolean {
  return texts.some((text) => text !== null && text.length > MAX_TOOL_TEXT);
}

/**
 * Cleans events with text of a reply, which later events may continue.
 * @param isReply returns whether a message is known to be a reply; null if nothing is known
 */
function createTextEvents(
  replies: Replies,
  wholes: WholeTexts,
  isReply: (message: ChatMessage) => boolean | null,
) {
  function clean(event: ChatEvent, texts: ReplyTexts): readonly StringEdit[] {
    if (texts.texts.length === 0 && !texts.list && !texts.items?.length) return [];
    const values = replies.of(messageOf(event)).clean(texts);
    return texts.texts.flatMap(({ path, text }, i) => edit(path, text, values[i] ?? text));
  }

  return {
    /** Cleans an event with chunks or items of a model's reply. @param isStopped somebody has ended it */
    completion(
      event: ChatEvent,
      payload: Record<string, unknown>,
      isStopped = false,
    ): readonly StringEdit[] {
      const message = messageOf(event);
      if (opensReply(payload)) replies.of(message).open();
      const edits = clean(event, readReplyTexts(payload));
      if (isStopped || payload.error) replies.known(event.messageId)?.end();
      else if (payload.done === true) replies.known(event.messageId)?.end('done');
      return [...edits, ...wholes.label(['title'], payload.title, message)];
    },
    /**
     * Cleans text that tools and pipes append or replace on their own. A replaced text may also be an edit of the
     * user's own message, which no event announces, so it stays unless something has shown that the message is a reply.
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
     * Cleans a message of a channel, and its copy of the message that it answers. It is sent as a whole each time,
     * while it grows and later.
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
 * Returns whether this is the first chunk of a model's server, which names the role and has no text; every version
 * passes it on.
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
type Replies = ReturnType<typeof createReplies>;

const MAX_REPLIES = 100;

function createReplies(create: (message: ChatMessage) => SocketReply) {
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
      // Only one, and only when needed: in Firefox every iterator of a Map slows its deletions until it is collected.
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
