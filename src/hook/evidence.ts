import type { HookSettings, PageMessage } from '../bridge/protocol.ts';
import { remember } from '../lib/bounded-map.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { SentTools } from '../normalizer/requests/request-cleaner.ts';
import type { Evidence, TextSource } from '../normalizer/text/evidence.ts';
import { plainEmoji } from '../normalizer/text/marker-grammar.ts';
import HERMES_TOOLS from '../normalizer/tables/hermes-tools.json' with { type: 'json' };
import { createKnownEvidence } from '../normalizer/requests/known-evidence.ts';

/** Remembers evidence of Hermes markers in this page, so that the next reply is judged by it. */
export type EvidenceMemory = ReturnType<typeof createEvidenceMemory>;

/** Messages whose models are remembered. */
const MAX_MESSAGES = 1000;
/** Tools of chats that are remembered. */
const MAX_TOOLS = 1000;

/**
 * @param origin of the site
 * @param send passes a message on to the bridge
 */
export function createEvidenceMemory(origin: string, send: (message: PageMessage) => void) {
  /** What a person says of the site; null: nothing. */
  let said: boolean | null = null;
  /** Whether the last stored chat that was loaded without an id contained markers. */
  let open = false;
  const known = createKnownEvidence(() => said);
  /** The models of messages that this page has asked for, by id. */
  const models = new Map<string, string>();
  /**
   * Messages that this page has asked for with a history of which one text begins with labels in
   * Hermes' words.
   */
  const signed = new Map<string, true>();
  /** Chats, and the tools of which they are proven to contain markers. */
  const tools = new Map<string, true>();
  /** What the history that was sent for a message says of them. */
  const sentTools = new Map<string, SentTools>();
  /** The names of the tools that the request for a message offered. */
  const offered = new Map<string, readonly string[]>();
  const expects = (source: TextSource): boolean =>
    known.expects(source) || (source.chat === null && open);

  return {
    set({ hermes }: Pick<HookSettings, 'hermes'>): void {
      said = typeof hermes === 'boolean' ? hermes : null;
      for (let i = 0; typeof hermes === 'object' && i < hermes.length; i++)
        known.found('server', { chat: null, model: hermes[i] ?? '' });
    },
    /** The page asks a model for a message. @returns whether all that the model says is Hermes' */
    asked(id: string, model: string | null): boolean {
      if (model !== null) remember(models, id, model, MAX_MESSAGES);
      return said ?? known.isKnown(model);
    },
    /**
     * The history that was sent for a message has a text that begins with labels in Hermes' words.
     */
    signed: (id: string): void => remember(signed, id, true, MAX_MESSAGES),
    isSigned: (id: string): boolean => signed.has(id),
    /**
     * A chat certainly contains a marker with this emoji.
     * @param chat null if unknown: then it counts for none
     */
    proven(emoji: string, chat: string | null | undefined): void {
      if (chat) remember(tools, `${chat} ${plainEmoji(emoji)}`, true, MAX_TOOLS);
    },
    /** The history that was sent for a message contains markers of these tools. */
    sentFor: (id: string, sent: SentTools): void => remember(sentTools, id, sent, MAX_MESSAGES),
    /**
     * Returns whether a server has written markers with this emoji into a chat, and the person did
     * not write it: else the reply may only quote one.
     * @param sent what the request says; null: only what is known of the message counts
     * @param messageId null if unknown
     */
    knowsTool(
      emoji: string,
      chat: string | null,
      sent: SentTools | null,
      messageId: string | null,
    ): boolean {
      const asked = sent ?? sentTools.get(messageId ?? '') ?? null;
      if (asked?.asked.includes(emoji)) return false;
      return asked?.proven.includes(emoji) || (chat !== null && tools.has(`${chat} ${emoji}`));
    },
    /** Returns whose a message is: its model is known if this page has asked for it. */
    sourceOf: ({ chatId, messageId }: ChatMessage): TextSource => ({
      chat: chatId,
      model: models.get(messageId) ?? null,
    }),
    expects,
    /** The request for a message offers these tools. */
    offered: (id: string, names: readonly string[]): void =>
      remember(offered, id, names, MAX_MESSAGES),
    /**
     * Returns the names of the tools that a model may mean to call: those that it is offered, and
     * those of Hermes, which its requests do not name.
     * @param names what the request offers, if it is known
     */
    toolsOf(
      source: TextSource,
      message: ChatMessage | null,
      names: readonly string[] = [],
    ): readonly string[] {
      const asked = offered.get(message?.messageId ?? '') ?? [];
      return names.concat(asked, expects(source) ? HERMES_TOOLS : []);
    },
    /**
     * @param url of the response or socket that proves something. Only one from the network says
     * anything of the server, only one of this site's own server is remembered beyond this page
     */
    found(evidence: Evidence, source: TextSource, url = ''): void {
      const { model } = source;
      const address = url.replace(/^ws/, 'http');
      // What the page has made itself, as `data:` and `blob:`, says nothing of any server.
      const found = /^https?:/.test(address) ? evidence : 'text';
      const isNew = found === 'server' && !known.isKnown(model);
      known.found(found, source);
      if (isNew && model !== null && said === null && address.startsWith(`${origin}/`))
        send({ type: 'hermes', model });
    },
    /**
     * A stored chat was loaded.
     * @param chat undefined if unknown: then it counts as the open one
     */
    loaded(proven: boolean, chat?: string): void {
      if (chat === undefined) open = proven;
      else if (proven) known.found('text', { chat, model: null });
    },
  };
}
