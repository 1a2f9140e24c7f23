import { cleanText } from '../cleaning/clean-text.ts';
import { createTextFilter } from '../cleaning/text-filter.ts';
import type { Reading, TextSlot } from '../dialects/dialect.ts';
import { unknown } from '../dialects/unknown.ts';
import type { StringEdit } from '../json/json-edit.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import type { InjectedChunk, MarkerFilter } from '../text/marker-filter.ts';
import { readMarkerChunk, type Marker } from '../text/marker-grammar.ts';
import { type Channel, createChannels, type TextName } from './channels.ts';
import type { FoundMarkers, ServerTraits } from './found-markers.ts';
import { createRepeatedTexts } from './repeated-texts.ts';
import type { Report } from './reply-event.ts';

/**
 * What to do with a message. `edit`: everything but these strings stays; also for a message that should be removed when
 * its carrier removes nothing.
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
   * @returns the verdict, or null while text of the message may still turn out to be part of a marker
   */
  verdict(): Verdict | null;
}

export interface TextVerdictsOptions {
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

/** Copies in one message that nothing else has brought: their texts, and how often words occur in them. */
interface Copies {
  readonly texts: Set<string>;
  readonly counts: Map<string, number>;
}

const KEEP: Verdict = { kind: 'keep' };
/** Judges a message of which nothing depends on texts. */
export const KEPT: Judged = { removed: false, verdict: () => KEEP };

/** Judges the texts of the messages of one reply: deltas, each text with its filter, whole texts, and copies of either. */
export function createTextVerdicts(options: TextVerdictsOptions) {
  const { rules, media, server, found, firstText, echoes, isReply } = options;
  /** For what may be anything: only what proves itself is removed. */
  const strict = { expected: () => false, isAnybodys: () => !isReply };
  const said = createRepeatedTexts();
  /** What copies alone have brought, by its words: how often at once. */
  const copied = new Map<string, number>();
  const how = {
    rules,
    expected: server.expectsMarkers,
    echoes,
    onEvidence: () => server.prove('text'),
    onKept: found.kept,
    media: media && ((line: string, isExpected: boolean) => (isExpected ? media(line) : null)),
  };

  const channels = createChannels(createChannel);
  /** The text just pushed was exactly a marker, so it is not text of the reply. */
  let injected: InjectedChunk | null = null;
  /** Channels of which something was removed. */
  const shortened = new WeakSet<Channel>();
  /** Heartbeats since text is held on suspicion of a marker. */
  let heartbeats = 0;
  /** Keys of channels of which nothing shows yet that they are text of the reply. */
  const lone = new Set<string>();
  /** Keys of those that are being generated. */
  const generated = new Set<string>();
  /** Markers that the present message has brought, and those of the present text in it; null if each text is one. */
  let inMessage: Map<string, number> | null = null;
  let inText = new Map<string, number>();

  /** Returns whether another text of the same message, which nobody knows the meaning of, has brought a marker. */
  function isMirrored({ emoji, label }: Marker): boolean {
    if (!inMessage) return false;
    const words = `${emoji} ${label}`;
    const count = (inText.get(words) ?? 0) + 1;
    inText.set(words, count);
    if (count <= (inMessage.get(words) ?? 0)) return true;
    inMessage.set(words, count);
    return false;
  }

  function createChannel(name: TextName, midLine: boolean): MarkerFilter {
    const applies = (): boolean => !lone.has(name.key);
    const expected = (): boolean => applies() && server.expectsMarkers();
    const filter = createTextFilter({
      midLine,
      rules,
      put: () => (applies() ? '' : null),
      media: media && {
        mayMatch: server.expectsMarkers,
        put: (line) => (expected() ? media(line) : null),
      },
      expected,
      echoes,
      isAnybodys: () => !isReply && name.dialect === unknown.id && !generated.has(name.key),
      onEvidence: () => server.prove('text'),
      onMarker(marker, isProof) {
        if (!isMirrored(marker)) found.inDelta(marker, isProof);
      },
      onKept: found.kept,
      onRule: found.hitInDelta,
      onText: options.onText,
      isInjected(chunk) {
        injected = found.isInjected(chunk) ? chunk : null;
        return injected !== null;
      },
    });
    return options.wrap(options.remembers() ? said.remember(filter) : filter, name);
  }

  /** @returns a function that returns what stays of the text; null while that is not decided */
  function judgeDelta(slot: TextSlot, name: TextName): () => string | null {
    const { text, known = 0, before = '' } = slot;
    const channel = channels.find(name);
    if (!channel) return () => text;
    const { filter } = channel;
    if (slot.generated) generated.add(name.key);
    if (slot.lone) lone.add(name.key);
    else lone.delete(name.key);
    if (before !== '') filter.push(before);
    const delta = text.slice(known);
    // It is a new channel: another reply has begun.
    if (filter.position() < known) filter.push(text.slice(filter.position(), known));
    const start = filter.position() - known;
    const from = start + known;
    filter.push(delta);
    if (delta !== '') {
      channels.took(channel, delta.length);
      heartbeats = 0;
      // If there are rules, they report text; a removed one is not text to them.
      if (!rules && !injected) options.onText();
    }
    injected = null;
    let kept: string | null = null;
    return () => {
      if (kept !== null) return kept;
      const to = from + delta.length;
      if (!options.cleans()) filter.spare(from, to);
      else if (filter.decided() < to) return null;
      kept = filter.kept(start, text);
      if (kept !== text) shortened.add(channel);
      // Behind what is missing, it must not look like a delta that a server injected, to whoever reads it next. Copies
      // would differ.
      const isRead = options.isReadNext && !options.remembers();
      if (isRead && shortened.has(channel) && readMarkerChunk(kept)) kept = `\n${kept}`;
      if (slot.known === undefined) filter.forget(from);
      tell(channel, kept, slot);
      return kept;
    };
  }

  /** Reports what the page gets of a text, as soon as that is known to be text of the reply. */
  function tell(channel: Channel, kept: string, { known, lone: isLone }: TextSlot): void {
    const text = (channel.early ?? '') + (known === undefined ? kept : kept.slice(channel.told));
    channel.told = known === undefined ? channel.told + kept.length : kept.length;
    channel.early = isLone ? text : '';
    if (!isLone) firstText.add(channel, text);
  }

  function suspects(): boolean {
    return channels.some((filter) => filter.suspects());
  }

  function giveUp(): void {
    channels.each((filter) => filter.giveUp());
  }

  function judgeWhole(text: string, channel: string): () => string {
    const cleaned = cleanText(text, how);
    cleaned.markers.forEach(found.inWhole);
    cleaned.hits.forEach(found.hitInWhole);
    if (options.remembers()) said.add(text, cleaned.text);
    return () => {
      const kept = options.cleans() ? cleaned.text : text;
      firstText.add(channel, kept);
      return kept;
    };
  }

  /** @param frame the copies before it in the same message */
  function judgeCopy({ text, kind }: TextSlot, frame: Copies, isUnknown: boolean): () => string {
    const known = said.find(text);
    const by = isUnknown ? strict : how;
    const cleaned = known ? null : cleanText(text, by);
    if (cleaned && kind !== 'past' && !frame.texts.has(text.trim())) {
      // A text that no delta has brought: other messages may bring it again, as a whole or in parts.
      frame.texts.add(text.trim());
      for (const marker of cleaned.markers)
        if (isNew(`${marker.emoji} ${marker.label}`, frame)) found.inWhole(marker);
      for (const hit of cleaned.hits)
        if (isNew(`${hit.rule}\n${hit.label}`, frame)) found.hitInWhole(hit);
    }
    return () =>
      options.cleans() ? (known?.() ?? cleaned?.text ?? cleanText(text, by).text) : text;
  }

  /** Returns whether something occurs more often in this message than in any before. */
  function isNew(words: string, frame: Copies): boolean {
    const count = (frame.counts.get(words) ?? 0) + 1;
    frame.counts.set(words, count);
    if (count <= (copied.get(words) ?? 0)) return false;
    copied.set(words, count);
    return true;
  }

  return {
    channels,
    judge(reading: Reading, nameOf: (channel: string) => TextName): Judged {
      const { texts = [] } = reading;
      if (texts.length === 0) return KEPT;
      const copies: Copies = { texts: new Set(), counts: new Map() };
      /** Functions that return the result for each text once it is known. */
      const pending = texts.map((slot) => {
        const name = nameOf(slot.channel);
        if (name.dialect === unknown.id) inMessage ??= new Map();
        inText = new Map();
        if (slot.kind === 'delta') return judgeDelta(slot, name);
        return slot.kind === 'whole'
          ? judgeWhole(slot.text, slot.channel)
          : judgeCopy(slot, copies, name.dialect === unknown.id);
      });
      inMessage = null;
      return { removed: false, verdict: verdictOf(reading, pending) };
    },
    /** Returns whether a text repeats what was said. */
    repeats: said.repeats,
    /** Something other than text came. @param isComment it is a comment: a heartbeat */
    release(isComment: boolean): void {
      channels.each((filter) => filter.release());
      // One heartbeat may come inside a marker that a model is writing; after the second one the stream has stalled.
      if (isComment && suspects() && ++heartbeats > 1) giveUp();
      said.turn();
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
 * @param pending for each text of the message, a function that returns what stays of it; null while that is not decided
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

/** UTF-16 units of a reply's text that are reported. */
export const MAX_REPORTED = 65_536;

/** Reports the first text of a reply, as it leaves for the page. */
export type FirstText = ReturnType<typeof createFirstText>;

/** @param report null if nobody wants the text */
export function createFirstText(report: Report | null) {
  let source: Channel | string | null = null;
  let units = 0;

  return {
    /** @param of what the text belongs to: only the first one is reported */
    add(of: Channel | string, text: string): void {
      if (!report || text === '' || units >= MAX_REPORTED) return;
      source ??= of;
      if (of !== source) return;
      const piece = text.slice(0, MAX_REPORTED - units);
      units += piece.length;
      report({ type: 'text', text: piece });
    },
    /** The next text is the first one. */
    begin(): void {
      source = null;
      units = 0;
    },
  };
}
