/**
 * What became of a call whose end was reported. Only `ran` means success, and only the result of the tool says so; an
 * end without a result is `unknown`. `denied` by a person, `blocked` by the agent's rules, `timed-out` as nobody
 * answered: in all three the tool did not run.
 */
export type Outcome = 'ran' | 'failed' | 'denied' | 'blocked' | 'timed-out' | 'unknown';

/** The state of a tool call. `waiting`: for a person's permission; `ended`: nothing more was reported. */
export type ProgressStatus = 'running' | 'waiting' | Outcome | 'ended';

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
