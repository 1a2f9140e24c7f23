// Dialects: one file for each wire format. Each finds the texts of a message and what it reports of
// tools.

import type { JsonPath } from '../json/json-edit.ts';
import type { Note } from '../progress/progress-types.ts';
import type { ProgressFact } from '../progress/progress.ts';

/**
 * One message of a stream, whatever its carrier: an SSE frame, an NDJSON line, a socket packet, a
 * whole JSON response.
 */
export interface Message {
  /** The SSE event name; null for the default one and for carriers without names. */
  readonly event: string | null;
  readonly json: Record<string, unknown>;
}

/** A string in a message that may contain a marker. */
export interface TextSlot {
  readonly path: JsonPath;
  readonly text: string;
  /**
   * The text that it continues: the deltas of one channel make up one text. '' if the message does
   * not say: the text in progress.
   */
  readonly channel: string;
  /**
   * `delta` continues a text; `whole` is a complete one; `copy` repeats what deltas already brought
   * and is not reported again, unless they did not; `past` is of an earlier reply, and not
   * reported.
   */
  readonly kind: 'delta' | 'whole' | 'copy' | 'past';
  /** How many UTF-16 units of it the channel already has, if a delta repeats them. */
  readonly known?: number;
  /** What came before a delta that opens a channel, and left. */
  readonly before?: string;
  /** Nothing shows yet that it is text of a reply: only what proves itself is removed from it. */
  readonly lone?: boolean;
  /** Its message says that it is being generated. */
  readonly generated?: boolean;
}

/** What a dialect understands of a message. */
export interface Reading {
  readonly texts?: readonly TextSlot[];
  readonly progress?: readonly ProgressFact[];
  readonly note?: Note;
  /** What the reply has used, beside that. */
  readonly used?: Note;
  /** The message is nothing but progress: the page does not get it. */
  readonly remove?: boolean;
  /** The message is nothing but its texts: without text it may be dropped. */
  readonly onlyText?: boolean;
  /** Channels that the message itself says begin or continue: their names can be trusted. */
  readonly opens?: readonly string[];
  /** Channels that the message belongs to, even if it adds nothing to them. */
  readonly uses?: readonly string[];
  /** Channels are named by their numbers among the concurrent ones. */
  readonly numbered?: boolean;
  /** Channels that end with this message, after its texts. */
  readonly closes?: readonly string[];
  /** The model calls a tool that the page or a server in between runs, without any report. */
  readonly callsElsewhere?: boolean;
  /** The whole reply ends with this message. */
  readonly ends?: boolean;
  /** It repeats a text, which is complete: the reply ends with it if nothing else can say so. */
  readonly completes?: boolean;
  /** A message of the agent is complete: where several may come, the next one is another reply. */
  readonly closesMessage?: boolean;
  /** A marker is in it as its server has rendered it, in markup, where it stays. */
  readonly isRendered?: boolean;
  /** The message proves that the stream comes from a Hermes server. */
  readonly hermes?: boolean;
}

/** What a dialect may know of the stream so far. */
export interface StreamSoFar {
  /** Ids of the dialects in which messages of this stream were read. */
  readonly dialects: ReadonlySet<string>;
  readonly hermes: boolean;
  /** Reads messages of unknown shape; without it, none are read. */
  readonly shapes?: Pick<Dialect, 'read'>;
}

/** One wire format, recognised by the shape of its messages, never by URL or product. */
export interface Dialect {
  /** The file name. */
  readonly id: string;
  /** No message repeats a text of another. */
  readonly saysOnce?: true;
  /** @returns the meaning of the message; null for a message of another shape */
  read(message: Message, stream: StreamSoFar): Reading | null;
}
