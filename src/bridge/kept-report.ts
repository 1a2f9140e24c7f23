/**
 * What was last reported of the replies of a page, so that an extension that is loaded again under
 * it can show it again: only the page's own world outlives the extension's scripts, in both
 * browsers.
 */
import type { PageMessage } from './protocol.ts';
import { remember } from '../lib/bounded-map.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';

type Of<Type extends PageMessage['type']> = Extract<PageMessage, { readonly type: Type }>;

interface KeptReply {
  readonly start: Of<'reply-start'>;
  readonly calls: Map<number, Progress>;
  readonly notes: Map<string, Of<'note'>>;
  text: Of<'reply-text'> | null;
  over: boolean;
}

/** Replies and calls of one that are kept; no page shows as many. */
const MAX_REPLIES = 20;
const MAX_CALLS = 50;

export function createKeptReport() {
  /** By number, in the order in which they began. */
  const replies = new Map<number, KeptReply>();

  function start(message: Of<'reply-start'>): void {
    const known = replies.get(message.reply);
    const { calls = new Map(), notes = new Map(), text = null } = known ?? {};
    const next = { start: message, calls, notes, text, over: false };
    if (known) replies.set(message.reply, next);
    else remember(replies, message.reply, next, MAX_REPLIES);
  }

  function add({ calls }: KeptReply, progress: Progress): void {
    const before = calls.get(progress.call);
    const { tool, emoji, label, callId } = progress;
    // A change without label or emoji keeps the known ones.
    const named = {
      tool: tool ?? before?.tool ?? null,
      emoji: emoji ?? before?.emoji ?? null,
      label: label ?? before?.label ?? null,
      callId: callId ?? before?.callId ?? null,
    };
    // When it began, nobody will know.
    const next: Progress = { ...progress, ...named, untimed: true };
    if (before) calls.set(progress.call, next);
    else remember(calls, progress.call, next, MAX_CALLS);
  }

  return {
    /** Takes note of a message, if it says something of a reply. */
    add(message: PageMessage): void {
      if (message.type === 'reply-start') return start(message);
      const reply =
        'reply' in message && message.reply !== null ? replies.get(message.reply) : null;
      if (!reply) return;
      if (message.type === 'progress') add(reply, message.progress);
      if (message.type === 'note') reply.notes.set(message.note.kind, message);
      if (message.type === 'reply-text') reply.text = message;
      if (message.type === 'reply-end') reply.over = true;
    },
    /**
     * @returns the messages that say the same again, in order. Of the replies whose message is not
     * known, only the newest can be found in the page.
     * @param goesOn more may be said of those that have not ended
     */
    all(goesOn: boolean): PageMessage[] {
      const messages: PageMessage[] = [];
      const newest = [...replies.keys()].at(-1);
      for (const [number, { start: first, calls, notes, text, over }] of replies) {
        if (first.message === null && number !== newest) continue;
        messages.push(first);
        if (text) messages.push(text);
        for (const progress of calls.values())
          messages.push({ type: 'progress', reply: number, progress });
        messages.push(...notes.values());
        if (over || !goesOn) messages.push({ type: 'reply-end', reply: number });
      }
      return messages;
    },
  };
}
