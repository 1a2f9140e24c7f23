import { cleanStoredText, cleanText } from '../clean-text.ts';
import { hermesProgress } from '../dialects/hermes-progress.ts';
import { arrayOf } from '../dialects/fields.ts';
import { isObject, type JsonPath, type StringEdit } from '../json-text.ts';
import type { CleaningOptions } from '../reply.ts';
import type { Progress } from '../types.ts';
import type { ChatEvent, ChatMessage } from './chat-event.ts';
import { findContentParts, replaceParts } from './content-parts.ts';
import { CONTENT_KEY, readItems, readReplyTexts, type ReplyTexts } from './reply-texts.ts';
import { createSocketReply, type SocketReply } from './socket-reply.ts';

export interface ChatCleanerOptions extends CleaningOptions {
  /** A reply begins, also one of a chat that is not open: the server tells every tab of the user. */
  onStart?(message: ChatMessage): void;
  /** A reply is over. */
  onEnd?(message: ChatMessage): void;
  /** Told of every change of every tool call, in order. */
  onProgress?(message: ChatMessage, progress: Progress): void;
  /** Told once of every marker that is taken out of a reply. */
  onMarkerRemoved?(message: ChatMessage): void;
  /** Told the id, `<pack>/<rule>`, for every stretch of text that a rule takes out of a reply. */
  onRuleHit?(message: ChatMessage, rule: string): void;
  /** Told of each rule pack that is too slow for a reply, and off for the rest of it. */
  onSlowRules?(pack: string): void;
  /** The server asks the page to fetch a reply itself: a direct connection. */
  onDirectRequest?(message: ChatMessage, request: Record<string, unknown>): void;
}

/** Cleans the events of Open WebUI's chats, of all versions. */
export interface ChatCleaner {
  /** @returns what to change; paths begin at the inner data of the event */
  clean(event: ChatEvent): readonly StringEdit[];
}

/** Replies that are remembered; beyond, the one that was heard of least recently is forgotten. */
const MAX_REPLIES = 100;
/** Longest text of a tool that is believed and kept while the tool runs, in UTF-16 units; a badge shows far less. */
const MAX_TOOL_TEXT = 10_000;
/** Messages known not to be the assistant's. */
const MAX_OTHERS = 1000;

export function createChatCleaner(options: ChatCleanerOptions): ChatCleaner {
  /** Replies by message id, the one heard of last at the end. */
  const replies = new Map<string, SocketReply>();
  const others = new Set<string>();

  function cleans(): boolean {
    return options.cleans?.() !== false;
  }

  function cleaned(text: string): string {
    return cleans() ? cleanText(text, { rules: options.rules }).text : text;
  }

  /** A whole `content`: its text parts are cleaned, its blocks stay. */
  function cleanWhole(content: string): string {
    return replaceParts(content, findContentParts(content), cleaned);
  }

  /** Titles and notifications, which a model writes too. One that is nothing but a marker stays: an empty one cannot be clicked. */
  function cleanLabel(path: JsonPath, text: unknown): readonly StringEdit[] {
    if (typeof text !== 'string' || !cleans()) return [];
    const label = cleanStoredText(text, { rules: options.rules }).text;
    return label.trim() === '' ? [] : edit(path, text, label);
  }

  function replyOf(event: ChatEvent): SocketReply {
    const message = messageOf(event);
    const { messageId } = message;
    const reply = replies.get(messageId) ?? createSocketReply({
      onStart: () => options.onStart?.(message),
      onEnd: () => options.onEnd?.(message),
      onProgress: (progress) => options.onProgress?.(message, progress),
      onMarkerRemoved: () => options.onMarkerRemoved?.(message),
      onRuleHit: (rule) => options.onRuleHit?.(message, rule),
      onSlowRules: (pack) => options.onSlowRules?.(pack),
      rules: options.rules,
      cleans,
    });
    replies.delete(messageId);
    replies.set(messageId, reply);
    if (replies.size > MAX_REPLIES) forgetOldest();
    return reply;
  }

  /** Only when it is due: in Firefox every iterator of a map slows its deletions until it is collected, to 70 µs an event. */
  function forgetOldest(): void {
    for (const [oldest, forgotten] of replies) {
      replies.delete(oldest);
      forgotten.end();
      return;
    }
  }

  function cleanReply(event: ChatEvent, texts: ReplyTexts): StringEdit[] {
    if (texts.texts.length === 0 && !texts.allItems) return [];
    const values = replyOf(event).clean(texts);
    return texts.texts.flatMap(({ path, text }, i) => edit(path, text, values[i] ?? text));
  }

  function cleanCompletion(event: ChatEvent, payload: Record<string, unknown>): readonly StringEdit[] {
    const edits = cleanReply(event, readReplyTexts(payload));
    if (payload.done === true || payload.error) replies.get(event.messageId)?.end();
    return [...edits, ...cleanLabel(['title'], payload.title)];
  }

  /** Tools and pipes append and replace text on their own. A replaced text may also be an edit of the user's own message. */
  function cleanWritten(event: ChatEvent, mode: 'append' | 'open'): readonly StringEdit[] {
    if (!isObject(event.data) || typeof event.data.content !== 'string' || others.has(event.messageId)) return [];
    const text = { path: ['content'], text: event.data.content, key: CONTENT_KEY };
    if (mode === 'append' || replies.get(event.messageId)?.isLive()) return cleanReply(event, { texts: [{ ...text, mode }], allItems: false });
    return edit(text.path, text.text, cleanWhole(text.text));
  }

  /** The chat once more, as filters of the server left it, with the user's own messages. */
  function cleanOutlet({ messageId, data }: ChatEvent): readonly StringEdit[] {
    return arrayOf(isObject(data) ? data.messages : null).flatMap((message, i): readonly StringEdit[] => {
      if (!isObject(message)) return [];
      const role = message.role ?? (message.id === messageId ? 'assistant' : null);
      if (role !== 'assistant') {
        if (typeof message.id === 'string' && typeof role === 'string' && others.size < MAX_OTHERS) others.add(message.id);
        return [];
      }
      const items = readItems(message.output, ['messages', i, 'output'], false);
      const content = typeof message.content === 'string' ? message.content : '';
      return [
        ...edit(['messages', i, 'content'], content, cleanWhole(content)),
        ...items.flatMap(({ path, text }) => edit(path, text, cleaned(text))),
      ];
    });
  }

  function clean(event: ChatEvent): readonly StringEdit[] {
    switch (event.type) {
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
        return cleanLabel([], event.data);
      case 'notification':
        return isObject(event.data) ? cleanLabel(['content'], event.data.content) : [];
      // The request holds the history; what leaves for the model is cleaned on its way out.
      case 'request:chat:completion':
        if (isObject(event.data) && isObject(event.data.form_data)) options.onDirectRequest?.(messageOf(event), event.data.form_data);
        return [];
      // The companion filter sends them; the page ignores the type, so the event stays.
      case 'hermes.tool.progress':
        readProgress(event);
        return [];
      case 'chat:active':
        if (!isObject(event.data) || event.data.active !== false) return [];
        replies.get(event.messageId)?.end();
        return [];
      // 0.12 gives the text so far once more, as the server had it.
      case 'chat:tasks:cancel':
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

  return { clean };
}

/** The message alone: what is kept or sent on must not hold the event with all its text. */
function messageOf({ chatId, messageId }: ChatEvent): ChatMessage {
  return { chatId, messageId };
}

function isHuge(...texts: readonly (string | null)[]): boolean {
  return texts.some((text) => text !== null && text.length > MAX_TOOL_TEXT);
}

function edit(path: JsonPath, text: string, value: string): readonly StringEdit[] {
  return value === text ? [] : [{ path, value }];
}
