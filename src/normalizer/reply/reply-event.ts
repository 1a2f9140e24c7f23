import type { Evidence } from '../text/evidence.ts';
import type { Progress } from '../progress/progress-types.ts';

/**
 * What is reported of a reply on its way, in order. Whoever passes events on ignores those that do not concern it.
 * - `start`: once, with the first message that a dialect knows: this is a reply, not a foreign stream. On a socket
 *   again when the reply continues after its end. `joined`: it may have begun before we listened.
 * - `end`: once, at the end of the reply: already at `[DONE]`, as many clients read no further.
 * - `progress`: every change of every tool call.
 * - `marker`: every marker that is removed.
 * - `rule`: every piece of text that a rule removes, with its id, `<pack>/<rule>`.
 * - `event`: every message that is removed because it is nothing but progress.
 * - `text`: the beginning of the text as it leaves for the page, piece by piece; only if `reportsText` requests it.
 * - `server`: the kind of server, 'hermes' or else the id of a dialect; again if that proves to be another.
 * - `evidence`: each kind of evidence once.
 * - `repair`: every repair, once for each frame or entry of `tool_calls`.
 * - `unknown-event`: each event that no dialect knows, in a chat's stream, with at most 100 units of its name.
 */
export type ReplyEvent =
  | { readonly type: 'start'; readonly joined?: boolean }
  | { readonly type: 'end' }
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'marker' }
  | { readonly type: 'rule'; readonly rule: string }
  | { readonly type: 'event' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'server'; readonly server: string }
  | { readonly type: 'evidence'; readonly evidence: Evidence }
  | { readonly type: 'repair'; readonly id: string }
  | { readonly type: 'unknown-event'; readonly name: string };

/** Receives everything that is found in a reply. */
export type Report = (event: ReplyEvent) => void;
