import type { Evidence } from '../text/evidence.ts';
import type { Progress } from '../progress/progress-types.ts';

/**
 * What the corridor says of a reply on its way, in order. Whoever hands events on passes those through that are none of
 * its business.
 * - `start`: once, with the first message that a dialect knows: this is a reply, not somebody else's stream. On a socket
 *   again when the reply goes on after its end. `joined`: it may have begun before we listened.
 * - `end`: once, when the reply is over: at `[DONE]` already, as many clients read no further.
 * - `progress`: every change of every tool call.
 * - `marker`: every marker that is taken out.
 * - `rule`: every stretch of text that a rule takes out, with its id, `<pack>/<rule>`.
 * - `event`: every message that goes because it is nothing but progress.
 * - `text`: how the text begins that leaves for the page, piece by piece; only where `reportsText` asks for it.
 * - `server`: what kind of server speaks, 'hermes' or else the id of a dialect; once more when that proves to be another.
 * - `evidence`: each kind of evidence once.
 * - `repair`: every repair that was made, once for each frame or entry of `tool_calls`.
 * - `unknown-event`: each event that no dialect knows, on the stream of a chat, with at most 100 units of its name.
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

/** Gets everything that is found in a reply. */
export type Report = (event: ReplyEvent) => void;
