import { cleanTexts, wholeText } from '../../normalizer/requests/assistant-texts.ts';
import {
  editJson,
  rawAt,
  rawElements,
  rawMembers,
  type JsonEdit,
} from '../../normalizer/json/json-edit.ts';
import { canonicalJson } from './canonical-json.ts';
import { messageTextsOf, pathOf, readMessage, textAt, type MessageTexts } from './chat-messages.ts';
import type { ChatRecord } from './chat-record.ts';
import type { BackupMessage } from '../types.ts';

/** The state of a message, compared with before and after. */
export type MessageState =
  | 'before'
  | 'after'
  /**
   * As `after`, except `content`: some versions (0.9) derive it from `output` whenever that
   * changes.
   */
  | 'derived'
  /** Edited, or deleted. */
  | 'other';

/** The fields with texts of a reply; healing changes nothing else. */
const TEXT_FIELDS = ['content', 'output', 'merged'] as const;

/** @param texts as they are now */
export function stateOf(change: BackupMessage, texts: MessageTexts): MessageState {
  const text = textAt(texts, change);
  if (text === null) return 'other';
  const [now, before, after] = [text, change.before, change.after].map(fieldsOf);
  if (!now || !before || !after) return 'other';
  if (same(now, after)) return 'after';
  if (same(now, before)) return 'before';
  return before.output !== after.output && same({ ...now, content: after.content }, after)
    ? 'derived'
    : 'other';
}

/** @returns the present message with the texts of another; both as JSON text */
export function withTextsOf(now: string, texts: string): string {
  const present = rawMembers(now);
  const wanted = rawMembers(texts);
  const fields = TEXT_FIELDS.filter((field) => present.has(field));
  return editJson(
    now,
    fields.map((field): JsonEdit => {
      const json = wanted.get(field);
      return json === undefined ? { path: [field], remove: true } : { path: [field], json };
    }),
  );
}

/** Returns whether the `content` of a message is free of markers. */
export function isCleanContent(message: string): boolean {
  return cleanTexts(wholeText(readMessage(message).content, []), '').markers === 0;
}

/**
 * Returns whether two records are the same chat with the same messages, to the last digit, apart
 * from what servers set themselves when they store a chat: `user_id` and `user` of a message, the
 * order of `childrenIds` (0.12), the open message and times.
 */
export function sameRecords(a: Pick<ChatRecord, 'text'>, b: Pick<ChatRecord, 'text'>): boolean {
  return a.text === b.text || comparable(a.text) === comparable(b.text);
}

/**
 * @param record JSON text; @returns a text that is equal for two chats with equal messages,
 * whatever the order of keys
 */
export function messagesText(record: string): string {
  return [
    ['chat', 'history', 'messages'],
    ['chat', 'messages'],
  ]
    .map((path) => canonicalJson(rawAt(record, path) ?? 'null'))
    .join('\n');
}

function comparable(record: string): string {
  const { history, branch } = messageTextsOf(record);
  const edits = [...places('history', history), ...places('branch', branch)].flatMap(
    ({ text, path }): JsonEdit[] => [
      { path: [...path, 'user_id'], remove: true },
      { path: [...path, 'user'], remove: true },
      {
        path: [...path, 'childrenIds'],
        json: `[${rawElements(text, ['childrenIds']).map(canonicalJson).toSorted().join()}]`,
      },
    ],
  );
  // Of the two titles, the one outside `chat` is shown.
  const own = [['history', 'currentId'], ['title'], ['share_mode']].map((path): JsonEdit => ({
    path: ['chat', ...path],
    remove: true,
  }));
  const cut = editJson(record, [...edits, ...own]);
  const beside = ['title', 'archived', 'pinned', 'folder_id'].map(
    (key) => rawAt(record, [key]) ?? 'null',
  );
  // A version that does not report it counts as not pinned.
  return [
    rawAt(cut, ['chat']) ?? 'null',
    ...beside.map((json, i) => (i === 2 && json === 'null' ? 'false' : json)),
  ]
    .map(canonicalJson)
    .join('\n');
}

function places(
  place: BackupMessage['place'],
  texts: ReadonlyMap<string, string>,
): { readonly text: string; readonly path: ReturnType<typeof pathOf> }[] {
  return [...texts]
    .filter(([, text]) => text.startsWith('{'))
    .map(([key, text]) => ({ text, path: pathOf({ place, key }) }));
}

type Fields = Readonly<Record<(typeof TEXT_FIELDS)[number], string>>;

function fieldsOf(message: string): Fields {
  const members = rawMembers(message);
  const [content = '', output = '', merged = ''] = TEXT_FIELDS.map((field) => {
    return canonicalJson(members.get(field) ?? 'null');
  });
  return { content, output, merged };
}

function same(a: Fields, b: Fields): boolean {
  return TEXT_FIELDS.every((field) => a[field] === b[field]);
}
