import {
  cleanStoredText,
  cleanText,
  evidenceIn,
  withoutBegunMarker,
  type CleanTextOptions,
} from '../cleaning/clean-text.ts';
import { arrayOf } from '../dialects/fields.ts';
import type { Evidence } from '../text/evidence.ts';
import { isObject, type JsonPath, type StringEdit } from '../json/json-edit.ts';
import { findContentParts, replaceParts } from '../text/content-parts.ts';
import type { Stretch } from './prompts/transcript.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { textEnd, type TextEnd } from '../text/text-end.ts';

/** A string of a JSON document that holds text of the assistant. */
export interface AssistantText {
  readonly path: JsonPath;
  readonly text: string;
  /** The same text is in the document elsewhere too: its markers are counted there. */
  readonly copy: boolean;
  /** Which of several chats in the document it belongs to; nothing where there is only one. */
  readonly chat?: string;
  /** Where the text ends that this one is shown directly behind. */
  readonly after?: TextEnd;
  /** More is about to follow: its line feeds stay as they are. */
  readonly open?: boolean;
  /** It is being written, and comes as a whole with each word: the beginning of a marker at its end waits for the rest. */
  readonly running?: boolean;
  /** Finds what of the text is the assistant's, as [from, to), ascending. */
  parts(text: string): readonly Stretch[];
}

/** What takes the markers out of a document. */
export interface HistoryEdits {
  readonly edits: readonly StringEdit[];
  /** Those that go, with what rules take out. */
  readonly markers: number;
}

/** What is taken out of texts, besides markers of which they give evidence themselves. */
export interface HistoryRules {
  readonly rules?: CompiledRules | null;
  /**
   * Asked once: is there evidence from elsewhere that markers are here? Where there is none, only chats that give some
   * themselves lose theirs. Nothing: there is.
   */
  expectsMarkers?(): boolean;
  /**
   * Called for each chat with what its texts show of markers, null for nothing.
   * @param chat undefined where the document has only one
   */
  onEvidence?(evidence: Evidence | null, chat: string | undefined): void;
  /** Rules for blocks of Open WebUI take them out too: what is stored keeps them, what goes to a model need not. */
  readonly blocks?: boolean;
}

/** Reads what is in a list, one by one. @returns none where it is no list */
export function textsIn(
  list: unknown,
  path: JsonPath,
  read: (one: unknown, path: JsonPath) => readonly AssistantText[],
): readonly AssistantText[] {
  return arrayOf(list).flatMap((one, i) => read(one, [...path, i]));
}

/** @returns the value as a text of the assistant, or none where it is no string; typed `<details>` blocks are no part of it */
export function wholeText(value: unknown, path: JsonPath): readonly AssistantText[] {
  return typeof value === 'string' ? [{ path, text: value, copy: false, parts: findContentParts }] : [];
}

/**
 * Finds the texts of one message: `content` (chat completions, Anthropic, Bedrock, assistant-ui), `parts` (AI SDK),
 * `output` (Open WebUI from 0.8). Where a message has several of them, they hold the same text.
 * @returns none for a message of anybody but the assistant
 */
export function messageTexts(message: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(message) || message.role !== 'assistant') return [];
  const views = [
    ...['content', 'parts'].map((key) => textsAt(message[key], [...path, key])),
    textsIn(message.output, [...path, 'output'], itemTexts),
  ];
  const counted = views.findIndex((view) => view.some(({ text }) => text !== ''));
  return views.flatMap((view, i) => (i === counted ? view : asCopies(view)));
}

/** Where thoughts are sent back as plain text: DeepSeek, Kimi, llama.cpp; OpenRouter, vLLM; Ollama. Signed ones are parts. */
const THOUGHTS = ['reasoning_content', 'reasoning', 'thinking'];

/** Finds the texts of one message as `messageTexts` does, in a request for a reply: the thoughts that it sends back are texts too. */
export function askingTexts(message: unknown, path: JsonPath): readonly AssistantText[] {
  const texts = messageTexts(message, path);
  if (!isObject(message) || message.role !== 'assistant') return texts;
  const seen: unknown[] = [];
  const thoughts = THOUGHTS.flatMap((key) => {
    const found = wholeText(message[key], [...path, key]);
    // Some pages send the same thoughts under two names.
    const copies = seen.includes(message[key]);
    seen.push(message[key]);
    return copies ? asCopies(found) : found;
  });
  return [...texts, ...thoughts];
}

/** @returns the same texts, whose markers are counted elsewhere */
export function asCopies(texts: readonly AssistantText[]): readonly AssistantText[] {
  return texts.map((text) => ({ ...text, copy: true }));
}

/** Types of parts that hold text of the reply; Bedrock's have none. */
const TEXT_TYPES: readonly unknown[] = ['text', 'output_text', undefined];

/** Reads a string, or parts that hold text; all else is left, such as signed thoughts, calls and images. */
function textsAt(value: unknown, path: JsonPath): readonly AssistantText[] {
  if (typeof value === 'string') return wholeText(value, path);
  return textsIn(value, path, (part, at) =>
    isObject(part) && TEXT_TYPES.includes(part.type) ? wholeText(part.text, [...at, 'text']) : [],
  );
}

/** Only message items hold text of the reply; reasoning, calls, their results and code are left alone. */
function itemTexts(item: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(item) || item.type !== 'message' || (item.role ?? 'assistant') !== 'assistant') return [];
  return joined(textsAt(item.content, [...path, 'content']));
}

/** @returns texts that are shown with nothing between them, such as a reply and what "Continue Response" added to it */
function joined(texts: readonly AssistantText[]): readonly AssistantText[] {
  if (texts.length < 2) return texts;
  let after: TextEnd | undefined;
  return texts.map((one) => {
    const begins = after;
    after = textEnd(one.text, after);
    return { ...one, open: true, after: begins };
  });
}

/** @returns what lies before, between and behind the stretches of a text */
function gapsOf(stretches: readonly Stretch[], length: number): readonly Stretch[] {
  let at = 0;
  return [...stretches, { from: length, to: length }].flatMap(({ from, to }) => {
    const gap = { from: at, to: from };
    at = to;
    return gap.to > gap.from ? [gap] : [];
  });
}

/**
 * @param empty what stands in for a text that held nothing but markers
 * @returns the edits that take the markers out of the texts
 */
export function cleanTexts(texts: readonly AssistantText[], empty: string, how: HistoryRules = {}): HistoryEdits {
  const { rules, blocks } = how;
  const edits: StringEdit[] = [];
  let markers = 0;
  const evidence = evidenceOf(texts);
  for (const chat of new Set(texts.map((text) => text.chat))) how.onEvidence?.(evidence.get(chat) ?? null, chat);
  const expectsAll = how.expectsMarkers?.() ?? true;
  for (const { path, text: stored, copy, open, running, after, parts, chat } of texts) {
    // Nearly every text: no backtick, no marker.
    if (!rules && !stored.includes('`')) continue;
    const text = running ? withoutBegunMarker(stored) : stored;
    const isExpected = expectsAll || evidence.has(chat);
    if (!rules && !isExpected && text === stored) continue;
    let found = 0;
    const expected = (): boolean => isExpected;
    const clean = (piece: string, how: CleanTextOptions): string => {
      const cleaned = (open ? cleanText : cleanStoredText)(piece, how);
      found += cleaned.markers.length + cleaned.hits.length;
      return cleaned.text;
    };
    // All of such a text is the assistant's, its blocks as well.
    const forBlocks = blocks && parts === findContentParts ? rules?.forBlocks : null;
    const rest = forBlocks ? clean(text, { rules: forBlocks, onlyRules: true }) : text;
    let value = replaceParts(rest, parts(rest), (piece, { from }) =>
      clean(piece, { rules, expected, after: from === 0 ? after : undefined }),
    );
    // A model also reads what is inside a block, and what follows one without an end. Rules leave it alone.
    if (blocks && parts === findContentParts)
      value = replaceParts(value, gapsOf(parts(value), value.length), (piece) => clean(piece, { expected }));
    if (found === 0 && text === stored) continue;
    // Blank is as bad as empty: "text content blocks must contain non-whitespace text" (hermes-agent#63983).
    edits.push({ path, value: value.trim() === '' && empty !== '' ? empty : value });
    if (!copy) markers += found;
  }
  return { edits, markers };
}

/**
 * Finds out which chats show by themselves that markers of Hermes are in them (evidence.ts). One text is enough: what
 * a model has once read, it writes again.
 */
export function evidenceOf(texts: readonly AssistantText[]): ReadonlyMap<string | undefined, Evidence> {
  const found = new Map<string | undefined, Evidence>();
  for (const { text, after, chat, parts } of texts) {
    if (found.get(chat) === 'server' || !text.includes('`')) continue;
    for (const { from, to } of parts(text)) {
      const evidence = evidenceIn(text.slice(from, to), from === 0 ? after : undefined);
      if (evidence && found.get(chat) !== 'server') found.set(chat, evidence);
    }
  }
  return found;
}
