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

/** Called with what is taken out of a text. @param rule its id, null for a marker */
export type Note = (rule: string | null) => void;

/** Tells of one stream. */
export interface StreamTap extends FrameTap {
  readonly note: Note;
  /** What kind of server speaks; again when that proves to be another. */
  server(kind: string): void;
  /** Nothing more of it is cleaned. Told at once: on a page that has broken what we rely on, nothing of ours runs later. */
  stopped(): void;
  /** Nothing more comes. */
  end(): void;
}

/** Tells the bridge of streams, frame by frame, while somebody inspects them; otherwise it keeps nothing and sends nothing. */
export interface Inspector {
  set(on: boolean): void;
  /** @param address '' where it is not known */
  open(way: Way, address: string, type: string | null): StreamTap;
  /** @param make given what the socket is to tell of each removal, while it reads the packet, and when it cleans no more */
  watchSocket(url: string, make: (note: Note, stopped: () => void) => SocketTransform): SocketTransform;
  /** @param make as for sockets */
  watchEvents(make: (note: Note, stopped: () => void) => EventTransform): EventTransform;
  /** Of what is taken out of requests nobody tells which rule it was. */
  request(before: string, after: string): void;
}

/** What goes to the bridge, while it is still gathered. */
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

/** Milliseconds from a frame to the message that tells of it and of all that came meanwhile. */
const SEND_AFTER = 1000 / BATCHES_PER_SECOND;
/** Units shown before the first difference of texts that are too long to be shown whole. */
const CONTEXT = 1000;

/** @param send passes on to the bridge */
export function createInspector(send: (message: PageMessage) => void): Inspector {
  let isOn = false;
  /** Counts how often inspecting ended: what is known of a stream from before is forgotten. */
  let ended = 0;
  let number = 0;
  let gathered: Gathered[] = [];
  /** Units that still fit into the next message. */
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
    /** Given with the first frame: most streams are never reported. */
    let stream = 0;
    let server = '';
    /** Reported since it began, or since the inspecting began. */
    let news: Gathered | null = null;
    /** What was found since somebody asked. */
    let ids: string[] = [];
    /** `ended` when both were begun. */
    let begun = ended;
    /** Where `news` waits: once that is another list, it was sent. */
    let list: Gathered[] | null = null;

    /** Forgets what is of an earlier inspecting. */
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
      // A page may break what we rely on; the stream itself must not suffer for being watched.
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

  /** What was noted is of this text alone: it was read in one go. */
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

/** The event as a server would have written it. */
function eventText(event: string | null, data: string): string {
  let text = event === null ? 'data: ' : `event: ${event}\ndata: `;
  for (let i = 0; i < data.length; i++) text += data[i] === '\n' ? '\ndata: ' : data[i];
  return `${text}\n\n`;
}

/** @returns the path of an address, without query */
function pathOf(url: string): string {
  return /^(?:[a-z]+:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
}

/** What is too long is shown from a little before the first difference on. */
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
