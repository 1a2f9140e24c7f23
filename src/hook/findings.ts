import type { PageMessage } from '../bridge/protocol.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import { startSheltered } from './transports/shelter.ts';

/** Hears what is found in one body, or in requests. */
export interface FindingsListener {
  /** Counts repairs, messages that went and unknown events, under the server that was reported; all else is passed over. */
  report(event: ReplyEvent): void;
  /** Called with how many bytes came and did not go on; a body that grew, with a number below zero, counts for nothing. */
  onBytes(bytes: number): void;
}

type Counted = Record<string, number>;

/** What goes to the bridge, while it is still counted. */
interface News {
  readonly type: 'findings';
  server: string;
  readonly repairs: Counted;
  events: number;
  readonly unknown: Counted;
  bytes: number;
}

/** Milliseconds from a finding to the message that tells of it and of all that came meanwhile. */
const SEND_AFTER = 1000;
/** Names of unknown events reported of one body at once; the other side takes no more. */
const MAX_NAMES = 20;

/**
 * Gathers what is found in all bodies of a page. A finding costs one increment; messages go once a second at most, one
 * for each kind of server, however many bodies there are. The last one comes within a second after the end of a body,
 * when its kind is known for sure.
 * @param send passes on to the bridge
 * @returns a function that makes the listener of one body; what is found elsewhere, as in requests, takes one of its own
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
    /** Names of unknown events in `last`. */
    let names = 0;
    let last: News | null = null;
    /** Where `last` waits: once that is another list, it is sent. */
    let list: News[] | null = null;

    function news(): News {
      if (last && list === waiting) return last;
      list = waiting;
      names = 0;
      if (list.length === 0) startSheltered(sendAll, SEND_AFTER);
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

/** Without prototype: a server names its events as it likes, and a page puts what it likes on prototypes. */
function bare<T = number>(): Record<string, T> {
  return { __proto__: null } as unknown as Record<string, T>;
}

function add(counts: Counted, name: string, more = 1): void {
  counts[name] = (counts[name] ?? 0) + more;
}
