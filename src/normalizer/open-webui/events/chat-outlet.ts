import { arrayOf } from '../../dialects/fields.ts';
import { isObject, type StringEdit } from '../../json/json-edit.ts';
import { evidenceOf, messageTexts, textsIn } from '../../requests/assistant-texts.ts';
import type { ChatEvidence } from '../chat-evidence.ts';
import { messageOf, type ChatEvent } from '../chat-event.ts';
import { readItems } from '../reply-texts.ts';
import type { WholeTexts } from '../whole-texts.ts';

/** Cleans chats as filters of the server left them, and remembers who wrote their messages. */
export interface ChatOutlet {
  /** @param event has the chat, with the user's own messages */
  clean(event: ChatEvent): readonly StringEdit[];
  /** Returns whether a message is known to be the assistant's. */
  isAnswer(messageId: string): boolean;
  /** Returns whether a message is known not to be the assistant's. */
  isOther(messageId: string): boolean;
}

/** Most messages known to be the assistant's, and most known not to be. */
const MAX_KNOWN = 1000;

export function createChatOutlet(texts: WholeTexts, evidence: ChatEvidence): ChatOutlet {
  const others = new Set<string>();
  const answers = new Set<string>();

  function remember(id: unknown, role: unknown): void {
    const known = role === 'assistant' ? answers : others;
    if (typeof id === 'string' && typeof role === 'string' && known.size < MAX_KNOWN) known.add(id);
  }

  function clean(event: ChatEvent): readonly StringEdit[] {
    const messages = isObject(event.data) ? event.data.messages : null;
    const [found] = evidenceOf(textsIn(messages, [], messageTexts)).values();
    if (found) evidence.prove(messageOf(event), found);
    return arrayOf(messages).flatMap((message, i) => (isObject(message) ? cleanMessage(message, i, event) : []));
  }

  function cleanMessage(message: Record<string, unknown>, i: number, event: ChatEvent): readonly StringEdit[] {
    const role = message.role ?? (message.id === event.messageId ? 'assistant' : null);
    remember(message.id, role);
    if (role !== 'assistant') return [];
    const items = readItems(message.output, ['messages', i, 'output'], false);
    const content = typeof message.content === 'string' ? message.content : '';
    const chat = messageOf(event);
    return [...texts.content(['messages', i, 'content'], content, chat), ...texts.items(items, chat)];
  }

  return { clean, isAnswer: (id) => answers.has(id), isOther: (id) => others.has(id) };
}
