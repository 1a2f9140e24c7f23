/**
 * The state of a tool call. `finished`: its end was reported; `ended`: nothing more was reported. Neither means
 * success.
 */
export type ProgressStatus = 'running' | 'finished' | 'failed' | 'ended';

/** Who wrote a piece of progress: certainly the server, certainly the model, or unknown. */
export type Provenance = 'server' | 'imitated' | 'unknown';

/** One change of one tool call of one reply. */
export interface Progress {
  /** Ordinal of the call in its reply, from 0; the same number again means a change of the same call. */
  readonly call: number;
  readonly source: 'event' | 'marker';
  /** Tool name as the server sent it; markers name none. */
  readonly tool: string | null;
  /** Usually an emoji, but servers send words and empty strings too. */
  readonly emoji: string | null;
  /** What the tool was asked, plain text of any length. */
  readonly label: string | null;
  readonly callId: string | null;
  readonly status: ProgressStatus;
  readonly provenance: Provenance;
  /** Its beginning or its end was not seen, so its duration is unknown. */
  readonly untimed?: true;
}
