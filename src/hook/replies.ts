import type { PageMessage } from '../bridge/protocol.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import { remember } from '../lib/bounded-map.ts';
import type { Note } from './inspect.ts';

/** Hears what is found in one stream of a reply. */
export interface ReplySource {
  /** What a rule took out counts as a marker; what says nothing of the reply itself is passed over. */
  report(event: ReplyEvent): void;
}

/** Numbers the replies of a page and tells the bridge about them. */
export interface Replies {
  /**
   * @param message what the reply is in its chat. Several streams may tell of one message: in a direct connection of Open
   *   WebUI its text passes the page's fetch first, and comes once more over the socket.
   * @param onFound called with what is taken out
   * @param question what the person said, where it is known
   */
  open(message: ChatMessage | null, onFound?: Note, question?: string): ReplySource;
  /** This page itself asked for the message: of all the tabs that receive it, this one counts. */
  asked(messageId: string): void;
  /** @returns whether it was, and nothing was missed since */
  wasAsked(messageId: string): boolean;
  /** @returns whether this page asked for the message, whatever was missed since: it is a reply */
  isOwn(messageId: string): boolean;
  /** What came since may have been missed. */
  missed(): void;
}

interface Reply {
  readonly number: number;
  readonly message: ChatMessage | null;
  /** Streams that are under way. */
  live: number;
  /** Reported calls, over all streams. */
  calls: number;
}

/** Units of a text that are enough to look for it, and those that tell it from others that begin alike. */
const FEW_WORDS = 24;
const MANY_WORDS = 160;

/** Messages remembered; beyond, the oldest is forgotten. */
const MAX_MESSAGES = 200;

/**
 * @param send passes on to the bridge
 * @param cleans whether what is found in replies is taken out of them: else none counts as removed
 */
export function createReplies(send: (message: PageMessage) => void, cleans: () => boolean): Replies {
  const replies = new Map<string, Reply>();
  /** Messages that were asked for, and the gap they came after: behind another one, something may have been missed. */
  const own = new Map<string, number>();
  /** Grows with each gap: no iterator of a map is ours to trust once the page runs. */
  let gaps = 0;
  let number = 0;

  function replyOf(message: ChatMessage | null): Reply {
    const known = message && replies.get(message.messageId);
    if (known) return known;
    const reply: Reply = { number: ++number, message, live: 0, calls: 0 };
    if (message) remember(replies, message.messageId, reply, MAX_MESSAGES);
    return reply;
  }

  function open(message: ChatMessage | null, onFound?: Note, question = ''): ReplySource {
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

    /** How the text of this stream begins, and how much of that was sent. */
    let text = '';
    let sent = 0;
    /** From its beginning on, all of it was heard. */
    let whole = true;

    /**
     * The beginning of a text goes up for one purpose: to find in the page where the badges of the reply belong. So none of
     * a reply without tools, nor of one whose message is known; and three times at most.
     */
    function sendText(over: boolean): void {
      if (message || !reply || calls.length === 0 || text.length === sent) return;
      if (!over && text.length < (sent === 0 ? FEW_WORDS : MANY_WORDS)) return;
      sent = text.length;
      send({ type: 'reply-text', reply: reply.number, text });
    }

    /** A tool that runs before there is any text: the reply will be below what the person said. Sent for the same purpose. */
    function sendQuestion(): void {
      if (message || calls.length > 0 || question === '' || text.length >= FEW_WORDS) return;
      send({ type: 'reply-question', reply: begun().number, text: question.slice(0, MANY_WORDS) });
    }

    function start(joined: boolean): void {
      const { number, message } = begun();
      if (joined) whole = false;
      if (started) return;
      started = true;
      begun().live++;
      send({
        type: 'reply-start',
        reply: number,
        message,
        counts: !message || own.has(message.messageId),
        ...(joined && JOINED),
      });
    }

    function end(): void {
      if (!started) return;
      started = false;
      sendText(true);
      if (--begun().live === 0) send({ type: 'reply-end', reply: begun().number });
    }

    function changed(progress: Progress): void {
      sendQuestion();
      const call = (calls[progress.call] ??= begun().calls++);
      send({ type: 'progress', reply: begun().number, progress: { ...progress, call } });
      sendText(false);
    }

    function begins(piece: string): void {
      if (message || !whole || text.length >= MANY_WORDS) return;
      text += piece;
      sendText(false);
    }

    return {
      report(event) {
        if (event.type === 'start') start(event.joined === true);
        else if (event.type === 'end') end();
        else if (event.type === 'progress') changed(event.progress);
        else if (event.type === 'text') begins(event.text);
        else if (event.type === 'marker') removed(null);
        else if (event.type === 'rule') removed(event.rule);
      },
    };
  }

  return {
    open,
    asked: (messageId) => remember(own, messageId, gaps, MAX_MESSAGES),
    wasAsked: (messageId) => own.get(messageId) === gaps,
    isOwn: (messageId) => own.has(messageId),
    missed() {
      gaps++;
    },
  };
}

const JOINED = { joined: true } as const;
