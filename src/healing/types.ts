/** What healing stored chats of Open WebUI tells and is told. Texts come from chats and servers: show them as text only. */

/** A stored chat, as the server lists it. */
export interface ChatSummary {
  readonly id: string;
  /** One line; empty where the chat has none. */
  readonly title: string;
  readonly archived: boolean;
}

/** One text of a message that holds markers. */
export interface MarkedPart {
  /** Where it stands: `content`, an item of `output` (0.8 and later), or the reply that several models' replies were merged into. */
  readonly field: 'content' | 'output' | 'merged';
  readonly before: string;
  readonly after: string;
}

/** A reply that holds markers. */
export interface MarkedMessage {
  readonly messageId: string;
  /** When it was made, in milliseconds since 1970; null when the chat does not say. */
  readonly timestamp: number | null;
  /** Its number among the replies of the chat, in the order in which they were made, from 0. */
  readonly reply: number;
  /** The same text may be in `content` and in `output`. */
  readonly parts: readonly MarkedPart[];
  /** A marker that is in several parts counts once. */
  readonly markers: number;
}

/** A chat that holds markers, without its texts. */
export interface FoundChat {
  readonly chat: ChatSummary;
  readonly markers: number;
  /** How many of its replies hold markers. */
  readonly marked: number;
  /** How many replies it has, those of branches that are not open included. */
  readonly replies: number;
  /** When the oldest reply with markers was made, in milliseconds since 1970; null when the chat does not say. */
  readonly since: number | null;
}

/** The same with what would be changed. */
export interface MarkedChat extends FoundChat {
  readonly messages: readonly MarkedMessage[];
}

export interface ScanProgress {
  /** Chats that were read, or could not be. */
  readonly scanned: number;
  /** Chats that were listed so far. */
  readonly listed: number;
  /** The list is complete: `listed` is the number of all chats. */
  readonly complete: boolean;
  /** Chats that hold markers. */
  readonly found: number;
  /** Chats that could not be read, or were too large. */
  readonly unreadable: number;
}

export interface ScanOptions {
  /** This chat alone; all chats of the person who is signed in, unless given. */
  readonly chatId?: string;
  /** Cancels. What was found until then stays found. */
  readonly signal: AbortSignal;
  onProgress(progress: ScanProgress): void;
  /** Called with each chat with markers, once. */
  onFound(found: FoundChat): void;
}

/** A chat that could not be looked at, in plain words. */
export interface UnreadChat {
  readonly chat: ChatSummary;
  readonly why: string;
}

export interface ScanResult extends ScanProgress {
  readonly end: 'done' | 'cancelled' | 'failed';
  /** What went wrong, in plain words; null unless `end` is `failed`. */
  readonly why: string | null;
  /** The first of them, at most a hundred. */
  readonly unread: readonly UnreadChat[];
}

/** How one chat fared. The texts are whole sentences in plain words. */
export type HealOutcome = { readonly chatId: string; readonly title: string } &
  /** `kept`: replies with markers that the server does not let anybody change: broken off, or somebody else's. */
  (
    | {
        readonly kind: 'healed';
        readonly backupId: number;
        readonly messages: number;
        readonly markers: number;
        readonly kept: number;
      }
    /** Undone. `kept`: replies that were edited after they were healed, and were left as they are. */
    | { readonly kind: 'restored'; readonly messages: number; readonly kept: number }
    /** Nothing to do. */
    | { readonly kind: 'unchanged' }
    /** Somebody changed it after it was looked at. It was left alone; `found` is how it is now, null without markers. */
    | { readonly kind: 'changed-meanwhile'; readonly found: FoundChat | null; readonly why: string }
    /** A reply of it is being written. It was left alone. */
    | { readonly kind: 'streaming' }
    /** `state`: the chat is as it was, is changed, or could not be looked at; then the next `resume` says. */
    | { readonly kind: 'failed'; readonly state: 'old' | 'new' | 'unknown'; readonly why: string }
    /** `why` the run stopped before it; null when it was cancelled. */
    | { readonly kind: 'not-started'; readonly why: string | null }
  );

export interface HealOptions {
  /** Stops after the chat that is being written; the others are `not-started`. */
  readonly signal: AbortSignal;
  /** Called once with every chat, in the order asked for. */
  onOutcome(outcome: HealOutcome): void;
}

/** A message as it was and as it became, complete, as the server stores it. */
export interface BackupMessage {
  /** `history` holds every message by its id; `branch` holds the open branch once more, as a list (up to 0.9). */
  readonly place: 'history' | 'branch';
  /** The id of the message, in `branch` its number in the list. */
  readonly key: string;
  readonly messageId: string;
  /** JSON text, cut out of the server's. */
  readonly before: string;
  readonly after: string;
  /** From a backup of an earlier version, which parsed what the server sent: compared as such. */
  readonly parsed?: boolean;
}

/** What was changed in one chat. */
export interface BackupEntry {
  /** How messages are kept: as text. Entries without this are from earlier versions: see `backups.ts`. */
  readonly format: 2;
  readonly origin: string;
  readonly chatId: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly when: number;
  readonly messages: readonly BackupMessage[];
  /** An undo was begun, and perhaps broke off half way. */
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
  /** What it takes in the browser's storage, as JSON in UTF-8. */
  readonly bytes: number;
  /** `in-doubt`: nobody knows whether the server took the change; `resume` settles it, `undo` is safe. */
  readonly state: 'healed' | 'undone' | 'in-doubt';
}

/** What an earlier run left. */
export interface LeftRun {
  /** How many chats were chosen. */
  readonly total: number;
  /** Of the chats that were begun; none of them is `not-started`. */
  readonly outcomes: readonly HealOutcome[];
  /** Chats that were not begun, to be given to `heal`. */
  readonly left: readonly { readonly chatId: string; readonly title: string }[];
}

/** What an earlier run that put chats back has left. */
export interface LeftUndo {
  /** How many backups were chosen. */
  readonly total: number;
  /** Those that were not put back, to be given to `undoAll`. */
  readonly left: readonly number[];
}

/** A look at one chat, or why there is none, in plain words. */
export type Look = { readonly marked: MarkedChat | null } | { readonly why: string };

/** Finds and heals the stored chats of whoever is signed in to one Open WebUI. Nothing rejects unless the browser's own storage fails. */
export interface Healing {
  /** What a person must know before healing on this version, in plain words; null for nothing. */
  readonly caveat: string | null;
  scan(options: ScanOptions): Promise<ScanResult>;
  /** Reads one chat with its texts before and after; `marked` is null when it holds no markers. What is shown is what `heal` compares with. */
  look(chatId: string): Promise<Look>;
  /** Heals chats that `scan`, `look` or `resume` found, one after the other. */
  heal(chatIds: readonly string[], options: HealOptions): Promise<void>;
  /** Backups of this server, newest first. */
  backups(): Promise<readonly BackupSummary[]>;
  /** Puts the messages of a backup back. */
  undo(backupId: number): Promise<HealOutcome>;
  /** Puts the messages of several backups back, one after the other. `onOutcome` gets the outcome of each, in order. */
  undoAll(backupIds: readonly number[], options: HealOptions): Promise<void>;
  /** Backups that an earlier `undoAll` left; null for none. */
  leftToUndo(): Promise<LeftUndo | null>;
  /** All backups of this server as a JSON file. */
  exportBackups(): Promise<Blob>;
  /** @param ids all backups of this server, unless given */
  deleteBackups(ids?: readonly number[]): Promise<void>;
  /** What an earlier run left, after settling what was in doubt; null for nothing. */
  resume(): Promise<LeftRun | null>;
  /** Forgets what an earlier run left. Backups stay. */
  forgetRun(): Promise<void>;
}
