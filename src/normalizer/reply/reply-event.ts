import type { Evidence } from '../text/evidence.ts';
import type { Note, Progress } from '../progress/progress-types.ts';

/**
 * The events of a reply, in the order they are reported. Code that passes events on ignores those
 * that do not concern it.
 */
export type ReplyEvent =
  /** `endless`: it may be over without any word of that. */
  | { readonly type: 'start'; readonly joined?: boolean; readonly endless?: boolean }
  /**
   * `whole`: it was seen from its beginning to its end, which it says itself, and is no error
   * message; all of it is the server's. `how`: it says itself that this is its end; or it is of
   * Hermes, which finishes each reply, and `broken`: its stream ended before that.
   */
  | { readonly type: 'end'; readonly whole?: true; readonly how?: 'said' | 'broken' }
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'note'; readonly note: Note }
  | { readonly type: 'marker' }
  /** A server has certainly written a marker with this emoji. */
  | { readonly type: 'proven'; readonly emoji: string }
  | { readonly type: 'rule'; readonly rule: string }
  | { readonly type: 'event' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'server'; readonly server: string }
  | { readonly type: 'evidence'; readonly evidence: Evidence }
  | { readonly type: 'repair'; readonly id: string }
  | { readonly type: 'unknown-event'; readonly name: string }
  /** Many messages came, and no dialect knows any of them. */
  | { readonly type: 'foreign' }
  /**
   * A text grows in a stream of unknown shape: it may be a reply, though nothing has been found in
   * it yet.
   */
  | { readonly type: 'grows' }
  /** Its server sends markup, with a marker in it that stays. */
  | { readonly type: 'rendered' };

/** Receives everything that is found in a reply. */
export type Report = (event: ReplyEvent) => void;
