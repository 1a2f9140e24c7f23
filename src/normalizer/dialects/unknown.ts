import { remember } from '../../lib/bounded-map.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';
import { readMarkerChunk, readMarkerLine } from '../text/marker-grammar.ts';
import { rendersMarker } from '../text/rendered-marker.ts';
import type { Dialect, Message, Reading, StreamSoFar, TextSlot } from './dialect.ts';
import { arrayOf, stringOf } from './fields.ts';

/**
 * Any stream of JSON messages that no other dialect knows. Each string is followed by its place:
 * the name of the event, what the message calls itself, the keys down to it. Whether strings in one
 * place continue a text or repeat it as far as it goes is learned from them.
 */
export const unknown: Dialect = { id: 'unknown', read };

function read(message: Message, stream: StreamSoFar): Reading | null {
  // A stream in a known dialect stays one.
  if ([...stream.dialects].some((id) => id !== unknown.id)) return null;
  return stream.shapes?.read(message, stream) ?? null;
}

/**
 * What is never the text of a reply: names, places, times, what tools are asked, what people write.
 */
const OTHER_KEY =
  /^(?:tool|function|request|user|human|system|prompt|question|think|reason|meta|error)|^(?:name|type|event|kind|op|object|path|role|from|author|sender|model|version|lang|language|status|hash|signature|uuid|href|src)$|(?:^|[_-])(?:ids?|at|ur[il]|args|arguments|inputs?|parameters|params|kwargs|query|command|observation)$|(?:Ids?|At|Ur[il]|Args|Arguments|Inputs?|Parameters|Params|Kwargs|Query|Command)$/;
/** Keys whose values tell what a message is, and values of messages of somebody else. */
const KIND_KEYS = ['type', 'event', 'kind', 'op', 'subtype', 'role', 'author', 'from', 'sender'];
const OTHER_KIND =
  /tool|function|reason|think|^(?:user|human|system|developer)|error|citation|annotation|source|usage/i;
const SENDERS = ['role', 'author', 'from', 'sender'];
const BY_USER = ['isCreatedByUser', 'is_user', 'isUser'];
/** How messages call the beginning and the end of something: `chunk_start`, `messageEnd`. */
const BEGINS = /^(.*?)[_.:-]?(?:start(?:ed)?|begin|begun|open(?:ed)?|created)$/i;
const ENDS =
  /^(.*?)[_.:-]?(?:end(?:ed)?|done|stop(?:ped)?|finish(?:ed)?|complete(?:d)?|close(?:d)?)$/i;
const AGENT = /^(?:assistant|agent|ai|bot|model)$/i;
const ID = /(?:^|[_-])(?:id|uuid)$|Id$/;
const WORD = /^[\w$.:/-]{1,64}$/;

/** Most texts of a stream, strings of a message, levels in it, and UTF-16 units of a string. */
const MAX_TEXTS = 64;
const MAX_STRINGS = 1000;
const MAX_DEPTH = 16;
const MAX_UNITS = 1024 * 1024;
/** Shorter strings occur again by chance. */
const MIN_COPY = 16;
/** Values remembered of a text that has not grown yet. */
const MAX_EARLY = 32;
/**
 * Pieces that show that a text grows, and their longest, in UTF-16 units: a whole text may be
 * padded.
 */
const MIN_PIECES = 2;
const MAX_PIECE = 40;

/** A string that may be text of a reply. */
interface Found {
  readonly path: JsonPath;
  readonly text: string;
  /** The same for all strings that continue one text. */
  readonly place: string;
  /** The ids around it. */
  readonly ids: string;
  /** It belongs to an earlier message. */
  readonly isPast: boolean;
  /** Where an edit puts it: the path of another string, if one has come from there. */
  readonly target?: JsonPath;
}

/** One text of the stream. */
interface Text {
  /** The name of its channel. */
  name: string;
  /** The last value; '' if it is known that values continue it. */
  said: string;
  /** Does each value repeat the one before? Null while that is not known. */
  grows: boolean | null;
  /** The values so far while that is not known, and how often one repeated the last and went on. */
  early: string[];
  growths: number;
  /** It has more than a name would. */
  hasWords: boolean;
  ids: string;
  /** Short values that begin or end with a blank, as pieces of a text do and whole ones do not. */
  pieces: number;
  /** Each value so far is a line with its end, as in a log. */
  isLog: boolean;
  /** Values with the same ids have followed one another: with other ids, it is another text. */
  isNamed: boolean;
}

/**
 * @param repeats returns whether a string repeats all that deltas have brought, or a part of it
 * @param wasSent returns whether a string is what the page has sent
 * @param isAnswer the stream answers a request for a reply. Any other may be of anything, such as
 * mails, logs or commits, and some quote markers: then no text is the agent's unless it grows
 */
export function createShapes(
  repeats: (text: string, parts: boolean) => boolean,
  wasSent: (text: string) => boolean = () => false,
  isAnswer = true,
) {
  const texts = new Map<string, Text>();
  /** The place of each text by its path. */
  const places = new Map<string, string>();
  let names = 0;
  let isText = false;
  const agents = createAgentMessages();

  function begin(ids: string, said = ''): Text {
    return createText(`text ${names++}`, ids, said, !isAnswer);
  }

  /**
   * @param closes gets the names of channels that are complete
   * @param isGenerated the message says that it is being generated
   */
  function slotOf(
    { path, target, ids, isPast, ...found }: Found,
    closes: string[],
    isGenerated: boolean,
  ): TextSlot | null {
    const place = places.get(String(target)) ?? found.place;
    const text = withoutPadding(found.text);
    if (text.length > MAX_UNITS || wasSent(text)) return null;
    if (isPast && !isAnswer && !repeats(text, true)) return null;
    if (isPast) return { path, text, channel: '', kind: 'past' };
    const known = texts.get(place);
    const isSame = known?.early.length === 1 && known.said.trim() === text.trim();
    const isNews = isSame || (known?.grows && text.startsWith(known.said)) || readMarkerChunk(text);
    if (text.length >= MIN_COPY && !isNews && repeats(text, !known)) {
      if (known) closes.push(known.name);
      texts.delete(place);
      return { path, text, channel: '', kind: 'copy' };
    }
    if (!known && texts.size >= MAX_TEXTS) return null;
    const isOther = known !== undefined && known.isNamed && known.ids !== ids;
    if (isOther) closes.push(known.name);
    const one = known && !isOther ? known : begin(ids);
    one.isNamed ||= one === known && one.ids === ids;
    one.ids = ids;
    texts.set(place, one);
    if (!target) remember(places, String(path), place, MAX_TEXTS);
    if (!target && !isGenerated && !isAnswer && isWhole(one, text)) {
      if (one === known) closes.push(one.name);
      texts.set(place, { ...begin(ids, text), isNamed: one.isNamed, isLog: one.isLog });
      return null;
    }
    one.isLog &&= !target && !isGenerated && text.endsWith('\n') && readMarkerChunk(text) === null;
    if (one.isLog) return null;
    if (text.length <= MAX_PIECE && /^\s|\s$/.test(text)) one.pieces++;
    return { path, text, kind: 'delta', generated: isGenerated, ...take(one, text, closes) };
  }

  function take(
    one: Text,
    text: string,
    closes: string[],
  ): Pick<TextSlot, 'channel' | 'known' | 'before' | 'lone'> {
    const { said, grows, early } = one;
    one.hasWords ||= !WORD.test(text);
    const isFirst = grows === null && early.length === 0;
    // A line feed before a marker is more likely a text of its own.
    const isRepeated = text.startsWith(said) && (said.trim() !== '' || !readMarkerChunk(text));
    if (isFirst || (grows !== false && isRepeated)) {
      if (!isFirst && text.length > said.length) one.growths++;
      if (one.growths > 1) one.grows = true;
      one.early = one.grows ? [] : [...early, text].slice(-MAX_EARLY);
      one.said = text;
      const lone = one.growths === 0 || !one.hasWords;
      isText ||= !lone;
      return { channel: one.name, ...(!isFirst && { known: said.length }), lone };
    }
    if (grows) {
      // Another text in the same place.
      closes.push(one.name);
      Object.assign(one, begin(one.ids, text));
      return { channel: one.name, lone: true };
    }
    isText ||= one.hasWords;
    one.grows = false;
    one.said = '';
    one.early = [];
    const lone = !one.hasWords;
    if (early.length < 2) return { channel: one.name, lone };
    // What seemed to be repeated was continued.
    closes.push(one.name);
    one.name = `text ${names++}`;
    return { channel: one.name, before: early.join(''), lone };
  }

  function read({ event, json }: Message): Reading | null {
    if (event !== null && OTHER_KIND.test(event)) return null;
    const found: Found[] = [];
    collect(json, { path: [], place: event ?? '', ids: '', isPast: false }, found);
    const closesMessage = found.every(({ text }) => WORD.test(text)) && agents.end(json);
    if (found.length === 0) return closesMessage ? { closesMessage } : null;
    if (found.length > MAX_STRINGS) return null;
    const isRendered = found.some(({ text }) => rendersMarker(text));
    const closes: string[] = [];
    const isGenerated = saysSo(json) || (isObject(json) && saysSo(json.output));
    const slots = found
      .map((one) => slotOf(one, closes, isGenerated))
      .filter((slot) => slot !== null);
    const opens = slots.flatMap(({ kind, channel }) => (kind === 'delta' ? [channel] : []));
    const completes = slots.some(({ kind }) => kind === 'copy');
    const rest = { callsElsewhere: true, completes, closesMessage, isRendered };
    return { texts: slots, opens, closes, ...rest };
  }

  return {
    read,
    /** Returns whether a text was seen to grow. */
    hasText: (): boolean => isText,
  };
}

/** Some servers pad what they send. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

/** Follows where the messages of the agent begin and end. */
function createAgentMessages() {
  /** The one that has begun, by its place and its kind. */
  let begun: string | null = null;

  return {
    /** Notes whether one begins. @returns whether the one that has begun ends */
    end(json: unknown): boolean {
      const bound = boundIn(json, '', 0);
      if (!bound || (!bound.begins && bound.name !== begun)) return false;
      begun = bound.begins ? bound.name : null;
      return !bound.begins;
    },
  };
}

/**
 * @returns the first object that says that a message of the agent begins, or that something ends,
 * and its place
 */
function boundIn(
  value: unknown,
  path: string,
  depth: number,
): { readonly name: string; readonly begins: boolean } | null {
  if (!isObject(value) || depth > MAX_DEPTH) return null;
  const isAgents = isOfAgent(value) || Object.values(value).some(isOfAgent);
  for (const kind of KIND_KEYS.map((key) => stringOf(value[key]))) {
    if (OTHER_KIND.test(kind)) return null;
    const begun = isAgents ? BEGINS.exec(kind) : null;
    const bound = begun ?? ENDS.exec(kind);
    if (bound) return { name: `${path} ${bound[1]}`, begins: begun !== null };
  }
  for (const key of Object.keys(value)) {
    const bound = boundIn(value[key], `${path}.${key}`, depth + 1);
    if (bound) return bound;
  }
  return null;
}

function isOfAgent(value: unknown): boolean {
  return isObject(value) && SENDERS.some((key) => AGENT.test(stringOf(value[key])));
}

/** @param said how it begins */
function createText(name: string, ids: string, said: string, isLog: boolean): Text {
  return {
    name,
    said,
    grows: null,
    early: said === '' ? [] : [said],
    growths: 0,
    hasWords: said !== '' && !WORD.test(said),
    pieces: 0,
    isLog,
    ids,
    isNamed: false,
  };
}

/**
 * Returns whether a value is a text of its own, with a marker in it: no part of it is removed,
 * until it grows. A server that injects a marker sends it alone, and a model writes it in pieces.
 */
function isWhole(one: Text, text: string): boolean {
  if (one.grows || one.pieces >= MIN_PIECES) return false;
  const goesOn = one.grows !== false && one.said.trim() !== '' && text.length > one.said.length;
  return !(goesOn && text.startsWith(one.said)) && quotesMarker(text);
}

/** Gradio's events say whether their function goes on, as a chat's does while its model writes. */
function saysSo(json: unknown): boolean {
  return isObject(json) && json.is_generating === true;
}

/**
 * Returns whether a text has a line that reads like a marker, but is not just what a server
 * injects.
 */
function quotesMarker(text: string): boolean {
  if (!text.includes('`')) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    readMarkerChunk(text) === null && lines.some((line) => readMarkerLine(line.trim()) !== null)
  );
}

type Place = Omit<Found, 'text'>;

function collect(value: unknown, at: Place, found: Found[]): void {
  if (typeof value === 'string') {
    if (value !== '') found.push({ ...at, text: value });
  } else if (at.path.length > MAX_DEPTH || found.length > MAX_STRINGS) return;
  else if (Array.isArray(value)) collectItems(value as readonly unknown[], at, found);
  else if (isObject(value)) collectFields(value, at, found);
}

function collectFields(json: Record<string, unknown>, at: Place, found: Found[]): void {
  const kinds = KIND_KEYS.map((key) => stringOf(json[key]));
  if (kinds.some((kind) => OTHER_KIND.test(kind)) || BY_USER.some((key) => json[key] === true))
    return;
  const place = `${at.place}{${kinds.join(' ')} ${namesIn(json.path, 0) ?? ''}}`;
  const keys = Object.keys(json);
  const ids = keys.filter((key) => ID.test(key)).map((key) => `${key} ${String(json[key])} `);
  for (const key of keys) {
    if (OTHER_KEY.test(key)) continue;
    const inside = {
      ...at,
      path: [...at.path, key],
      place: `${place}.${key}`,
      ids: at.ids + ids.join(''),
    };
    collect(json[key], inside, found);
  }
}

/**
 * Reads a list of messages or parts; `[name, …]`; or `[action, path, value]`, an edit of a
 * document.
 */
function collectItems(list: readonly unknown[], at: Place, found: Found[]): void {
  const [first, second] = list;
  const isNamed = list.length > 1 && typeof first === 'string' && WORD.test(first);
  if (namesIn(list) !== null || (isNamed && OTHER_KIND.test(first))) return;
  const edited = isNamed ? namesIn(second, 0) : null;
  const name = isNamed ? `${first} ${edited ?? ''}` : '';
  const isMessages = !isNamed && at.path.length === 0;
  list.forEach((item, i) => {
    if (isNamed && i < (edited === null ? 1 : 2)) return;
    // In a list of messages or edits, a number says nothing.
    const isEdit =
      isMessages ||
      (!isNamed && namesIn(isObject(item) ? item.path : arrayOf(item)[1], 0) !== null);
    const isPast = isObject(item) && i < list.length - 1 && SENDERS.some((key) => key in item);
    const place = `${at.place}[${name} ${isEdit ? '' : i}]`;
    const target =
      edited === null ? undefined : ([...at.path.slice(0, -1), ...arrayOf(second)] as JsonPath);
    collect(
      item,
      { ...at, path: [...at.path, i], place, isPast: at.isPast || isPast, target },
      found,
    );
  });
}

/**
 * @param least items that a list must have
 * @returns the items of a list of nothing but names and numbers, as a path in a document is; null
 * for anything else
 */
function namesIn(list: unknown, least = 2): string | null {
  const isName = (item: unknown): boolean =>
    typeof item === 'number' || (typeof item === 'string' && WORD.test(item));
  return Array.isArray(list) && list.length >= least && list.every(isName) ? list.join() : null;
}
