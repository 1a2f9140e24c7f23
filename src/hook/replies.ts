import type { PageMessage } from '../bridge/protocol.ts';
import type { Way } from '../inspector/inspected.ts';
import { SILENT_AFTER } from '../lib/silent-after.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import { createEndlessStreams } from './replies/endless-streams.ts';
import { createNumberedReplies } from './replies/numbered-replies.ts';
import { createOwnMessages } from './replies/own-messages.ts';
import { createReplySource } from './replies/reply-source.ts';
import type { Note } from './stream-tap.ts';

/** Receives what is found in one stream of a reply. */
export type ReplySource = ReturnType<Replies['open']>;

/** Numbers the replies of a page and reports them to the bridge. */
export type Replies = ReturnType<typeof createReplies>;

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
  const replies = createNumberedReplies(send, silentAfter);
  const endless = createEndlessStreams();
  const { asked, wasAsked, isOwn, missed } = createOwnMessages();
  /** It was told that replies come in markup. */
  let isRendered = false;
  const page = { replies, endless, send, cleans, isOwn, rendered };

  /** A page sends many. */
  function rendered(): void {
    if (!isRendered) send({ type: 'unread', rendered: true });
    isRendered = true;
  }

  return {
    /**
     * Several streams may belong to one message: in a direct connection of Open WebUI its text
     * first passes the page's fetch, and then again the socket. The parameters are those of
     * `SourceOptions`.
     */
    open: (
      message: ChatMessage | null,
      onFound?: Note,
      way?: Way,
      toolsOf: () => readonly string[] = () => [],
      onPart?: () => void,
    ) => createReplySource(page, { message, onFound, way, toolsOf, onPart }),
    /** This page has asked for a reply whose message is unknown. */
    expect: (): void => send({ type: 'reply-expected' }),
    isEndless: endless.isEndless,
    turn: endless.turn,
    asked,
    wasAsked,
    isOwn,
    missed,
  };
}
