import type { AgentStream } from './agent-stream.ts';
import { createRecordReader, type RecordReader } from './record-reader.ts';

/** What the streams of a page have in common that ask for records. */
export interface Recording {
  readonly records: RecordReader;
  /** Returns whether the site is on. */
  readonly isOn: () => boolean;
  /** Entries of records that were found to be of a call. */
  readonly taken: Map<string, true>;
  /**
   * Whether a call is recorded as soon as it is over: Hermes 0.16 does so when the reply ends.
   * Null: not known yet.
   */
  isPrompt: boolean | null;
}

export function createRecording(isOn: () => boolean): Recording {
  return { records: createRecordReader(), isOn, taken: new Map(), isPrompt: null };
}

/** Returns whether the agent of a stream may be asked for its record. */
export function canRead(stream: AgentStream, records: RecordReader): boolean {
  return stream.isProven && stream.base !== null && stream.caller !== null && records.may();
}
