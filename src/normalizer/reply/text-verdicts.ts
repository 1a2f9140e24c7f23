import { cleanText, type CleanTextOptions } from '../cleaning/clean-text.ts';
import { createTextFilter } from '../cleaning/text-filter.ts';
import type { Reading, TextSlot } from '../dialects/dialect.ts';
import { unknown } from '../dialects/unknown.ts';
import type { StringEdit } from '../json/json-edit.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import { type Marker, readMarkerChunk } from '../text/marker-grammar.ts';
import { type Channel, createChannels, type FirstText, type TextName } from './channels.ts';
import { createMirroredMarkers, type FoundMarkers, type ServerTraits } from './found-markers.ts';
import { createCopiedTexts, createRepeatedTexts, type RepeatedTexts } from './repeated-texts.ts';

/**
 * What to do with a message. `edit`: everything but these strings stays; also for a message that
 * should be removed when its carrier removes nothing.
 */
export type Verdict =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' | 'edit'; readonly edits: readonly StringEdit[] };

/** A message whose verdict may still depend on what follows. */
export interface Judged {
  /** The message is removed, whatever follows. */
  readonly removed: boolean;
  /**
   * Call it in the order of the messages, because the state for earlier ones is dropped.
   * @returns the verdict, or null while text of the message may still turn out to be part of a
   * marker
   */
  verdict(): Verdict | null;
}

/** How the texts of a reply are judged. */
interface TextOptions {
  readonly rules: CompiledRules | null;
  readonly server: ServerTraits;
  readonly found: FoundMarkers;
  readonly firstText: FirstText;
  /** As `put` for rules, for lines that hand over files, where markers are expected. */
  readonly media: ((line: string) => string | null) | undefined;
  /** As in `MarkerRunOptions`. */
  readonly echoes: (() => boolean) | undefined;
  /** Returns whether anything is removed at the moment. */
  cleans(): boolean;
  /** Returns whether messages may repeat texts; if none does, none is remembered. */
  remembers(): boolean;
  /** It answers a request for a reply; else a stream of unknown shape may be anybody's. */
  readonly isReply: boolean;
  /** Another program may read what leaves, delta by delta. */
  readonly isReadNext: boolean;
  /** Text of the reply arrived. */
  onText(): void;
  /** Replaces the filter of each new channel. */
  wrap(filter: MarkerFilter, channel: TextName): MarkerFilter;
}

const KEEP: Verdict = { kind: 'keep' };
/** Judges a message of which nothing depends on texts. */
export const KEPT: Judged = { removed: false, verdict: () => KEEP };

/** For what may be anything: only what proves itself is removed. */
const STRICT: CleanTextOptions = { expected: () => false };

/** The judge of the texts of one reply. */
export type TextVerdicts = ReturnType<typeof createTextVerdicts>;

/**
 * Judges the texts of the messages of one reply: deltas, each text with its filter, whole texts,
 * and copies of either.
 */
export function createTextVerdicts(options: TextOptions) {
  const { media, server, found, firstText, cleans } = options;
  const said = createRepeatedTexts();
  const mirrored = createMirroredMarkers();
  const deltas = createDeltaTexts(options, said, mirrored.has);
  const copies = createCopiedTexts(said, found, cleans);
  const how: CleanTextOptions = {
    rules: options.rules,
    expected: server.expectsMarkers,
    echoes: options.echoes,
    isAnybodys: server.isAnybodys,
    onEvidence: () => server.prove('text'),
    onKept: found.kept,
    media: media && ((line, isExpected) => (isExpected ? media(line) : null)),
  };

  function judgeWhole({ text, channel }: TextSlot): () => string {
    const cleaned = cleanText(text, how);
    cleaned.markers.forEach(found.inWhole);
    cleaned.hits.forEach(found.hitInWhole);
    if (options.remembers()) said.add(text, cleaned.text);
    return () => {
      const kept = cleans() ? cleaned.text : text;
      firstText.add(channel, kept);
      return kept;
    };
  }

  /** @returns a function that returns what stays of a text; null while that is not decided */
  function judgeText(slot: TextSlot, name: TextName): () => string | null {
    const isUnknown = name.dialect === unknown.id;
    mirrored.beginText(isUnknown);
    if (slot.kind === 'delta') return deltas.judge(slot, name);
    if (slot.kind === 'whole') return judgeWhole(slot);
    return copies.judge(slot, isUnknown ? STRICT : how);
  }

  return {
    channels: deltas.channels,
    judge(reading: Reading, nameOf: (channel: string) => TextName): Judged {
      const { texts = [] } = reading;
      if (texts.length === 0) return KEPT;
      if (texts.some(isCopy)) copies.begin();
      const pending = texts.map((slot) => judgeText(slot, nameOf(slot.channel)));
      mirrored.endMessage();
      return { removed: false, verdict: verdictOf(reading, pending) };
    },
    /** Returns whether a text repeats what was said. */
    repeats: said.repeats,
    /** Something other than text came. @param isComment it is a comment: a heartbeat */
    release(isComment: boolean): void {
      deltas.release(isComment);
      said.turn();
    },
    giveUp: deltas.giveUp,
    lose: deltas.lose,
    suspects: deltas.suspects,
  };
}

/** A delta that was read, and what stays of it. */
interface Delta {
  readonly slot: TextSlot;
  readonly channel: Channel;
  /**
   * Offsets in the channel: where the text of the slot begins, and where what is new in it begins
   * and ends.
   */
  readonly start: number;
  readonly from: number;
  readonly to: number;
  /** Null while it is not decided. */
  kept: string | null;
}

/**
 * Judges texts that come delta by delta, each channel with its filter.
 * @param said remembers them if messages may repeat texts
 * @param isMirrored returns whether another text of the same message has brought the marker
 */
function createDeltaTexts(
  options: TextOptions,
  said: RepeatedTexts,
  isMirrored: (marker: Marker) => boolean,
) {
  const filters = createTextFilters(options, said, isMirrored);
  const channels = createChannels(filters.create);
  /** Heartbeats since text is held on suspicion of a marker. */
  let heartbeats = 0;

  /** Passes a delta to the filter of its channel. */
  function push(channel: Channel, slot: TextSlot): Delta {
    const { filter } = channel;
    const { text, known = 0, before = '' } = slot;
    if (before !== '') filter.push(before);
    // It is a new channel: another reply has begun.
    if (filter.position() < known) filter.push(text.slice(filter.position(), known));
    const from = filter.position();
    const delta = text.slice(known);
    filter.push(delta);
    const isMarker = filters.takeInjected();
    if (delta !== '') grow(channel, delta.length, isMarker);
    return { slot, channel, start: from - known, from, to: from + delta.length, kept: null };
  }

  /** @param isMarker the text was exactly a marker, so it is not text of the reply */
  function grow(channel: Channel, units: number, isMarker: boolean): void {
    channels.took(channel, units);
    heartbeats = 0;
    // If there are rules, they report text; a removed one is not text to them.
    if (!options.rules && !isMarker) options.onText();
  }

  /** @returns the rest of a delta; null while that is not decided */
  function leave(delta: Delta): string | null {
    if (delta.kept !== null) return delta.kept;
    const { slot, channel, from, to } = delta;
    const { filter } = channel;
    if (!options.cleans()) filter.spare(from, to);
    else if (filter.decided() < to) return null;
    delta.kept = shown(delta);
    if (slot.known === undefined) filter.forget(from);
    tell(channel, delta.kept, slot);
    return delta.kept;
  }

  function shown({ slot, channel, start }: Delta): string {
    const kept = channel.filter.kept(start, slot.text);
    if (kept !== slot.text) channel.isShortened = true;
    // Behind what is missing, it must not look like a delta that a server injected, to whoever
    // reads it next. Copies would differ.
    const isRead = options.isReadNext && !options.remembers();
    const looksInjected = isRead && channel.isShortened && readMarkerChunk(kept);
    return looksInjected ? `\n${kept}` : kept;
  }

  /** Reports what the page gets of a text, as soon as that is known to be text of the reply. */
  function tell(channel: Channel, kept: string, { known, lone: isLone }: TextSlot): void {
    const isWhole = known !== undefined;
    const text = (channel.early ?? '') + (isWhole ? kept.slice(channel.told) : kept);
    channel.told = isWhole ? kept.length : channel.told + kept.length;
    channel.early = isLone ? text : '';
    if (!isLone) options.firstText.add(channel, text);
  }

  function suspects(): boolean {
    return channels.some((filter) => filter.suspects());
  }

  function giveUp(): void {
    channels.each((filter) => filter.giveUp());
  }

  return {
    channels,
    /** @returns a function that returns what stays of the text; null while that is not decided */
    judge(slot: TextSlot, name: TextName): () => string | null {
      const channel = channels.find(name);
      if (!channel) return () => slot.text;
      filters.describe(name, slot);
      const delta = push(channel, slot);
      return () => leave(delta);
    },
    /** Something other than text came. @param isComment it is a comment: a heartbeat */
    release(isComment: boolean): void {
      channels.each((filter) => filter.release());
      // One heartbeat may come inside a marker that a model is writing; after the second one the
      // stream has stalled.
      if (isComment && suspects() && ++heartbeats > 1) giveUp();
    },
    /** Decides that all held text stays. */
    giveUp,
    /** Text passed unread: see `MarkerFilter.lose`. */
    lose(): void {
      channels.each((filter) => filter.lose());
      channels.lose();
    },
    /** Returns whether more than a lone line feed at the end of a text is held. */
    suspects,
  };
}

/**
 * The filters of the texts of one reply, and what is known of those texts.
 * @param said remembers the texts if messages may repeat them
 * @param isMirrored returns whether another text of the same message has brought the marker
 */
function createTextFilters(
  options: TextOptions,
  said: RepeatedTexts,
  isMirrored: (marker: Marker) => boolean,
) {
  const { rules, media, server, found } = options;
  /** Keys of texts of which nothing shows yet that they are of the reply. */
  const lone = new Set<string>();
  /** Keys of those that are being generated. */
  const generated = new Set<string>();
  /** What was pushed last was exactly a marker. */
  let injected = false;

  return {
    /** @param midLine some of the text may have come before */
    create(name: TextName, midLine: boolean): MarkerFilter {
      const applies = (): boolean => !lone.has(name.key);
      const expected = (): boolean => applies() && server.expectsMarkers();
      const mayBeAnybodys = !options.isReply && name.dialect === unknown.id;
      const filter = createTextFilter({
        midLine,
        rules,
        put: () => (applies() ? '' : null),
        media: media && {
          mayMatch: server.expectsMarkers,
          put: (line) => (expected() ? media(line) : null),
        },
        expected,
        echoes: options.echoes,
        isAnybodys: () => server.isAnybodys() || (mayBeAnybodys && !generated.has(name.key)),
        onEvidence: () => server.prove('text'),
        onMarker(marker, isProof) {
          if (!isMirrored(marker)) found.inDelta(marker, isProof);
        },
        onKept: found.kept,
        onRule: found.hitInDelta,
        onText: options.onText,
        isInjected: (chunk) => (injected = found.isInjected(chunk)),
      });
      return options.wrap(options.remembers() ? said.remember(filter) : filter, name);
    },
    /** Takes what a message says of a text. */
    describe({ key }: TextName, slot: TextSlot): void {
      if (slot.generated) generated.add(key);
      if (slot.lone) lone.add(key);
      else lone.delete(key);
    },
    /** Returns once whether what was pushed was exactly a marker that the server injected. */
    takeInjected(): boolean {
      const was = injected;
      injected = false;
      return was;
    },
  };
}

function isCopy({ kind }: TextSlot): boolean {
  return kind !== 'delta' && kind !== 'whole';
}

/**
 * @param pending for each text of the message, a function that returns what stays of it; null while
 * that is not decided
 * @returns the verdict on the message; null until all of them are known
 */
function verdictOf(
  { texts = [], onlyText }: Reading,
  pending: readonly (() => string | null)[],
): () => Verdict | null {
  const edits: StringEdit[] = [];
  let known = 0;
  let empty = true;
  return () => {
    for (; known < texts.length; known++) {
      const slot = texts[known];
      const value = pending[known]?.() ?? null;
      if (value === null || !slot) return null;
      if (value !== slot.text) edits.push({ path: slot.path, value });
      if (value !== '') empty = false;
    }
    if (edits.length === 0) return KEEP;
    return { kind: empty && onlyText ? 'remove' : 'edit', edits };
  };
}
