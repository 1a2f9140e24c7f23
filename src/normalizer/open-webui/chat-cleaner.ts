// Open WebUI: its chat events over the socket, in every generation since 0.5.

import { cleanStoredText, cleanText, type CleanTextOptions } from '../cleaning/clean-text.ts';
import { hermesProgress } from '../dialects/hermes-progress.ts';
import { arrayOf } from '../dialects/fields.ts';
import type { Evidence } from '../text/evidence.ts';
import { evidenceOf, messageTexts, textsIn } from '../requests/assistant-texts.ts';
import { isObject, type JsonPath, type StringEdit } from '../json/json-edit.ts';
import type { CleaningOptions } from '../reply/reply.ts';
import { textEnd, type TextEnd } from '../text/text-end.ts';
import type { ReplyEvent } from '../reply/reply-event.ts';
import { readModelMessage, type ModelMessage } from './channel-message.ts';
import { CHANNEL_MESSAGE, type ChatEvent, type ChatMessage } from './chat-event.ts';
import { findContentParts, replaceParts } from '../text/content-parts.ts';
import { isId } from './is-id.ts';
import { readItems, readReplyTexts, type ReplyTexts } from './reply-texts.ts';
import { createSocketReply, type SocketReply, type TextContinuation } from './socket-reply.ts';

export interface ChatCleanerOptions extends CleaningOptions {
  /**
   * Receives everything that is found in a reply, even one in a chat that is not open: the server notifies every tab of
   * the user. Evidence counts for the chat, which may also be the chat as a filter left it.
   */
  report?(message: ChatMessage, event: ReplyEvent): void;
  /** Returns whether the message was asked for while we listened. Without it, all were. */
  wasAsked?(message: ChatMessage): boolean;
  /**
   * Returns whether the message is known to be a reply, whatever was received of it. Without it, only what was received
   * counts.
   */
  isReply?(message: ChatMessage): boolean;
  /**
   * Returns whether there is evidence from elsewhere that markers are in this chat; called whenever it matters. Without
   * it, there is.
   */
  expectsMarkers?(chatId: string): boolean;
  /** The server asks the page to fetch a reply itself: a direct connection. */
  onDirectRequest?(message: ChatMessage, request: Record<string, unknown>): void;
}

/** Cleans the events of Open WebUI's chats, of all versions. */
export interface ChatCleaner {
  /** @returns what to change; paths are relative to the inner data of the event */
  clean(event: ChatEvent): readonly StringEdit[];
  /** Returns how the text of the event cleaned last continues in the next one, if that differs in nothing else. */
  continuation(): { readonly path: JsonPath; readonly text: TextContinuation } | null;
  /**
   * Events may have been missed, or the connection is lost: every reply counts as ended until something of it arrives.
   */
  miss(): void;
  /** Text is held that only another event can release. */
  holds(): boolean;
}

/** Replies remembered; beyond, the one least recently updated is dropped. */
const MAX_REPLIES = 100;
/** Longest text of a tool that is accepted and kept while the tool runs, in UTF-16 units; a badge shows far less. */
const MAX_TOOL_TEXT = 10_000;
/** Most messages known to be the assistant's, and most known not to be. */
const MAX_OTHERS = 1000;
/** Most chats whose evidence is remembered. */
const MAX_CHATS = 200;

export function createChatCleaner(options: ChatCleanerOptions): ChatCleaner {
  /** Replies by message id, the most recently updated last. */
  const replies = new Map<string, SocketReply>();
  const others = new Set<string>();
  /** Messages of the assistant, according to the server's copy of the chat. */
  const answers = new Set<string>();
  /** Evidence of chats, by their ids. */
  const proven = new Map<string, Evidence>();
  /** As `continuation` returns it. */
  let goesOn: ReturnType<ChatCleaner['continuation']> = null;

  function prove(message: ChatMessage, evidence: Evidence): void {
    const { chatId } = message;
    if (proven.get(chatId) === 'server' || proven.get(chatId) === evidence) return;
    if (proven.size < MAX_CHATS) proven.set(chatId, evidence);
    options.report?.(message, { type: 'evidence', evidence });
  }

  function expectsMarkers({ chatId }: ChatMessage): boolean {
    return proven.has(chatId) || (options.expectsMarkers?.(chatId) ?? true);
  }

  function cleans(): boolean {
    return options.cleans?.() !== false;
  }

  function cleaned(text: string, message: ChatMessage, after?: TextEnd): string {
    return cleans() ? cleanText(text, { ...howOf(message), after }).text : text;
  }

  /** Cleans texts of items. The parts of an item are shown with nothing between them. */
  function cleanItems(texts: ReturnType<typeof readItems>, message: ChatMessage): readonly StringEdit[] {
    let item: number | null = null;
    let end: TextEnd | undefined;
    return texts.flatMap(({ path, text, part }) => {
      const after = part.index === item ? end : undefined;
      item = part.index;
      end = textEnd(text, after);
      return edit(path, text, cleaned(text, message, after));
    });
  }

  function howOf(message: ChatMessage): CleanTextOptions {
    return {
      rules: options.rules,
      expected: () => expectsMarkers(message),
      onEvidence: (evidence) => prove(message, evidence),
    };
  }

  /** Cleans a whole `content`: its text parts are cleaned, its blocks stay. */
  function cleanWhole(content: string, message: ChatMessage): string {
    return replaceParts(content, findContentParts(content), (text) => cleaned(text, message));
  }

  /**
   * Cleans titles and notifications, which a model writes too. One that is nothing but a marker stays: an empty one
   * could not be clicked.
   */
  function cleanLabel(path: JsonPath, text: unknown, event: ChatEvent): readonly StringEdit[] {
    if (typeof text !== 'string' || !cleans()) return [];
    const label = cleanStoredText(text, howOf(messageOf(event))).text;
    return label.trim() === '' ? [] : edit(path, text, label);
  }

  function replyOf(event: ChatEvent): SocketReply {
    const message = messageOf(event);
    const { messageId } = message;
    const reply =
      replies.get(messageId) ??
      createSocketReply({
        wasAsked: () => options.wasAsked?.(message) ?? true,
        report(event) {
          if (event.type === 'evidence') prove(message, event.evidence);
          else if (event.type !== 'progress' || !isInChannel(message)) options.report?.(message, event);
        },
        expectsMarkers: () => expectsMarkers(message),
        rules: options.rules,
        cleans,
      });
    replies.delete(messageId);
    replies.set(messageId, reply);
    if (replies.size > MAX_REPLIES) forgetOldest();
    return reply;
  }

  /**
   * Deletes one reply, only when needed: in Firefox every iterator of a Map slows its deletions until it is collected,
   * to 70 µs an event.
   */
  function forgetOldest(): void {
    for (const [oldest, forgotten] of replies) {
      replies.delete(oldest);
      forgotten.end();
      return;
    }
  }

  function cleanReply(event: ChatEvent, texts: ReplyTexts): StringEdit[] {
    if (texts.texts.length === 0 && !texts.list && !texts.items?.length) return [];
    const reply = replyOf(event);
    const values = reply.clean(texts);
    const text = reply.continuation(texts, values);
    goesOn = text && { path: text.of.path, text: text.text };
    return texts.texts.flatMap(({ path, text }, i) => edit(path, text, values[i] ?? text));
  }

  function cleanCompletion(event: ChatEvent, payload: Record<string, unknown>): readonly StringEdit[] {
    if (opensReply(payload)) replyOf(event).open();
    const edits = cleanReply(event, readReplyTexts(payload));
    if (payload.done === true || payload.error) {
      goesOn = null;
      replies.get(event.messageId)?.end();
    }
    if (typeof payload.title === 'string') goesOn = null;
    return [...edits, ...cleanLabel(['title'], payload.title, event)];
  }

  /**
   * Cleans text that tools and pipes append or replace on their own. A replaced text may also be an edit of the user's
   * own message, which no event announces, so it stays unless something has shown that the message is a reply.
   */
  function cleanWritten(event: ChatEvent, mode: 'append' | 'open'): readonly StringEdit[] {
    if (!isObject(event.data) || typeof event.data.content !== 'string' || others.has(event.messageId)) return [];
    const text = { path: ['content'], text: event.data.content, part: null };
    const reply = replies.get(event.messageId);
    if (mode === 'append' || reply?.isLive()) return cleanReply(event, { texts: [{ ...text, mode }] });
    if (!reply && !answers.has(event.messageId) && !options.isReply?.(messageOf(event))) return [];
    return edit(text.path, text.text, cleanWhole(text.text, messageOf(event)));
  }

  /** Cleans the chat as filters of the server left it, with the user's own messages. */
  function cleanOutlet(event: ChatEvent): readonly StringEdit[] {
    const { messageId, data } = event;
    const chat = messageOf(event);
    const [evidence] = evidenceOf(textsIn(isObject(data) ? data.messages : null, [], messageTexts)).values();
    if (evidence) prove(chat, evidence);
    return arrayOf(isObject(data) ? data.messages : null).flatMap((message, i): readonly StringEdit[] => {
      if (!isObject(message)) return [];
      const role = message.role ?? (message.id === messageId ? 'assistant' : null);
      if (role !== 'assistant') {
        if (typeof message.id === 'string' && typeof role === 'string' && others.size < MAX_OTHERS)
          others.add(message.id);
        return [];
      }
      if (typeof message.id === 'string' && answers.size < MAX_OTHERS) answers.add(message.id);
      const items = readItems(message.output, ['messages', i, 'output'], false);
      const content = typeof message.content === 'string' ? message.content : '';
      return [...edit(['messages', i, 'content'], content, cleanWhole(content, chat)), ...cleanItems(items, chat)];
    });
  }

  /**
   * Cleans a message of a channel. It is sent as a whole each time, while it grows and later. A badge would have no
   * place there, so no tool is reported.
   */
  function cleanChannelMessage(event: ChatEvent): readonly StringEdit[] {
    const { data } = event;
    if (!isObject(data)) return [];
    const answered = readModelMessage(data.reply_to_message);
    const messageId = isId(data.id) ? data.id : event.messageId;
    const own = cleanModelMessage({ ...event, messageId }, data);
    return [...own, ...(answered ? cleanAnswered(event, answered) : [])];
  }

  function cleanModelMessage(event: ChatEvent, data: Record<string, unknown>): readonly StringEdit[] {
    const read = readModelMessage(data);
    if (!read) return [];
    const { content, output, done } = read;
    const edits = cleanReply(event, readReplyTexts({ content, output, done }));
    goesOn = null; // what it answers is cleaned with it, each time
    if (done) replies.get(event.messageId)?.end();
    return edits.map(({ path, value }) => ({ path: path[0] === 'output' ? ['data', ...path] : path, value }));
  }

  /** Cleans the copy of the message that this one answers. */
  function cleanAnswered(event: ChatEvent, { content, output }: ModelMessage): readonly StringEdit[] {
    const at = ['reply_to_message'];
    return [
      ...(typeof content === 'string' ? edit([...at, 'content'], content, cleanWhole(content, messageOf(event))) : []),
      ...cleanItems(readItems(output, [...at, 'data', 'output'], false), messageOf(event)),
    ];
  }

  function clean(event: ChatEvent): readonly StringEdit[] {
    goesOn = null;
    switch (event.type) {
      case CHANNEL_MESSAGE:
        return cleanChannelMessage(event);
      case 'chat:completion':
      case 'response:completion':
        return isObject(event.data) ? cleanCompletion(event, event.data) : [];
      case 'chat:message:delta':
      case 'message':
        return cleanWritten(event, 'append');
      case 'chat:message':
      case 'replace':
        return cleanWritten(event, 'open');
      case 'chat:outlet':
        return cleanOutlet(event);
      case 'chat:title':
        return cleanLabel([], event.data, event);
      case 'notification':
        return isObject(event.data) ? cleanLabel(['content'], event.data.content, event) : [];
      // The request contains the history; what goes to the model is cleaned on its way out.
      case 'request:chat:completion':
        if (isObject(event.data) && isObject(event.data.form_data))
          options.onDirectRequest?.(messageOf(event), event.data.form_data);
        return [];
      // Sent by the companion filter; the page ignores the type, so the event stays.
      case 'hermes.tool.progress':
        readProgress(event);
        return [];
      // What a pipe or a search reports beside a reply; never sent for a user's message.
      case 'status':
      case 'source':
      case 'citation':
        replyOf(event);
        return [];
      case 'chat:active':
        if (!isObject(event.data) || event.data.active !== false) return [];
        replies.get(event.messageId)?.end();
        return [];
      // 0.12 repeats the text so far, as the server had it.
      case 'chat:tasks:cancel':
      case 'task-cancelled': // its name in 0.5
        return cleanCompletion(event, { ...(isObject(event.data) ? event.data : null), done: true });
      case 'chat:message:error':
        replies.get(event.messageId)?.end();
        return [];
      default:
        return [];
    }
  }

  function readProgress(event: ChatEvent): void {
    if (!isObject(event.data)) return;
    prove(messageOf(event), 'server');
    const { marker: came, emoji, label } = event.data;
    if (came === 'whole' || came === 'split' || came === 'line') {
      if (typeof emoji !== 'string' || typeof label !== 'string' || isHuge(emoji, label)) return;
      return replyOf(event).relayed({ emoji, label }, came);
    }
    const reading = hermesProgress.read({ event: event.type, json: event.data }, { dialects: new Set(), hermes: true });
    for (const fact of reading?.progress ?? []) {
      if (!isHuge(fact.tool, fact.emoji, fact.label, fact.callId)) replyOf(event).fact(fact);
    }
  }

  return {
    clean,
    continuation: () => goesOn,
    miss() {
      for (const reply of replies.values()) reply.miss();
    },
    holds() {
      for (const reply of replies.values()) if (reply.holds()) return true;
      return false;
    },
  };
}

/**
 * Returns whether this is the first chunk of a model's server, which names the role and has no text; every version
 * passes it on.
 */
function opensReply({ choices }: Record<string, unknown>): boolean {
  const [choice] = arrayOf(choices);
  return isObject(choice) && isObject(choice.delta) && choice.delta.role === 'assistant' && !choice.delta.content;
}

/** Extracts the message, so that what is kept or sent on does not retain the event with all its text. */
function messageOf({ chatId, messageId }: ChatEvent): ChatMessage {
  return { chatId, messageId };
}

function isInChannel({ chatId }: ChatMessage): boolean {
  return chatId.startsWith('channel:');
}

function isHuge(...texts: readonly (string | null)[]): boolean {
  return texts.some((text) => text !== null && text.length > MAX_TOOL_TEXT);
}

function edit(path: JsonPath, text: string, value: string): readonly StringEdit[] {
  return value === text ? [] : [{ path, value }];
}
