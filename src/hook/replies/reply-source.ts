import type { PageMessage } from '../../bridge/protocol.ts';
import type { Way } from '../../inspector/inspected.ts';
import type { ChatMessage } from '../../normalizer/open-webui/chat-event.ts';
import type { Note as AgentNote, Progress } from '../../normalizer/progress/progress-types.ts';
import type { ReplyEvent } from '../../normalizer/reply/reply-event.ts';
import { findWrittenCall } from '../../normalizer/text/written-calls.ts';
import { createPlaceHints } from '../place-hints.ts';
import { attempt } from '../realm/overlay.ts';
import type { Note } from '../stream-tap.ts';
import type { EndlessStreams } from './endless-streams.ts';
import type { NumberedReplies, Reply } from './numbered-replies.ts';
import { createSightings } from './sightings.ts';

/** What all streams of a page have in common. */
export interface PageReplies {
  readonly replies: NumberedReplies;
  readonly endless: EndlessStreams;
  /** Passes a message on to the bridge. */
  readonly send: (message: PageMessage) => void;
  /** Returns whether findings are removed from replies; if not, none counts as removed. */
  readonly cleans: () => boolean;
  /** Returns whether this page itself asked for a message. */
  readonly isOwn: (messageId: string) => boolean;
  /** Replies of this page come in markup. */
  readonly rendered: () => void;
}

/** What is known of one stream. */
export interface SourceOptions {
  /** Where the reply is in its chat; null if that is unknown. */
  readonly message: ChatMessage | null;
  /** Called with each removal. */
  readonly onFound: Note | undefined;
  /** How it travels; answers can be passed on to the agent of a response. */
  readonly way: Way | undefined;
  /** Returns the names of the tools that its model may call. */
  readonly toolsOf: () => readonly string[];
  /**
   * Called when a person has said something while it was in progress, without a sign of its end.
   */
  readonly onPart: (() => void) | undefined;
}

/** Reports what is found in one stream as part of a reply. */
export function createReplySource(page: PageReplies, options: SourceOptions) {
  const { replies, endless, send } = page;
  const { message, way } = options;
  /** Created when the reply begins: most bodies are not one. */
  let reply: Reply | null = null;
  let started = false;
  /** Silence may be its end. */
  let isEndless = false;
  /** A person has said something since it began: what is found next belongs to another reply. */
  let isParted = false;
  const calls = createStreamCalls();
  const placeHints = () => (message ? null : createPlaceHints(send, () => begun().number));
  let place = placeHints();
  const sightings = createSightings(send);
  /** What is known of the text. */
  let said = '';

  function begun(): Reply {
    if (isParted) {
      isParted = false;
      reply = null;
      start(false, true);
    }
    return (reply ??= replies.of(message));
  }

  /** Ends the reply, or what has come since the last time. */
  function part(): void {
    if (started) end();
    isParted = true;
    place = placeHints();
    options.onPart?.();
  }

  function removed(rule: string | null): void {
    if (!page.cleans()) return;
    options.onFound?.(rule);
    send({ type: 'removed', reply: begun().number, markers: 1 });
  }

  function start(joined: boolean, mayGoOn: boolean): void {
    const begins = begun();
    if (joined) place?.join();
    if (started) return;
    started = true;
    begins.live++;
    begins.hint = place?.tool;
    isEndless = mayGoOn;
    if (!isEndless) begins.silence.begin();
    send({
      type: 'reply-start',
      reply: begins.number,
      message: begins.message,
      counts: !begins.message || page.isOwn(begins.message.messageId),
      ...(joined && JOINED),
      ...(way && { way }),
    });
    sightings.begin(begins.number);
  }

  function end(): void {
    if (!started) return;
    if (hasWrittenCall(said, options.toolsOf, calls.has(reply))) noted(WRITTEN);
    said = '';
    started = false;
    place?.end();
    const ends = begun();
    if (!isEndless) ends.silence.end();
    if (--ends.live === 0) send({ type: 'reply-end', reply: ends.number });
  }

  function changed(progress: Progress): void {
    const { owner, call } = calls.of(progress.call, begun);
    if (owner === reply && !isParted) place?.tool();
    const told = way === 'response' ? progress : unanswered(progress);
    send({ type: 'progress', reply: owner.number, progress: { ...told, call } });
  }

  function wrote(text: string): void {
    place?.text(text);
    said += text;
  }

  function noted(note: AgentNote): void {
    // Most replies say so: alone it is no reason for a badge.
    if (note.kind === 'tokens' && !calls.has(reply)) return;
    place?.tool();
    send({ type: 'note', reply: begun().number, note });
  }

  return {
    /**
     * Handles an event. What a rule removed counts as a marker; events that say nothing about the
     * reply itself are ignored.
     */
    report(event: ReplyEvent): void {
      if (event.type === 'start') {
        if (event.endless) endless.add(part);
        start(event.joined === true, event.endless === true);
      } else if (event.type === 'end') {
        endless.remove(part);
        end();
      } else if (event.type === 'progress') changed(event.progress);
      else if (event.type === 'note') noted(event.note);
      else if (event.type === 'text') wrote(event.text);
      else if (event.type === 'marker') removed(null);
      else if (event.type === 'rule') removed(event.rule);
      else if (event.type === 'grows') send({ type: 'reply-expected', read: true });
      else if (event.type === 'rendered') page.rendered();
      else sightings.add(event);
    },
    /** Something of it has arrived that is more than a sign of life. */
    heard(): void {
      if (reply) replies.heard(reply);
    },
  };
}

/**
 * The calls of one stream, each with its reply, and its number in that: the stream may go on in
 * another reply.
 */
function createStreamCalls() {
  const calls: { readonly owner: Reply; readonly call: number }[] = [];

  return {
    /** @param begun returns the reply that a new call belongs to */
    of(call: number, begun: () => Reply) {
      return (calls[call] ??= { owner: begun(), call: begun().calls++ });
    },
    /** Returns whether a reply has any of them. */
    has: (reply: Reply | null): boolean => calls.some(({ owner }) => owner === reply),
  };
}

/** Returns whether the model wrote a call of a tool into its text. */
function hasWrittenCall(
  text: string,
  toolsOf: () => readonly string[],
  hasCalls: boolean,
): boolean {
  return attempt(() => findWrittenCall(text, toolsOf(), { hasCalls }) !== null, false);
}

/** @returns a call whose question nobody here can answer: no way leads to its agent */
function unanswered(progress: Progress): Progress {
  const { question } = progress;
  return question?.answeredBy === 'you'
    ? { ...progress, question: { ...question, answeredBy: 'elsewhere' } }
    : progress;
}

const WRITTEN: AgentNote = { kind: 'written', text: '' };

const JOINED = { joined: true } as const;
