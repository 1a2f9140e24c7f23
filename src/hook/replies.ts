import type { PageMessage } from '../bridge/protocol.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import { remember } from '../lib/bounded-map.ts';
import type { Note } from './inspect.ts';

/** Receives what is found in one stream of a reply. */
export interface ReplySource {
  /**
   * Handles an event. What a rule removed counts as a marker; events that say nothing about the reply itself are
   * ignored.
   */
  report(event: ReplyEvent): void;
}

/** Numbers the replies of a page and reports them to the bridge. */
export interface Replies {
  /**
   * @param message where the reply is in its chat. Several streams may belong to one message: in a direct connection of
   * Open WebUI its text first passes the page's fetch, and then again the socket.
   * @param onFound called with each removal
   * @param question the person's message, if known
   */
  open(message: ChatMessage | null, onFound?: Note, question?: string): ReplySource;
  /** This page itself asked for the message: of all the tabs that receive it, this one counts it. */
  asked(messageId: string): void;
  /** @returns whether it did, and nothing was missed since */
  wasAsked(messageId: string): boolean;
  /** @returns whether this page asked for the message, whatever was missed since: then it is a reply */
  isOwn(messageId: string): boolean;
  /** Events may have been missed. */
  missed(): void;
}

interface Reply {
  readonly number: number;
  readonly message: ChatMessage | null;
  /** Streams in progress. */
  live: number;
  /** Calls reported so far, over all streams. */
  calls: number;
}

/**
 * UTF-16 units of a text that are enough to search for it, and those that tell it from others with the same beginning.
 */
const FEW_WORDS = 24;
const MANY_WORDS = 160;

/** Messages remembered; beyond, the oldest is dropped. */
const MAX_MESSAGES = 200;

/**
 * @param send passes a message on to the bridge
 * @param cleans returns whether findings are removed from replies; if not, none counts as removed
 */
export function createReplies(send: (message: PageMessage) => void, cleans: () => boolean): Replies {
  const replies = new Map<string, Reply>();
  /**
   * Messages that were asked for, and the number of gaps by then: after another gap, something may have been missed.
   */
  const own = new Map<string, number>();
  /** A counter of gaps, so that no Map has to be walked: once the page runs, its iterators cannot be trusted. */
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
    /** Created when the reply begins: most bodies are not one. */
    let reply: Reply | null = null;
    let started = false;
    /** For each call of this stream, its number in the whole reply. */
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
    /** The stream was received from its beginning. */
    let whole = true;

    /**
     * Sends the beginning of a text, for one purpose: to find where in the page the badges of the reply belong. So
     * never for a reply without tools, nor for one whose message is known; and three times at most.
     */
    function sendText(over: boolean): void {
      if (message || !reply || calls.length === 0 || text.length === sent) return;
      if (!over && text.length < (sent === 0 ? FEW_WORDS : MANY_WORDS)) return;
      sent = text.length;
      send({ type: 'reply-text', reply: reply.number, text });
    }

    /** Sends the question if a tool runs before there is any text: the reply will be below what the person said. */
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
