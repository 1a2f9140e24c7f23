import {
  cleanStoredText,
  cleanText,
  provesMarkers,
  withoutUndecidedEnd,
  type CleanTextOptions,
} from '../cleaning/clean-text.ts';
import { arrayOf } from '../dialects/fields.ts';
import { isObject, type JsonPath, type StringEdit } from '../json/json-edit.ts';
import { findContentParts, replaceParts, type ContentPart } from '../text/content-parts.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { isAnothersModel } from '../text/evidence.ts';
import { beginsWithMarkers, plainEmoji, type Marker } from '../text/marker-grammar.ts';
import { isServedPicture, mayHoldMedia, readMediaLine } from '../text/media-lines.ts';
import { textEnd, type TextEnd } from '../text/text-end.ts';

/** A string of a JSON document that contains text of the assistant. */
export interface AssistantText {
  readonly path: JsonPath;
  readonly text: string;
  /** The same text occurs elsewhere in the document: its markers are counted there. */
  readonly copy: boolean;
  /** Which of several chats in the document it belongs to; missing if there is only one. */
  readonly chat?: string;
  /** The model that wrote it, if the document says so. */
  readonly model?: string;
  /** The end of the text directly before this one on display. */
  readonly after?: TextEnd;
  /** More is about to follow, so its line feeds stay. */
  readonly open?: boolean;
  /**
   * It is being written and sent as a whole with each word: a marker at its end, or the beginning
   * of one, waits for the rest.
   */
  readonly running?: boolean;
}

/** Edits that remove the markers from a document. */
export interface HistoryEdits {
  readonly edits: readonly StringEdit[];
  /** How many are removed, including what rules remove. */
  readonly markers: number;
}

/** Which removals to make, besides markers for which the texts contain evidence themselves. */
export interface HistoryRules {
  readonly rules?: CompiledRules | null;
  /**
   * Returns whether there is evidence from elsewhere that markers are in what a model wrote. If
   * not, only chats with evidence of their own lose theirs. Without it, there is.
   * @param model undefined if the document does not say who wrote a text
   */
  expectsMarkers?(model: string | undefined): boolean;
  /**
   * The model that is asked: whoever wrote a text, unless the document says so; '' if it is not
   * known.
   */
  readonly asked?: string;
  /**
   * Called for each chat: do its texts prove that it contains markers?
   * @param chat undefined if the document has only one
   */
  onEvidence?(proven: boolean, chat: string | undefined): void;
  /**
   * Called for each marker in a chat whose texts prove that it contains some.
   * @param emoji without its selector
   */
  onProven?(emoji: string, chat: string | undefined): void;
  /**
   * Called for each chat of which one text begins with labels in Hermes' words, which proves
   * nothing alone.
   */
  onSign?(chat: string | undefined): void;
  /**
   * The texts go to a model, which need not get what stored chats keep: what rules for blocks of
   * Open WebUI remove, and lines that hand over files.
   */
  readonly isSent?: boolean;
}

/** Reads the elements of a list, one by one. @returns none if it is not a list */
export function textsIn(
  list: unknown,
  path: JsonPath,
  read: (one: unknown, path: JsonPath) => readonly AssistantText[],
): readonly AssistantText[] {
  return arrayOf(list).flatMap((one, i) => read(one, [...path, i]));
}

/**
 * @returns the value as a text of the assistant, or none if it is not a string; typed `<details>`
 * blocks are not part of it
 */
export function wholeText(value: unknown, path: JsonPath): readonly AssistantText[] {
  return typeof value === 'string' ? [{ path, text: value, copy: false }] : [];
}

/**
 * Finds the texts of one message: `content` (chat completions, Anthropic, Bedrock, assistant-ui),
 * `parts` (AI SDK), `output` (Open WebUI from 0.8). If a message has several of them, they contain
 * the same text.
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

/**
 * Fields in which thoughts are sent back as plain text: DeepSeek, Kimi, llama.cpp; OpenRouter,
 * vLLM; Ollama. Signed ones are parts.
 */
const THOUGHTS = ['reasoning_content', 'reasoning', 'thinking'];

/**
 * Finds the texts of one message in a request for a reply: those of `messageTexts`, and the
 * thoughts that it sends back.
 */
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

/** @returns the same texts, with who wrote them, if that is said */
export function writtenBy(
  model: unknown,
  texts: readonly AssistantText[],
): readonly AssistantText[] {
  return typeof model === 'string' ? texts.map((text) => ({ ...text, model })) : texts;
}

/** @returns the same texts, marked as counted elsewhere */
export function asCopies(texts: readonly AssistantText[]): readonly AssistantText[] {
  return texts.map((text) => ({ ...text, copy: true }));
}

/** Types of parts that contain text of the reply; Bedrock's parts have no type. */
const TEXT_TYPES: readonly unknown[] = ['text', 'output_text', undefined];

/**
 * Reads a string, or parts with text; everything else is left alone, such as signed thoughts, calls
 * and images.
 */
function textsAt(value: unknown, path: JsonPath): readonly AssistantText[] {
  if (typeof value === 'string') return wholeText(value, path);
  return textsIn(value, path, (part, at) =>
    isObject(part) && TEXT_TYPES.includes(part.type) ? wholeText(part.text, [...at, 'text']) : [],
  );
}

/**
 * Finds the texts of an item. Only message items contain text of the reply; reasoning, calls, their
 * results and code are left alone.
 */
function itemTexts(item: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(item) || item.type !== 'message' || (item.role ?? 'assistant') !== 'assistant')
    return [];
  return joined(textsAt(item.content, [...path, 'content']));
}

/**
 * @returns texts that are shown with nothing between them, such as a reply and what "Continue
 * Response" added to it
 */
function joined(texts: readonly AssistantText[]): readonly AssistantText[] {
  if (texts.length < 2) return texts;
  let after: TextEnd | undefined;
  return texts.map((one) => {
    const begins = after;
    after = textEnd(one.text, after);
    return { ...one, open: true, after: begins };
  });
}

/**
 * @param empty replaces a text of nothing but markers
 * @returns the edits that remove the markers from the texts
 */
export function cleanTexts(
  texts: readonly AssistantText[],
  empty: string,
  how: HistoryRules = {},
): HistoryEdits {
  const { rules } = how;
  const edits: StringEdit[] = [];
  let markers = 0;
  const { proven, signs } = signsOf(texts, (model = how.asked) => isAnothersModel(model ?? ''));
  for (const chat of signs.keys()) how.onSign?.(chat);
  for (const chat of new Set(texts.map((text) => text.chat)))
    how.onEvidence?.(proven.has(chat), chat);
  for (const one of texts) {
    const hasMedia = how.isSent === true && mayHoldMedia(one.text);
    // Nearly every text: without a backtick there is no marker.
    if (!rules && !hasMedia && !one.text.includes('`')) continue;
    const text = one.running ? withoutUndecidedEnd(one.text, one.after) : one.text;
    const isExpected = proven.has(one.chat) || (how.expectsMarkers?.(one.model) ?? true);
    if (!rules && !hasMedia && !isExpected && text === one.text) continue;
    const { cleaned, found, markers: own } = cleanOne({ ...one, text }, isExpected, how);
    if (proven.has(one.chat))
      for (const { emoji } of own) how.onProven?.(plainEmoji(emoji), one.chat);
    if (found === 0 && text === one.text) continue;
    // Blank is as bad as empty: "text content blocks must contain non-whitespace text"
    // (hermes-agent#63983).
    edits.push({ path: one.path, value: cleaned.trim() === '' && empty !== '' ? empty : cleaned });
    if (!one.copy) markers += found;
  }
  return { edits, markers };
}

/** @returns the text without markers and removals of rules, their number, and the markers */
function cleanOne(
  { text, open, after }: AssistantText,
  isExpected: boolean,
  { rules, isSent }: HistoryRules,
): { readonly cleaned: string; readonly found: number; readonly markers: readonly Marker[] } {
  let found = 0;
  const markers: Marker[] = [];
  const expected = (): boolean => isExpected;
  const media = isSent ? takeMedia : undefined;

  function takeMedia(line: string): string | null {
    if (!isServedPicture(line) && !(isExpected && readMediaLine(line) !== null)) return null;
    found++;
    return '';
  }

  const clean = (piece: string, how: CleanTextOptions): string => {
    const cleaned = (open ? cleanText : cleanStoredText)(piece, how);
    found += cleaned.markers.length + cleaned.hits.length;
    markers.push(...cleaned.markers);
    return cleaned.text;
  };
  const rest =
    isSent && rules?.forBlocks ? clean(text, { rules: rules.forBlocks, onlyRules: true }) : text;
  const outside = replaceParts(rest, findContentParts(rest), (piece, { from }) =>
    clean(piece, { rules, media, expected, after: from === 0 ? after : undefined }),
  );
  if (!isSent) return { cleaned: outside, found, markers };
  // A model also reads what is inside a block, and what follows one without an end. Rules leave it
  // alone.
  const cleaned = replaceParts(outside, blocksOf(outside), (piece) =>
    clean(piece, { media, expected }),
  );
  return { cleaned, found, markers };
}

/** @returns the gaps between the parts of `findContentParts`, as [from, to) */
function blocksOf(text: string): readonly Pick<ContentPart, 'from' | 'to'>[] {
  let at = 0;
  return [...findContentParts(text), { from: text.length, to: text.length }].flatMap(
    ({ from, to }) => {
      const block = { from: at, to: from };
      at = to;
      return block.to > block.from ? [block] : [];
    },
  );
}

const NOBODY = (): boolean => false;

/** Texts of one chat that begin like markers, and so are evidence together. */
const SEVERAL = 2;

/**
 * Finds which chats show by themselves that they contain Hermes markers (evidence.ts). One text
 * with proof is enough: what a model has once read, it writes again. Without proof, several must
 * begin with labels in Hermes' words, or have what would be proof, were it not of a model that is
 * known as another's.
 * @param isAnothers returns whether it is; of a text that does not say who wrote it, `model` is
 * undefined
 */
export function provenChats(
  texts: readonly AssistantText[],
  isAnothers: (model: string | undefined) => boolean = NOBODY,
): ReadonlySet<string | undefined> {
  return signsOf(texts, isAnothers).proven;
}

/** @returns those chats, and of how many texts of each chat it is known that they begin so */
function signsOf(
  texts: readonly AssistantText[],
  isAnothers: (model: string | undefined) => boolean,
) {
  const proven = new Set<string | undefined>();
  const signs = new Map<string | undefined, number>();
  for (const { text, after, chat, copy, model } of texts) {
    if (proven.has(chat) || !text.includes('`')) continue;
    const isProof = findContentParts(text).some(({ from, to }) =>
      provesMarkers(text.slice(from, to), from === 0 ? after : undefined),
    );
    if (isProof && !isAnothers(model)) proven.add(chat);
    else if (!copy && (isProof || (!after && beginsWithMarkers(text)))) {
      signs.set(chat, (signs.get(chat) ?? 0) + 1);
      if (signs.get(chat) === SEVERAL) proven.add(chat);
    }
  }
  return { proven, signs } as const;
}
