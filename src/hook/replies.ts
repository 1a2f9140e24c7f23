import type { PageMessage } from '../bridge/protocol.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { Progress } from '../normalizer/types.ts';
import { remember } from './bounded-map.ts';
import type { Note } from './inspect.ts';

/** One stream that tells of a reply. */
export interface ReplySource {
  /** The reply begins; again when it goes on after its end. */
  onStart(): void;
  onEnd(): void;
  onProgress(progress: Progress): void;
  onMarkerRemoved(): void;
  /** A rule took something out; it counts as a marker. */
  onRuleHit(rule: string): void;
}

/** Numbers the replies of a page and tells the bridge about them. */
export interface Replies {
  /**
   * @param message what the reply is in its chat. Several streams may tell of one message: in a direct connection of Open
   *   WebUI its text passes the page's fetch first, and comes once more over the socket.
   * @param onFound told of what is taken out
   */
  open(message: ChatMessage | null, onFound?: Note): ReplySource;
  /** This page itself asked for the message: of all the tabs that hear of it, this one counts. */
  asked(messageId: string): void;
}

interface Reply {
  readonly number: number;
  readonly message: ChatMessage | null;
  /** Streams that are under way. */
  live: number;
  /** Calls that were told of, over all streams. */
  calls: number;
}

/** Messages remembered; beyond, the oldest is forgotten. */
const MAX_MESSAGES = 200;

/**
 * @param send passes on to the bridge
 * @param cleans whether what is found in replies is taken out of them: else none counts as removed
 */
export function createReplies(send: (message: PageMessage) => void, cleans: () => boolean): Replies {
  const replies = new Map<string, Reply>();
  const own = new Map<string, true>();
  let number = 0;

  function replyOf(message: ChatMessage | null): Reply {
    const known = message && replies.get(message.messageId);
    if (known) return known;
    const reply: Reply = { number: ++number, message, live: 0, calls: 0 };
    if (message) remember(replies, message.messageId, reply, MAX_MESSAGES);
    return reply;
  }

  function open(message: ChatMessage | null, onFound?: Note): ReplySource {
    /** Made when the reply begins: most bodies are none. */
    let reply: Reply | null = null;
    let started = false;
    /** The number in the whole reply of each call of this stream. */
    const calls: number[] = [];

    function begun(): Reply {
      return (reply ??= replyOf(message));
    }

    function removed(rule: string | null): void {
      if (!cleans()) return;
      onFound?.(rule);
      send({ type: 'removed', reply: begun().number, markers: 1 });
    }

    return {
      onStart() {
        const { number, message } = begun();
        if (started) return;
        started = true;
        begun().live++;
        send({ type: 'reply-start', reply: number, message, counts: !message || own.has(message.messageId) });
      },
      onEnd() {
        if (!started) return;
        started = false;
        if (--begun().live === 0) send({ type: 'reply-end', reply: begun().number });
      },
      onProgress(progress) {
        const call = (calls[progress.call] ??= begun().calls++);
        send({ type: 'progress', reply: begun().number, progress: { ...progress, call } });
      },
      onMarkerRemoved: () => removed(null),
      onRuleHit: removed,
    };
  }

  return { open, asked: (messageId) => remember(own, messageId, true, MAX_MESSAGES) };
}
