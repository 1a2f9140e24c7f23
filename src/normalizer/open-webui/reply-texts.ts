import { arrayOf } from '../dialects/fields.ts';
import { isObject, type JsonPath } from '../json-text.ts';

/** A text in the payload of a completion event. */
export interface ReplyText {
  /** Where it stands in the payload. */
  readonly path: JsonPath;
  readonly text: string;
  /** `content` is a message's text as one string, which may hold `<details>` blocks; others are parts of output items. */
  readonly key: string;
  /** `append` goes on; `open` is the whole text so far; `closed` is all of it. */
  readonly mode: 'append' | 'open' | 'closed';
}

/** What a payload says of the text of its reply. */
export interface ReplyTexts {
  readonly texts: readonly ReplyText[];
  /** The payload holds all output items there are: what was known of others is over. */
  readonly allItems: boolean;
  /** The payload shows that the server ran tools of its own. */
  readonly ranTools?: boolean;
}

export const CONTENT_KEY = 'content';

/**
 * Reads the payload of `chat:completion` and `response:completion` by its shape, as its meaning changed four times:
 * chunks of the model's server (0.5, and later with ENABLE_REALTIME_CHAT_SAVE), whole `content` (0.5.7 to 0.7), `content`
 * and `output` (0.8, 0.9), `output` alone (0.10, 0.11), events of the Responses API (from 0.11.1).
 */
export function readReplyTexts(payload: Record<string, unknown>): ReplyTexts {
  if (typeof payload.type === 'string' && payload.type.startsWith('response.')) return readResponseEvent(payload, payload.type);
  const open = payload.done !== true;
  const texts: ReplyText[] = [];
  const allItems = Array.isArray(payload.output);
  if (allItems) texts.push(...readItems(payload.output, ['output'], open));
  if (typeof payload.content === 'string') {
    texts.push({ path: ['content'], text: payload.content, key: CONTENT_KEY, mode: open ? 'open' : 'closed' });
  } else if (!allItems) texts.push(...readChoice(payload.choices));
  return { texts, allItems, ranTools: hasToolItem(payload.output) || hasToolBlock(payload.content) };
}

function hasToolItem(items: unknown): boolean {
  return arrayOf(items).some((item) => isObject(item) && item.type !== 'message' && item.type !== 'reasoning');
}

/** Up to 0.9 tools stand in the text as blocks. */
function hasToolBlock(content: unknown): boolean {
  return typeof content === 'string' && /<details type="(?:tool_calls|code_interpreter)"/.test(content);
}

/** Reads a list of output items. The last of them may go on as long as the reply does. */
export function readItems(items: unknown, path: JsonPath, open: boolean): readonly ReplyText[] {
  const list = arrayOf(items);
  return list.flatMap((item, i) => readItem(item, i, [...path, i], open && i === list.length - 1));
}

/** The page reads the first choice only. */
function readChoice(choices: unknown): readonly ReplyText[] {
  const [choice] = arrayOf(choices);
  if (!isObject(choice)) return [];
  return ['delta', 'message'].flatMap((key): ReplyText[] => {
    const part = choice[key];
    if (!isObject(part) || typeof part.content !== 'string') return [];
    return [{ path: ['choices', 0, key, 'content'], text: part.content, key: CONTENT_KEY, mode: 'append' }];
  });
}

function readResponseEvent(event: Record<string, unknown>, type: string): ReplyTexts {
  const index = Number(event.output_index ?? 0);
  const open = !type.endsWith('.done');
  switch (type) {
    case 'response.output_text.delta':
      return only(textAt(['delta'], event.delta, keyOfEvent(event, index), 'append'));
    case 'response.output_text.done':
      return only(textAt(['text'], event.text, keyOfEvent(event, index), 'closed'));
    case 'response.content_part.added':
    case 'response.content_part.done':
      return only(readPart(event.part, ['part'], keyOfEvent(event, index), open));
    case 'response.output_item.added':
    case 'response.output_item.done':
      return { ...only(readItem(event.item, index, ['item'], open)), ranTools: hasToolItem([event.item]) };
    case 'response.completed':
    case 'response.failed':
    case 'response.incomplete':
      if (!isObject(event.response) || !Array.isArray(event.response.output)) return only([]);
      return { texts: readItems(event.response.output, ['response', 'output'], false), allItems: true };
    default:
      return only([]);
  }
}

function only(texts: readonly ReplyText[]): ReplyTexts {
  return { texts, allItems: false };
}

function keyOfEvent(event: Record<string, unknown>, index: number): string {
  return partKey(event.item_id, index, Number(event.content_index ?? 0));
}

function partKey(id: unknown, index: number, part: number): string {
  return `${typeof id === 'string' && id !== '' ? `item ${id}` : `output ${index}`} ${part}`;
}

/** Only message items hold the reply; reasoning, calls, their results and code are left alone. */
function readItem(item: unknown, index: number, path: JsonPath, open: boolean): readonly ReplyText[] {
  if (!isObject(item) || item.type !== 'message' || (item.role ?? 'assistant') !== 'assistant') return [];
  const goesOn = open && item.status !== 'completed';
  const parts = arrayOf(item.content);
  return parts.flatMap((part, i) =>
    readPart(part, [...path, 'content', i], partKey(item.id, index, i), goesOn && i === parts.length - 1),
  );
}

function readPart(part: unknown, path: JsonPath, key: string, open: boolean): readonly ReplyText[] {
  if (!isObject(part) || (part.type !== 'output_text' && part.type !== 'text')) return [];
  return textAt([...path, 'text'], part.text, key, open ? 'open' : 'closed');
}

function textAt(path: JsonPath, text: unknown, key: string, mode: ReplyText['mode']): readonly ReplyText[] {
  return typeof text === 'string' ? [{ path, text, key, mode }] : [];
}
