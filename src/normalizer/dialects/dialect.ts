// Dialects: one file for each wire format. Each says where the texts of a message are, and what it reports of tools.

import type { JsonPath } from '../json/json-edit.ts';
import type { ProgressFact } from '../progress/progress.ts';

/** One message of a stream, whatever carried it: an SSE frame, an NDJSON line, a socket packet, a whole JSON answer. */
export interface Message {
  /** The SSE event name; null for the default one and for carriers without names. */
  readonly event: string | null;
  readonly json: Record<string, unknown>;
}

/** A string in a message in which a marker may stand. */
export interface TextSlot {
  readonly path: JsonPath;
  readonly text: string;
  /** What the text goes on: deltas of one channel make up one text. '' where the message does not say: of the text that runs. */
  readonly channel: string;
  /** `delta` goes on; `whole` is all of a text; `copy` repeats what deltas already brought and is not reported again. */
  readonly kind: 'delta' | 'whole' | 'copy';
}

/** What a dialect understands of a message. */
export interface Reading {
  readonly texts?: readonly TextSlot[];
  readonly progress?: readonly ProgressFact[];
  /** The message is nothing but progress: the page does not get it. */
  readonly remove?: boolean;
  /** The message is nothing but its texts: without text it may go. */
  readonly onlyText?: boolean;
  /** Texts that begin, or go on, by what the message says: their names can be trusted. */
  readonly opens?: readonly string[];
  /** Texts that the message belongs to, though it may bring them nothing. */
  readonly uses?: readonly string[];
  /** Texts are named by their numbers among those that run at once. */
  readonly numbered?: boolean;
  /** Channels that end with this message, after its texts. */
  readonly closes?: readonly string[];
  /** The model calls a tool that the page or a server between runs, and nobody tells of. */
  readonly callsElsewhere?: boolean;
  /** Where the arguments of the only such call are, on which nothing of this reading hangs. */
  readonly arguments?: JsonPath;
  /** The whole reply ends with this message. */
  readonly ends?: boolean;
  /** The message proves that the stream comes from a Hermes server. */
  readonly hermes?: boolean;
}

/** What a dialect may know of the stream so far. */
export interface StreamSoFar {
  /** Ids of the dialects that messages of this stream were read in. */
  readonly dialects: ReadonlySet<string>;
  readonly hermes: boolean;
}

/** One wire format, recognised by the shape of its messages, never by address or product. */
export interface Dialect {
  /** The file name. */
  readonly id: string;
  /** Messages of this format without a needle of skip-scan.ts say nothing that matters in the middle of a text. */
  readonly canSkip: boolean;
  /** @returns what the message says, or null for a message of another shape */
  read(message: Message, stream: StreamSoFar): Reading | null;
}
