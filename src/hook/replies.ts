import type { PageMessage } from '../bridge/protocol.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import { findWrittenCall } from '../normalizer/text/written-calls.ts';
import type {
  Note as AgentNote,
  Progress,
  Question,
} from '../normalizer/progress/progress-types.ts';
import { remember } from '../lib/bounded-map.ts';
import { SILENT_AFTER } from '../lib/silent-after.ts';
import { createPlaceHints } from './place-hints.ts';
import type { Way } from '../inspector/inspected.ts';
import { attempt } from './realm/overlay.ts';
import { createSilence, type Silence } from './silence.ts';
import type { Note } from './stream-tap.ts';

/** Receives what is found in one stream of a reply. */
export type ReplySource = ReturnType<Replies['open']>;

/** Numbers the replies of a page and reports them to the bridge. */
export type Replies = ReturnType<typeof createReplies>;

interface Reply {
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
const MAX_MESSAGES = 200;
/** Connections of which it is remembered that they may carry several replies; a page has one. */
const MAX_ENDLESS = 20;

/**
 * @param send passes a message on to the bridge
 * @param cleans returns whether findings are removed from replies; if not, none counts as removed
 * @param silentAfter milliseconds
 */
export function createReplies(
  send: (message: PageMessage) => void,
  cleans: () => boolean,
  silentAfter = SILENT_AFTER,
) {
  const replies = new Map<string, Reply>();
  /**
   * Messages that were asked for, and the number of gaps by then: after another gap, something may have been missed.
   */
  const own = new Map<string, number>();
  /** What parts the replies of streams that may carry several without a word between them. */
  let endless: readonly (() => void)[] = [];
  /** A counter of gaps, so that no Map has to be walked: once the page runs, its iterators cannot be trusted. */
  let gaps = 0;
  let number = 0;
  /** It was told that replies come in markup. */
  let isRendered = false;

  function replyOf(message: ChatMessage | null): Reply {
    const known = message && replies.get(message.messageId);
    if (known) return known;
    const silence = createSilence(() => tell(reply, true), silentAfter);
    const reply: Reply = {
      number: ++number,
      message,
      live: 0,
      calls: 0,
      silent: false,
      hint: undefined,
      silence,
    };
    if (message) remember(replies, message.messageId, reply, MAX_MESSAGES);
    return reply;
  }

  function tell(reply: Reply, silent: boolean): void {
    reply.silent = silent;
    reply.hint?.();
    send({
      type: 'note',
      reply: reply.number,
      note: { kind: silent ? 'silent' : 'heard', text: '' },
    });
  }

  /** A page sends many. */
  function rendered(): void {
    if (!isRendered) send({ type: 'unread', rendered: true });
    isRendered = true;
  }

  function open(
    message: ChatMessage | null,
    onFound?: Note,
    way?: Way,
    toolsOf: () => readonly string[] = () => [],
    onPart?: () => void,
  ) {
    /** Created when the reply begins: most bodies are not one. */
    let reply: Reply | null = null;
    let started = false;
    /** Silence may be its end. */
    let isEndless = false;
    /** A person has said something since it began: what is found next belongs to another reply. */
    let isParted = false;
    /** For each call of this stream, its reply, and its number in that. */
    const calls: { readonly owner: Reply; readonly call: number }[] = [];
    const placeHints = () => (message ? null : createPlaceHints(send, () => begun().number));
    let place = placeHints();
    /** What is known of the text. */
    let said = '';

    function begun(): Reply {
      if (isParted) {
        isParted = false;
        reply = null;
        start(false, true);
      }
      return (reply ??= replyOf(message));
    }

    /** Ends the reply, or what has come since the last time. */
    function part(): void {
      if (started) end();
      isParted = true;
      place = placeHints();
      onPart?.();
    }

    function removed(rule: string | null): void {
      if (!cleans()) return;
      onFound?.(rule);
      send({ type: 'removed', reply: begun().number, markers: 1 });
    }

    function start(joined: boolean, mayGoOn: boolean): void {
      const { number, message } = begun();
      if (joined) place?.join();
      if (started) return;
      started = true;
      begun().live++;
      begun().hint = place?.tool;
      isEndless = mayGoOn;
      if (!isEndless) begun().silence.begin();
      send({
        type: 'reply-start',
        reply: number,
        message,
        counts: !message || own.has(message.messageId),
        ...(joined && JOINED),
        ...(way && { way }),
      });
    }

    function end(): void {
      if (!started) return;
      const options = { hasCalls: hasCalls() };
      if (attempt(() => findWrittenCall(said, toolsOf(), options), null)) noted(WRITTEN);
      said = '';
      started = false;
      place?.end();
      if (!isEndless) begun().silence.end();
      if (--begun().live === 0) send({ type: 'reply-end', reply: begun().number });
    }

    function hasCalls(): boolean {
      return calls.some(({ owner }) => owner === reply);
    }

    function changed(progress: Progress): void {
      const known = calls[progress.call];
      const { owner, call } = known ?? { owner: begun(), call: begun().calls++ };
      calls[progress.call] = { owner, call };
      if (owner === reply && !isParted) place?.tool();
      const { question } = progress;
      const told =
        question?.answeredBy === 'you' && way !== 'response'
          ? nobodyHears(progress, question)
          : progress;
      send({ type: 'progress', reply: owner.number, progress: { ...told, call } });
    }

    function wrote(text: string): void {
      place?.text(text);
      said += text;
    }

    function noted(note: AgentNote): void {
      // Most replies say so: alone it is no reason for a badge.
      if (note.kind === 'tokens' && !hasCalls()) return;
      place?.tool();
      send({ type: 'note', reply: begun().number, note });
    }

    return {
      /**
       * Handles an event. What a rule removed counts as a marker; events that say nothing about the reply itself are
       * ignored.
       */
      report(event: ReplyEvent): void {
        if (event.type === 'start') {
          if (event.endless) endless = endless.concat([part]).slice(-MAX_ENDLESS);
          start(event.joined === true, event.endless === true);
        } else if (event.type === 'end') {
          endless = endless.filter((one) => one !== part);
          end();
        } else if (event.type === 'progress') changed(event.progress);
        else if (event.type === 'note') noted(event.note);
        else if (event.type === 'text') wrote(event.text);
        else if (event.type === 'marker') removed(null);
        else if (event.type === 'rule') removed(event.rule);
        else if (event.type === 'grows') send({ type: 'reply-expected', read: true });
        else if (event.type === 'rendered') rendered();
      },
      /** Something of it has arrived that is more than a sign of life. */
      heard(): void {
        reply?.silence.heard();
        if (reply?.silent) tell(reply, false);
      },
    };
  }

  return {
    /**
     * @param message where the reply is in its chat. Several streams may belong to one message: in a direct connection of
     * Open WebUI its text first passes the page's fetch, and then again the socket.
     * @param onFound called with each removal
     * @param way how it travels; answers can be passed on to the agent of a response
     * @param toolsOf returns the names of the tools that its model may call
     * @param onPart called when a person has said something while it was in progress, without a sign of its end
     */
    open,
    /** This page has asked for a reply whose message is unknown. */
    expect: (): void => send({ type: 'reply-expected' }),
    /** Returns whether a stream may carry several replies without a word between them. */
    isEndless: (): boolean => endless.length > 0,
    /** A person has said something: such streams go on with another reply. */
    turn(): void {
      for (let i = 0; i < endless.length; i++) endless[i]?.();
    },
    /** This page itself asked for the message: of all the tabs that receive it, this one counts it. */
    asked: (messageId: string): void => remember(own, messageId, gaps, MAX_MESSAGES),
    /** @returns whether it did, and nothing was missed since */
    wasAsked: (messageId: string): boolean => own.get(messageId) === gaps,
    /** @returns whether this page asked for the message, whatever was missed since: then it is a reply */
    isOwn: (messageId: string): boolean => own.has(messageId),
    /** Events may have been missed. */
    missed(): void {
      gaps++;
    },
  };
}

function nobodyHears(progress: Progress, question: Question): Progress {
  return { ...progress, question: { ...question, answeredBy: 'elsewhere' } };
}

const WRITTEN: AgentNote = { kind: 'written', text: '' };

const JOINED = { joined: true } as const;
