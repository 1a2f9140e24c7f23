import type { ReplyTrace } from './reply-trace.ts';
import type { AnsweredBy } from '../normalizer/progress/progress-types.ts';

/**
 * Sent by the popup to the page bridge of a tab. No answer means that the page was loaded before
 * the site was on.
 */
export interface HookStateRequest {
  readonly type: 'hook-state';
}

/** Sent by the popup to the same: opens the chat in which an agent waits. */
export interface OpenChatRequest {
  readonly type: 'open-chat';
}

/** The answer of a tab's page bridge. */
export interface HookAnswer {
  readonly state: HookState;
  /** The page itself has fetched replies for Open WebUI since it was loaded. */
  readonly direct: boolean;
  /**
   * Replies that stopped being cleaned, so that the rest passed unchanged; counted once for a
   * socket that carries several.
   */
  readonly stopped: number;
  readonly replies: RepliesSeen;
  /** Who can answer the question of an agent on this page; null if none waits for this person. */
  readonly waitsFor: AnsweredBy | null;
  /** The chat that has to be opened for it; null: none, or it is on the screen. */
  readonly waitsIn: string | null;
  /** What became of the latest reply; null if there was none. */
  readonly trace: ReplyTrace | null;
}

/**
 * The replies of this page: none has passed, some were read, or all that passed are in a form that
 * is not read.
 */
export type RepliesSeen = 'none' | 'read' | 'unread';

/**
 * `late`: the hook started after the page's own scripts and cannot reach what they kept, so a
 * reload is needed.
 */
export type HookState = 'active' | 'late' | 'silent';

/** What the hook of a page has reported about itself. */
export type HookReport = ReturnType<typeof createHookReport>;

export function createHookReport() {
  let state: HookState = 'silent';
  let left = false;
  let direct = false;
  let stopped = 0;
  let replies: RepliesSeen = 'none';
  /** Markers have come in markup. */
  let rendered = false;
  /** Something was found in a reply. */
  let found = false;

  return {
    /** @param late see `PageMessage` */
    connected(late: boolean): void {
      state = late ? 'late' : 'active';
      left = false;
    },
    /**
     * The site was off when this page was loaded, so its hook has removed itself, until another one
     * connects.
     */
    leave(): void {
      left = true;
    },
    hasLeft: (): boolean => left,
    /** The page itself fetches a reply for Open WebUI. */
    fetched(): void {
      direct = true;
    },
    /** A reply passes. @param isFound something was found in it */
    passed(isRead: boolean, isFound = false): void {
      if (replies !== 'read') replies = isRead ? 'read' : 'unread';
      found ||= isFound;
    },
    /** Replies come in markup: then a text that grows is one of them, and is not read. */
    rendered(): void {
      rendered = true;
    },
    /** The cleaning of a reply failed. */
    stopped: (): void => void stopped++,
    /** @returns the answer to the popup */
    answer: (): Omit<HookAnswer, 'waitsFor' | 'waitsIn' | 'trace'> => ({
      state: left ? 'late' : state,
      direct,
      stopped,
      replies: rendered && !found ? 'unread' : replies,
    }),
  };
}
