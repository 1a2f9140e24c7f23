import type { PageMessage } from '../bridge/protocol.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import { startTimer } from './realm/natives.ts';

/** Receives what is found in one body, or in requests. */
export interface FindingsListener {
  /**
   * Counts repairs, removed messages and unknown events, under the server that was reported; everything else is
   * ignored.
   */
  report(event: ReplyEvent): void;
  /** Called with how many bytes were removed; a negative number, from a body that grew, is ignored. */
  onBytes(bytes: number): void;
}

type Counted = Record<string, number>;

/** A message to the bridge while it is still being counted. */
interface News {
  readonly type: 'findings';
  server: string;
  readonly repairs: Counted;
  events: number;
  readonly unknown: Counted;
  bytes: number;
}

/** Milliseconds from a finding to the message that reports it and everything since. */
const SEND_AFTER = 1000;
/** Most names of unknown events reported of one body at once; the other side accepts no more. */
const MAX_NAMES = 20;

/**
 * Collects what is found in all bodies of a page. A finding costs one increment; there is at most one message a second
 * for each kind of server, however many bodies there are. The last one is sent within a second after the end of a body,
 * when its kind is known for certain.
 * @param send passes a message on to the bridge
 * @returns a function that creates the listener of one body; findings elsewhere, as in requests, need a separate
 * listener
 */
export function createFindings(send: (message: PageMessage) => void): () => FindingsListener {
  /** What was not sent yet, by bodies; a timer runs while there is any. */
  let waiting: News[] = [];

  function sendAll(): void {
    const sums = bare<News>();
    for (let i = 0; i < waiting.length; i++) addNews(sums, waiting[i] as News);
    waiting = [];
    for (const server in sums) send(sums[server] as News);
  }

  return () => {
    let server = '';
    /** Number of names of unknown events in `last`. */
    let names = 0;
    let last: News | null = null;
    /** The list that contains `last`: if `waiting` is another one, it has been sent. */
    let list: News[] | null = null;

    function news(): News {
      if (last && list === waiting) return last;
      list = waiting;
      names = 0;
      if (list.length === 0) startTimer(sendAll, SEND_AFTER);
      return (list[list.length] = last =
        { type: 'findings', server, repairs: bare(), events: 0, unknown: bare(), bytes: 0 });
    }

    function countUnknown(name: string): void {
      const { unknown } = news();
      if (name in unknown || names++ < MAX_NAMES) add(unknown, name);
    }

    return {
      report(event) {
        if (event.type === 'server') {
          server = event.server;
          if (last) last.server = server;
        } else if (event.type === 'repair') add(news().repairs, event.id);
        else if (event.type === 'event') news().events++;
        else if (event.type === 'unknown-event') countUnknown(event.name);
      },
      onBytes(bytes) {
        if (bytes > 0) news().bytes += bytes;
      },
    };
  };
}

function addNews(sums: Record<string, News>, news: News): void {
  const sum = (sums[news.server] ??= news);
  if (sum === news) return;
  sum.events += news.events;
  sum.bytes += news.bytes;
  for (const id in news.repairs) add(sum.repairs, id, news.repairs[id]);
  for (const name in news.unknown) add(sum.unknown, name, news.unknown[name]);
}

/**
 * Creates a dictionary without a prototype: a server chooses the names of its events, and a page what is on prototypes.
 */
function bare<T = number>(): Record<string, T> {
  return { __proto__: null } as unknown as Record<string, T>;
}

function add(counts: Counted, name: string, more = 1): void {
  counts[name] = (counts[name] ?? 0) + more;
}
