/** Chats as the releases store them, with and without markers. */
import type { Generation } from './fake-open-webui.ts';

type Message = Record<string, unknown>;

export const DIRTY = 'Let me check. \n`⏰ list`\n\n\nAll done: `code` stays.';
/** Looks like a marker; the text itself does not tell whether it is one. */
export const COMMIT = 'Done.\n`📝 update-readme`\n\nIt says why.';
export const CLEAN = 'Let me check. \n\nAll done: `code` stays.';
/** What a filter of the server may add below a reply: it is only in `content`. */
export const FOOTER = '\n\n> From a filter';
/** Seconds since 1970: long ago. */
export const FIRST_TIME = 1_760_000_000;

export interface ChatOptions {
  readonly generation?: Generation;
  readonly turns?: number;
  /** Text of the reply of a turn. */
  readonly reply?: (turn: number) => string;
}

/** @returns a chat of so many turns, stored as by its release */
export function makeChat({
  generation = '0.12.4',
  turns = 2,
  reply = () => DIRTY,
}: ChatOptions = {}): Record<string, unknown> {
  const messages: Record<string, Message> = {};
  for (let turn = 0; turn < turns; turn++) {
    const timestamp = FIRST_TIME + turn * 60;
    const parentId = turn === 0 ? null : `a${turn - 1}`;
    const next = turn < turns - 1 ? [`q${turn + 1}`] : [];
    messages[`q${turn}`] = {
      id: `q${turn}`,
      parentId,
      childrenIds: [`a${turn}`],
      role: 'user',
      content: `What is \n\`⏰ list\`\n?`,
      timestamp,
      models: ['m'],
    };
    messages[`a${turn}`] = toReply(generation, turn, reply(turn), { timestamp, next });
  }
  const chat = {
    title: 'A chat',
    models: ['m'],
    params: {},
    history: { messages, currentId: `a${turns - 1}` },
    tags: [],
    timestamp: FIRST_TIME * 1000,
  };
  const copied = generation === '0.6.43' || generation === '0.8.12';
  return { ...chat, messages: copied ? structuredClone(Object.values(messages)) : [] };
}

function toReply(
  generation: Generation,
  turn: number,
  text: string,
  { timestamp, next }: { readonly timestamp: number; readonly next: readonly string[] },
): Message {
  const output = [
    {
      type: 'message',
      id: `msg_${turn}`,
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text }],
    },
  ];
  return {
    id: `a${turn}`,
    parentId: `q${turn}`,
    childrenIds: next,
    role: 'assistant',
    // Only 0.9 derives one from the other on storing.
    content: generation === '0.9.6' ? text + FOOTER : text,
    model: 'm',
    done: true,
    timestamp,
    usage: { total_tokens: 12, seconds: 1.5 },
    ...(generation !== '0.6.43' && { output }),
  };
}
