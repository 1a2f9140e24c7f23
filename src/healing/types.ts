/**
 * Types for healing stored chats of Open WebUI. Texts come from chats and servers: show them as
 * text only.
 */

/** A stored chat, as the server lists it. */
export interface ChatSummary {
  readonly id: string;
  /** One line; empty if the chat has none. */
  readonly title: string;
  readonly archived: boolean;
}

/** One text of a message that contains markers. */
export interface MarkedPart {
  /**
   * Its field: `content`, an item of `output` (0.8 and later), or the reply that several models'
   * replies were merged into.
   */
  readonly field: 'content' | 'output' | 'merged';
  readonly before: string;
  readonly after: string;
}

/** A reply that contains markers. */
export interface MarkedMessage {
  readonly messageId: string;
  /** When it was written, in milliseconds since 1970; null if the chat does not say. */
  readonly timestamp: number | null;
  /** Its index among the replies of the chat, in chronological order. */
  readonly reply: number;
  /** The same text may be in `content` and in `output`. */
  readonly parts: readonly MarkedPart[];
  /** A marker in several parts counts once. */
  readonly markers: number;
}

/** A chat that contains markers, without its texts. */
export interface FoundChat {
  readonly chat: ChatSummary;
  readonly markers: number;
  /** How many of its replies contain markers. */
  readonly marked: number;
  /** How many replies it has, including branches that are not open. */
  readonly replies: number;
  /**
   * When the oldest reply with markers was written, in milliseconds since 1970; null if the chat
   * does not say.
   */
  readonly since: number | null;
  /** Its place in the list of the server: chats are read side by side, and found in any order. */
  readonly place: number;
}

/** The same with the changes. */
export interface MarkedChat extends Omit<FoundChat, 'place'> {
  readonly messages: readonly MarkedMessage[];
}

export interface ScanProgress {
  /** Chats that were read or found unreadable. */
  readonly scanned: number;
  /** Chats listed so far. */
  readonly listed: number;
  /** The list is complete: `listed` is the number of all chats. */
  readonly complete: boolean;
  /** Chats that contain markers. */
  readonly found: number;
  /** Chats that could not be read or were too large. */
  readonly unreadable: number;
}

export interface ScanOptions {
  /** This chat only; by default all chats of the signed-in person. */
  readonly chatId?: string;
  /** Cancels. What was found until then is kept. */
  readonly signal: AbortSignal;
  onProgress(progress: ScanProgress): void;
  /** Called with each chat with markers, once. */
  onFound(found: FoundChat): void;
}

/** A chat that could not be read, and why, in plain words. */
export interface UnreadChat {
  readonly chat: ChatSummary;
  readonly why: string;
}

export interface ScanResult extends ScanProgress {
  readonly end: 'done' | 'cancelled' | 'failed';
  /** What went wrong, in plain words; null unless `end` is `failed`. */
  readonly why: string | null;
  /** At most the first hundred. */
  readonly unread: readonly UnreadChat[];
}

/** The result for one chat. The texts are whole sentences in plain words. */
export type HealOutcome = { readonly chatId: string; readonly title: string } &
  /**
   * `kept`: replies with markers that the server lets nobody change: interrupted ones, or somebody
   * else's.
   */
  (
    | {
        readonly kind: 'healed';
        readonly backupId: number;
        readonly messages: number;
        readonly markers: number;
        readonly kept: number;
      }
    /** Undone. `kept`: replies that were edited after cleaning and left alone. */
    | { readonly kind: 'restored'; readonly messages: number; readonly kept: number }
    /** Nothing to do. */
    | { readonly kind: 'unchanged' }
    /** Somebody changed it after it was looked at, so it was left alone. */
    | { readonly kind: 'changed-meanwhile'; readonly why: string }
    /** One of its replies is being written, so it was left alone. */
    | { readonly kind: 'streaming' }
    /**
     * `state`: the chat is as before, is changed, or could not be read; the next `settle` will
     * tell.
     */
    | {
        readonly kind: 'failed';
        readonly state: 'old' | 'new' | 'unknown';
        readonly why: string;
        /** No other chat would fare better: the run stops. */
        readonly fatal?: boolean;
      }
    /** `why` the run stopped before it; null if it was cancelled. */
    | { readonly kind: 'not-started'; readonly why: string | null }
  );

export interface HealOptions {
  /** Stops after the chats that are being written; the others become `not-started`. */
  readonly signal: AbortSignal;
  /** Called once for every chat, in the order of the request. */
  onOutcome(outcome: HealOutcome): void;
}

/** A message before and after, complete, as the server stores it. */
export interface BackupMessage {
  /**
   * `history` contains every message by its id; `branch` is a list that repeats the open branch (up
   * to 0.9).
   */
  readonly place: 'history' | 'branch';
  /** The id of the message; in `branch`, its index in the list. */
  readonly key: string;
  readonly messageId: string;
  /** JSON text, cut out of the server's. */
  readonly before: string;
  readonly after: string;
}

/** The changes to one chat. */
export interface BackupEntry {
  /** The format of messages: text. Others are of later versions: see `backups.ts`. */
  readonly format: 2;
  readonly origin: string;
  readonly chatId: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly when: number;
  readonly messages: readonly BackupMessage[];
  /** An undo was started and may have been interrupted. */
  readonly undoBegun: boolean;
}

/** A backup without its messages. */
export interface BackupSummary {
  readonly id: number;
  readonly chatId: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly when: number;
  /** How many messages were changed. */
  readonly messages: number;
  /**
   * `in-doubt`: it is unknown whether the server accepted the change; `settle` resolves it, `undo`
   * is safe.
   */
  readonly state: 'healed' | 'undone' | 'in-doubt';
}

/** The result of looking at one chat, or why there is none, in plain words. */
export type Look = { readonly marked: MarkedChat | null } | { readonly why: string };
