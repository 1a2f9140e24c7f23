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
import type { FrameTap, SeenFrame } from '../normalizer/reply/frame-trace.ts';
import type { EventTransform, SocketTransform } from './transports/traffic.ts';
import { charCodeAt, slice, stopTimer } from './realm/natives.ts';
import { attempt } from './realm/overlay.ts';
import { startSheltered } from './transports/shelter.ts';

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

/** Sends streams to the bridge, frame by frame, while somebody inspects them; otherwise it keeps and sends nothing. */
export interface Inspector {
  set(on: boolean): void;
  /** @param address '' if unknown */
  open(way: Way, address: string, type: string | null): StreamTap;
  /**
   * @param make creates the socket's transform; it calls the first argument for each removal while it reads a packet,
   * the second when it stops cleaning
   */
  watchSocket(url: string, make: (note: Note, stopped: () => void) => SocketTransform): SocketTransform;
  /** @param make as for sockets */
  watchEvents(make: (note: Note, stopped: () => void) => EventTransform): EventTransform;
  /** Reports a request. Which rules changed it is unknown. */
  request(before: string, after: string): void;
}

/** A message to the bridge while it is still being collected. */
interface Gathered {
  readonly stream: number;
  readonly way: Way;
  readonly address: string;
  readonly type: string;
  server: string;
  readonly frames: InspectedFrame[];
  dropped: number;
  stopped: boolean;
  over: boolean;
}

/** Milliseconds from a frame to the message that carries it and all that arrived meanwhile. */
const SEND_AFTER = 1000 / BATCHES_PER_SECOND;
/** UTF-16 units shown before the first difference of texts that are too long to be shown whole. */
const CONTEXT = 1000;

/** @param send passes a message on to the bridge */
export function createInspector(send: (message: PageMessage) => void): Inspector {
  let isOn = false;
  /** How often inspecting has ended; what is known of a stream from before is discarded. */
  let ended = 0;
  let number = 0;
  let gathered: Gathered[] = [];
  /** UTF-16 units that still fit into the next message. */
  let room = MAX_MESSAGE;
  let timer = 0;

  function sendAll(): void {
    timer = 0;
    const streams: readonly InspectedStream[] = gathered;
    gathered = [];
    room = MAX_MESSAGE;
    if (isOn) send({ type: 'inspected', streams });
  }

  function set(on: boolean): void {
    isOn = on;
    if (on) return;
    stopTimer(timer);
    timer = 0;
    gathered = [];
    room = MAX_MESSAGE;
    ended++;
  }

  function open(way: Way, url: string, type: string | null): StreamTap {
    /** Assigned with the first frame: most streams are never reported. */
    let stream = 0;
    let server = '';
    /** The latest batch of this stream; null if it has none since the inspection began. */
    let news: Gathered | null = null;
    /** Rules that matched since `found` was last called. */
    let ids: string[] = [];
    /** `ended` as it was when `news` and `ids` were started. */
    let begun = ended;
    /** The list that contains `news`: if `gathered` is another one, it has been sent. */
    let list: Gathered[] | null = null;

    /** Discards what belongs to an earlier inspection. */
    function renew(): void {
      if (begun === ended) return;
      begun = ended;
      news = null;
      ids = [];
    }

    function gather(): Gathered {
      renew();
      if (news && list === gathered) return news;
      list = gathered;
      stream ||= ++number;
      if (timer === 0) timer = startSheltered(sendAll, SEND_AFTER);
      return (list[list.length] = news = begin());
    }

    function begin(): Gathered {
      return {
        stream,
        way,
        address: pathOf(url),
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
      const size = frame.before.length + frame.after.length;
      if (size > room) {
        into.dropped++;
        return;
      }
      room -= size;
      into.frames[into.frames.length] = frame;
    }

    function note(rule: string | null): void {
      renew();
      if (!isOn || ids.length === MAX_REASONS) return;
      const id = rule ?? MARKERS;
      for (let i = 0; i < ids.length; i++) if (ids[i] === id) return;
      ids[ids.length] = id;
    }

    return {
      isOpen: () => isOn,
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
          if (!isOn) return;
          stream ||= ++number;
          send({ type: 'inspected', streams: [{ ...begin(), stopped: true }] });
        }, undefined),
      end: () =>
        attempt(() => {
          renew();
          if (isOn && news) gather().over = true;
        }, undefined),
    };
  }

  /** Reports a text that was read in one go, so everything noted since belongs to it. */
  function watch(tap: StreamTap, before: string, after: string): string {
    if (!isOn) return after;
    const why = tap.found();
    if (before === after) tap.frame({ before, after, why: NO_REASONS });
    else tap.frame({ before, after, why: why.length > 0 ? why : [MARKERS] });
    return after;
  }

  return {
    set,
    open,
    watchSocket(url, make) {
      const tap = open('socket', url, null);
      const socket = make(tap.note, tap.stopped);
      return {
        ...socket,
        receive: (packet) => watch(tap, packet, socket.receive(packet)),
        receivePayload: (payload) => watch(tap, payload, socket.receivePayload(payload)),
      };
    },
    watchEvents(make) {
      const tap = open('events', '', 'text/event-stream');
      const events = make(tap.note, tap.stopped);
      return {
        ...events,
        receive(event, data) {
          const shown = events.receive(event, data);
          if (isOn) watch(tap, eventText(event, data), eventText(event, shown));
          return shown;
        },
        end() {
          events.end();
          tap.end();
        },
      };
    },
    request(before, after) {
      if (!isOn) return;
      const tap = open('request', '', 'application/json');
      watch(tap, before, after);
      tap.end();
    },
  };
}

const NO_REASONS: readonly string[] = [];

/** Returns the event as a server would have written it. */
function eventText(event: string | null, data: string): string {
  let text = event === null ? 'data: ' : `event: ${event}\ndata: `;
  for (let i = 0; i < data.length; i++) text += data[i] === '\n' ? '\ndata: ' : data[i];
  return `${text}\n\n`;
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
