import { cleanStoredText, cleanText, type CleanTextOptions } from './clean-text.ts';
import { arrayOf } from './dialects/fields.ts';
import { isObject, type JsonPath, type StringEdit } from './json-text.ts';
import { findContentParts, replaceParts } from './open-webui/content-parts.ts';
import type { CompiledRules } from './rules/compile-rules.ts';

/** A string of a JSON document that holds text of the assistant. */
export interface HistoryText {
  readonly path: JsonPath;
  readonly text: string;
  /** The same text stands in the document elsewhere too: its markers are counted there. */
  readonly copy: boolean;
  /** More is about to follow: its line feeds stay as they are. */
  readonly open?: boolean;
  /** Finds what of the text is the assistant's, as [from, to), ascending. */
  parts(text: string): readonly { readonly from: number; readonly to: number }[];
}

/** What takes the markers out of a document. */
export interface HistoryEdits {
  readonly edits: readonly StringEdit[];
  /** Those that go, with what rules take out. */
  readonly markers: number;
}

/** What is taken out of texts besides markers. */
export interface HistoryRules {
  readonly rules?: CompiledRules | null;
  /** Rules for blocks of Open WebUI take them out too: what is stored keeps them, what goes to a model need not. */
  readonly blocks?: boolean;
}

/** Reads what stands in a list, one by one. @returns none where it is no list */
export function textsIn(
  list: unknown,
  path: JsonPath,
  read: (one: unknown, path: JsonPath) => readonly HistoryText[],
): readonly HistoryText[] {
  return arrayOf(list).flatMap((one, i) => read(one, [...path, i]));
}

/** @returns the value as a text of the assistant, or none where it is no string; typed `<details>` blocks are no part of it */
export function wholeText(value: unknown, path: JsonPath): readonly HistoryText[] {
  return typeof value === 'string' ? [{ path, text: value, copy: false, parts: findContentParts }] : [];
}

/**
 * Finds the texts of one message: `content` (chat completions, Anthropic, assistant-ui), `parts` (AI SDK), `output`
 * (Open WebUI from 0.8). Where a message has several of them, they hold the same text.
 * @returns none for a message of anybody but the assistant
 */
export function messageTexts(message: unknown, path: JsonPath): readonly HistoryText[] {
  if (!isObject(message) || message.role !== 'assistant') return [];
  const views = [
    ...['content', 'parts'].map((key) => textsAt(message[key], [...path, key])),
    textsIn(message.output, [...path, 'output'], itemTexts),
  ];
  const counted = views.findIndex((view) => view.some(({ text }) => text !== ''));
  return views.flatMap((view, i) => (i === counted ? view : asCopies(view)));
}

/** @returns the same texts, whose markers are counted elsewhere */
export function asCopies(texts: readonly HistoryText[]): readonly HistoryText[] {
  return texts.map((text) => ({ ...text, copy: true }));
}

/** Reads a string, or parts of type `text` and `output_text`; all else is left, such as reasoning, calls and images. */
function textsAt(value: unknown, path: JsonPath): readonly HistoryText[] {
  if (typeof value === 'string') return wholeText(value, path);
  return textsIn(value, path, (part, at) =>
    isObject(part) && (part.type === 'text' || part.type === 'output_text') ? wholeText(part.text, [...at, 'text']) : [],
  );
}

/** Only message items hold text of the reply; reasoning, calls, their results and code are left alone. */
function itemTexts(item: unknown, path: JsonPath): readonly HistoryText[] {
  if (!isObject(item) || item.type !== 'message' || (item.role ?? 'assistant') !== 'assistant') return [];
  return textsAt(item.content, [...path, 'content']);
}

/**
 * @param empty what stands in for a text that held nothing but markers
 * @returns the edits that take the markers out of the texts
 */
export function cleanTexts(texts: readonly HistoryText[], empty: string, { rules, blocks }: HistoryRules = {}): HistoryEdits {
  const edits: StringEdit[] = [];
  let markers = 0;
  for (const { path, text, copy, open, parts } of texts) {
    // Nearly every text: no backtick, no marker.
    if (!rules && !text.includes('`')) continue;
    let found = 0;
    const clean = (piece: string, how: CleanTextOptions): string => {
      const cleaned = (open ? cleanText : cleanStoredText)(piece, how);
      found += cleaned.markers.length + cleaned.hits.length;
      return cleaned.text;
    };
    // All of such a text is the assistant's, its blocks as well.
    const forBlocks = blocks && parts === findContentParts ? rules?.forBlocks : null;
    const rest = forBlocks ? clean(text, { rules: forBlocks, onlyRules: true }) : text;
    const value = replaceParts(rest, parts(rest), (piece) => clean(piece, { rules }));
    if (found === 0) continue;
    edits.push({ path, value: value || empty });
    if (!copy) markers += found;
  }
  return { edits, markers };
}
