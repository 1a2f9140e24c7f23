import type { PageMessage } from '../../bridge/protocol.ts';
import { remember } from '../../lib/bounded-map.ts';
import type { ChatMessage } from '../../normalizer/open-webui/chat-event.ts';
import { createSilence, type Silence } from '../silence.ts';

/** One reply of the page, over all its streams. */
export interface Reply {
  readonly number: number;
  readonly message: ChatMessage | null;
  /** Streams in progress. */
  live: number;
  /** Calls reported so far, over all streams. */
  calls: number;
  /** It has been silent, and the bridge was told so. */
  silent: boolean;
  /** Tells how its text begins, if its message is unknown. */
  hint: (() => void) | undefined;
  readonly silence: Silence;
}

/** Messages remembered; beyond, the oldest is dropped. */
export const MAX_MESSAGES = 200;

/** Numbers the replies of a page: all streams of one message are one. */
export type NumberedReplies = ReturnType<typeof createNumberedReplies>;

export function createNumberedReplies(send: (message: PageMessage) => void, silentAfter: number) {
  const replies = new Map<string, Reply>();
  let count = 0;

  function create(message: ChatMessage | null): Reply {
    const silence = createSilence(() => tell(reply, true), silentAfter);
    const reply: Reply = {
      number: ++count,
      message,
      live: 0,
      calls: 0,
      silent: false,
      hint: undefined,
      silence,
    };
    return reply;
  }

  function tell(reply: Reply, silent: boolean): void {
    reply.silent = silent;
    reply.hint?.();
    const kind = silent ? 'silent' : 'heard';
    send({ type: 'note', reply: reply.number, note: { kind, text: '' } });
  }

  return {
    /** @returns the reply of a message; another one each time if that is unknown */
    of(message: ChatMessage | null): Reply {
      if (!message) return create(null);
      const { messageId } = message;
      const known = replies.get(messageId);
      if (known) return known;
      const reply = create(message);
      remember(replies, messageId, reply, MAX_MESSAGES);
      return reply;
    },
    /** Something of a reply has arrived that is more than a sign of life. */
    heard(reply: Reply): void {
      reply.silence.heard();
      if (reply.silent) tell(reply, false);
    },
  };
}
