import { MARKERS, MAX_REASONS, MAX_SIDE, type InspectedFrame, type Way } from '../inspector/inspected.ts';
import type { FrameTap, SeenFrame } from '../normalizer/reply/frame-trace.ts';
import type { Batches, Gathered } from './inspected-batches.ts';
import { charCodeAt, slice } from './realm/natives.ts';
import { attempt } from './realm/overlay.ts';

/** Called for each removal from a text. @param rule its id, null for a marker */
export type Note = (rule: string | null) => void;

/** Reports on one stream. */
export interface StreamTap extends FrameTap {
  readonly note: Note;
  /** Sets the kind of server; called again if it turns out to be another. */
  server(kind: string): void;
  /**
   * Nothing more of it will be cleaned. Sent at once: on a page that has broken what we rely on, no code of ours runs
   * later.
   */
  stopped(): void;
  /** The stream has ended. */
  end(): void;
}

/** UTF-16 units shown before the first difference of texts that are too long to be shown whole. */
const CONTEXT = 1000;

/** @param address '' if unknown */
export function openTap(batches: Batches, way: Way, address: string, type: string | null): StreamTap {
  /** Assigned with the first frame: most streams are never reported. */
  let stream = 0;
  let server = '';
  /** The latest batch of this stream; null if it has none since the inspection began. */
  let news: Gathered | null = null;
  /** Rules that matched since `found` was last called. */
  let ids: string[] = [];
  /** How often inspecting had ended when `news` and `ids` were started. */
  let begun = batches.ended();
  /** The list that contains `news`: if the next message has another one, it has been sent. */
  let list: readonly Gathered[] | null = null;

  /** Discards what belongs to an earlier inspection. */
  function renew(): void {
    if (begun === batches.ended()) return;
    begun = batches.ended();
    news = null;
    ids = [];
  }

  function gather(): Gathered {
    renew();
    if (news && list === batches.list()) return news;
    list = batches.list();
    news = begin();
    batches.add(news);
    return news;
  }

  function begin(): Gathered {
    stream ||= batches.number();
    return {
      stream,
      way,
      address: pathOf(address),
      type: type ?? '',
      server,
      frames: [],
      dropped: 0,
      stopped: false,
      over: false,
    };
  }

  function add(seen: SeenFrame): void {
    const into = gather();
    const frame = excerptOf(seen);
    if (batches.reserve(frame.before.length + frame.after.length)) into.frames[into.frames.length] = frame;
    else into.dropped++;
  }

  function note(rule: string | null): void {
    renew();
    if (!batches.isOn() || ids.length === MAX_REASONS) return;
    const id = rule ?? MARKERS;
    for (let i = 0; i < ids.length; i++) if (ids[i] === id) return;
    ids[ids.length] = id;
  }

  return {
    isOpen: batches.isOn,
    note,
    found() {
      renew();
      const found = ids;
      ids = [];
      return found;
    },
    // A page may break what we rely on; the stream itself must not suffer from being watched.
    frame: (seen) => attempt(() => add(seen), undefined),
    server(kind) {
      server = kind;
      if (news) news.server = kind;
    },
    stopped: () =>
      attempt(() => {
        if (batches.isOn()) batches.sendNow({ ...begin(), stopped: true });
      }, undefined),
    end: () =>
      attempt(() => {
        renew();
        if (batches.isOn() && news) gather().over = true;
      }, undefined),
  };
}

/** @returns the path of a URL, without its query */
function pathOf(url: string): string {
  return /^(?:[a-z]+:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
}

/** Cuts a text that is too long to start shortly before the first difference. */
function excerptOf({ before, after, why }: SeenFrame): InspectedFrame {
  const longest = before.length > after.length ? before.length : after.length;
  let from = 0;
  if (longest > MAX_SIDE && before !== after) {
    while (from < longest && charCodeAt(before, from) === charCodeAt(after, from)) from++;
    from = from > CONTEXT ? from - CONTEXT : 0;
  }
  const shownBefore = slice(before, from, from + MAX_SIDE);
  const shownAfter = slice(after, from, from + MAX_SIDE);
  const cut = before.length - from - shownBefore.length + after.length - from - shownAfter.length;
  return { before: shownBefore, after: shownAfter, why, from, cut };
}
