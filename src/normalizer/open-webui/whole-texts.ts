import { cleanStoredText, cleanText, type CleanTextOptions } from '../cleaning/clean-text.ts';
import { arrayOf } from '../dialects/fields.ts';
import { isObject, type JsonPath, type StringEdit } from '../json/json-edit.ts';
import { provenChats, messageTexts, textsIn } from '../requests/assistant-texts.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { findContentParts, replaceParts } from '../text/content-parts.ts';
import type { Evidence } from '../text/evidence.ts';
import { textEnd, type TextEnd } from '../text/text-end.ts';
import { messageOf, type ChatEvent, type ChatMessage } from './chat-event.ts';
import { readItems } from './reply-texts.ts';

/**
 * Cleans texts that events bring as a whole, and that no later event continues. Anything but texts
 * is left alone.
 */
export type WholeTexts = ReturnType<typeof createWholeTexts>;

export interface WholeTextsOptions {
  readonly rules: CompiledRules | null;
  /** Returns whether anything is removed at the moment. */
  cleans(): boolean;
  readonly evidence: ChatEvidence;
  /** Returns whether a text of this message proves nothing by itself. */
  isAnybodys(message: ChatMessage): boolean;
}

export function createWholeTexts({ rules, cleans, evidence, isAnybodys }: WholeTextsOptions) {
  function howOf(message: ChatMessage): CleanTextOptions {
    return {
      rules,
      expected: () => evidence.expectsMarkers(message),
      isAnybodys: () => isAnybodys(message),
      onEvidence: () => evidence.prove(message, 'text'),
    };
  }

  function cleaned(text: string, message: ChatMessage, after?: TextEnd): string {
    return cleans() ? cleanText(text, { ...howOf(message), after }).text : text;
  }

  return {
    /** Cleans a whole `content`: its text parts are cleaned, its blocks stay. */
    content(path: JsonPath, content: unknown, message: ChatMessage): readonly StringEdit[] {
      if (typeof content !== 'string') return [];
      const value = replaceParts(content, findContentParts(content), (text) =>
        cleaned(text, message),
      );
      return edit(path, content, value);
    },
    /**
     * Cleans the texts of output items. The parts of an item are shown with nothing between them.
     */
    items(path: JsonPath, output: unknown, message: ChatMessage): readonly StringEdit[] {
      let item: number | null = null;
      let end: TextEnd | undefined;
      return readItems(output, path, false).flatMap(({ path: at, text, part }) => {
        const after = part.index === item ? end : undefined;
        item = part.index;
        end = textEnd(text, after);
        return edit(at, text, cleaned(text, message, after));
      });
    },
    /**
     * Cleans titles and notifications, which a model writes too. One that is nothing but a marker
     * stays: an empty one could not be clicked.
     */
    label(path: JsonPath, text: unknown, message: ChatMessage): readonly StringEdit[] {
      if (typeof text !== 'string' || !cleans()) return [];
      const label = cleanStoredText(text, howOf(message)).text;
      return label.trim() === '' ? [] : edit(path, text, label);
    },
  };
}

/** @returns the edit that writes a text; none if the text is the same */
export function edit(path: JsonPath, text: string, value: string): readonly StringEdit[] {
  return value === text ? [] : [{ path, value }];
}

/** The evidence of markers in the chats of one socket. */
export type ChatEvidence = ReturnType<typeof createChatEvidence>;

/** Most chats whose evidence is remembered. */
const MAX_CHATS = 200;

/**
 * @param expectsElsewhere returns whether there is evidence from elsewhere that markers are in a
 * message
 * @param report called with each kind of evidence; not with `text` once the server itself is known
 * to write markers
 */
export function createChatEvidence(
  expectsElsewhere: (message: ChatMessage) => boolean,
  report: (message: ChatMessage, evidence: Evidence) => void,
) {
  /** By the ids of chats. */
  const proven = new Map<string, Evidence>();

  return {
    /** Something proves that markers are in the chat of a message. */
    prove(message: ChatMessage, evidence: Evidence): void {
      const { chatId } = message;
      if (proven.get(chatId) === 'server' || proven.get(chatId) === evidence) return;
      if (proven.size < MAX_CHATS) proven.set(chatId, evidence);
      report(message, evidence);
    },
    expectsMarkers: (message: ChatMessage): boolean =>
      proven.has(message.chatId) || expectsElsewhere(message),
  };
}

/** Most messages whose writer is remembered. */
const MAX_KNOWN = 2000;

/** Cleans chats as filters of the server left them, and remembers who wrote their messages. */
export function createChatOutlet(
  texts: WholeTexts,
  evidence: ChatEvidence,
  isAnybodys: WholeTextsOptions['isAnybodys'],
) {
  /** Whether messages are the assistant's, by id. */
  const answers = new Map<string, boolean>();

  function cleanMessage(
    message: Record<string, unknown>,
    path: JsonPath,
    event: ChatEvent,
  ): readonly StringEdit[] {
    const { id, content, output } = message;
    const role = message.role ?? (id === event.messageId ? 'assistant' : null);
    if (typeof id === 'string' && typeof role === 'string' && answers.size < MAX_KNOWN)
      answers.set(id, role === 'assistant');
    if (role !== 'assistant') return [];
    const one = { ...messageOf(event), messageId: typeof id === 'string' ? id : '' };
    return [
      ...texts.content([...path, 'content'], content, one),
      ...texts.items([...path, 'output'], output, one),
    ];
  }

  return {
    /** @param event has the chat, with the user's own messages */
    clean(event: ChatEvent): readonly StringEdit[] {
      const messages = isObject(event.data) ? event.data.messages : null;
      const own = messageOf(event);
      const proven = provenChats(textsIn(messages, [], messageTexts), () => isAnybodys(own));
      if (proven.size > 0) evidence.prove(own, 'text');
      return arrayOf(messages).flatMap((message, i) =>
        isObject(message) ? cleanMessage(message, ['messages', i], event) : [],
      );
    },
    /** Returns whether a message is known to be the assistant's; null if nothing is known. */
    isAnswer: (messageId: string): boolean | null => answers.get(messageId) ?? null,
  };
}
