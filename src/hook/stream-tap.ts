import type { PageMessage } from '../bridge/protocol.ts';
import {
  BATCHES_PER_SECOND,
  MARKERS,
  MAX_MESSAGE,
  MAX_REASONS,
  MAX_SIDE,
  type InspectedFrame,
  type InspectedStream,
  type Way,
} from '../inspector/inspected.ts';
import type { SeenFrame } from '../normalizer/reply/frame-trace.ts';
import { charCodeAt, slice, startTimer, stopTimer } from './realm/natives.ts';
import { attempt } from './realm/overlay.ts';

/** Called for each removal from a text. @param rule its id, null for a marker */
export type Note = (rule: string | null) => void;

/** Reports on one stream. */
export type StreamTap = ReturnType<typeof createTap>;

/** What was seen of one stream, while it is still being collected for the next message. */
type Gathered = { -readonly [K in keyof InspectedStream]: InspectedStream[K] } & {
  readonly frames: InspectedFrame[];
};

/** UTF-16 units shown before the first difference of texts that are too long to be shown whole. */
const CONTEXT = 1000;

/** Milliseconds from a frame to the message that carries it and all that arrived meanwhile. */
const SEND_AFTER = 1000 / BATCHES_PER_SECOND;

/** What is collected of all streams of a page for the next message. */
interface Collected {
  isOn: boolean;
  /** How often inspecting has ended: what is known of a stream from before is discarded. */
  ended: number;
  /** The number of the latest stream. */
  number: number;
  /** The streams of the next message; another list means that the one before was sent. */
  gathered: Gathered[];
  /** UTF-16 units that still fit into it. */
  room: number;
  timer: number;
  readonly send: (message: PageMessage) => void;
}

/**
 * Collects what is inspected, and sends it to the bridge a few times per second; nothing while
 * nobody inspects.
 * @param send passes a message on to the bridge
 */
export function createTaps(send: (message: PageMessage) => void) {
  const all: Collected = {
    isOn: false,
    ended: 0,
    number: 0,
    gathered: [],
    room: MAX_MESSAGE,
    timer: 0,
    send,
  };

  return {
    isOn: (): boolean => all.isOn,
    set(on: boolean): void {
      all.isOn = on;
      if (on) return;
      stopTimer(all.timer);
      clear(all);
      all.ended++;
    },
    /** @param address '' if unknown */
    open: (way: Way, address: string, type: string | null): StreamTap =>
      createTap(all, way, address, type),
  };
}

function sendAll(all: Collected): void {
  const streams: readonly InspectedStream[] = all.gathered;
  clear(all);
  if (all.isOn) all.send({ type: 'inspected', streams });
}

function clear(all: Collected): void {
  all.timer = 0;
  all.gathered = [];
  all.room = MAX_MESSAGE;
}

/** Adds a stream to the next message, which is sent soon. */
function collect(all: Collected, stream: Gathered): void {
  if (all.timer === 0) all.timer = startTimer(() => sendAll(all), SEND_AFTER);
  all.gathered[all.gathered.length] = stream;
}

function createTap(all: Collected, way: Way, address: string, type: string | null) {
  /** Assigned with the first frame: most streams are never reported. */
  let stream = 0;
  let server = '';
  /** The latest batch of this stream; null if it has none since the inspection began. */
  let news: Gathered | null = null;
  /** Rules that matched since `found` was last called. */
  let ids: string[] = [];
  /** How often inspecting had ended when `news` and `ids` were started. */
  let begun = all.ended;
  /** The list that contains `news`. */
  let list: readonly Gathered[] | null = null;

  /** Discards what belongs to an earlier inspection. */
  function renew(): void {
    if (begun === all.ended) return;
    begun = all.ended;
    news = null;
    ids = [];
  }

  function gather(): Gathered {
    renew();
    if (news && list === all.gathered) return news;
    list = all.gathered;
    news = begin();
    collect(all, news);
    return news;
  }

  function begin(): Gathered {
    stream ||= ++all.number;
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
    const units = frame.before.length + frame.after.length;
    if (units > all.room) return void into.dropped++;
    all.room -= units;
    into.frames[into.frames.length] = frame;
  }

  function note(rule: string | null): void {
    renew();
    if (!all.isOn || ids.length === MAX_REASONS) return;
    const id = rule ?? MARKERS;
    for (let i = 0; i < ids.length; i++) if (ids[i] === id) return;
    ids[ids.length] = id;
  }

  return {
    isOpen: (): boolean => all.isOn,
    note,
    found(): readonly string[] {
      renew();
      const found = ids;
      ids = [];
      return found;
    },
    // A page may break what we rely on; the stream itself must not suffer from being watched.
    frame: (seen: SeenFrame): void => attempt(() => add(seen), undefined),
    /** Sets the kind of server; called again if it turns out to be another. */
    server(kind: string): void {
      server = kind;
      if (news) news.server = kind;
    },
    /**
     * Nothing more of it will be cleaned. Sent at once: on a page that has broken what we rely on,
     * no code of ours runs later.
     */
    stopped: (): void =>
      attempt(() => {
        if (all.isOn) all.send({ type: 'inspected', streams: [{ ...begin(), stopped: true }] });
      }, undefined),
    /** The stream has ended. */
    end: (): void =>
      attempt(() => {
        renew();
        if (all.isOn && news) gather().over = true;
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
