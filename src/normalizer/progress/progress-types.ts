/**
 * What became of a call whose end was reported. Only `ran` means success, and only the result of
 * the tool says so; an end without a result is `unknown`. `started`: its work goes on behind the
 * reply, and nobody knows how that ends. `denied` by a person, `blocked` by the agent's rules,
 * `timed-out` as nobody answered: in all three the tool did not run.
 */
export const OUTCOMES = [
  'ran',
  'started',
  'failed',
  'denied',
  'blocked',
  'timed-out',
  'unknown',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * The state of a tool call. `waiting`: for a person's permission; `ended`: nothing more was
 * reported; `undecided`: a line says that it ran, and either the agent or the model wrote that.
 */
export type ProgressStatus = 'running' | 'waiting' | Outcome | 'ended' | 'undecided';

/** Who wrote a piece of progress: certainly the server, certainly the model, or unknown. */
export type Provenance = 'server' | 'imitated' | 'unknown';

/**
 * What the agent recorded of a call. It lives in the page's memory only: it is never stored,
 * counted or sent. All texts are plain and of any length.
 */
export interface Receipt {
  /** The exit code of a command. */
  readonly exitCode?: number;
  /** Why it failed or was not allowed, in the agent's words. */
  readonly error?: string;
  /** What the model asked of the tool, usually JSON. */
  readonly input?: string;
  /** What the tool returned. */
  readonly output?: string;
  /** How many parts of it worked. */
  readonly parts?: Parts;
  /** Its sub-agents, in their order, as far as they are known. */
  readonly subAgents?: readonly SubAgent[];
  /** Why its outcome is not known, although its agent keeps a record. */
  readonly unread?: Unread;
}

/** The page cannot read the record; the agent has none of this chat; or the call is not in it. */
export const UNREADS = ['closed', 'absent', 'missing'] as const;
export type Unread = (typeof UNREADS)[number];

/**
 * A call of several parts: sub-agents, or web pages. Those that neither worked nor failed are in
 * `all` only.
 */
export const PARTS_OF = ['subagents', 'pages'] as const;
export interface Parts {
  readonly unit: (typeof PARTS_OF)[number];
  readonly all: number;
  readonly worked: number;
  readonly failed: number;
}

/** `worked`: it came to its own end; what it did until then is only its own word. */
export const SUBAGENT_STATES = ['running', 'worked', 'failed', 'unknown'] as const;

/** A sub-agent of a call. */
export interface SubAgent {
  readonly state: (typeof SUBAGENT_STATES)[number];
  /** What it has written and got so far. */
  readonly messages?: number;
  readonly seconds?: number;
  readonly tokens?: number;
  /** Why it failed, in the agent's words. */
  readonly error?: string;
}

/**
 * The agent asks a person: whether it may go on with a call, or, in its own words, anything else.
 */
export interface Question {
  /** Names of the run and of the question at the agent. */
  readonly runId: string;
  readonly requestId: string;
  /** What it wants to run, whole; or what it asks. */
  readonly command: string;
  /** Only of a question that is not about a command. */
  readonly clarify?: Clarify;
  /** Why it asks, in the agent's words. */
  readonly reason: string;
  /** The kinds of commands, in the agent's words, that an answer for ever is about. */
  readonly pattern?: string;
  /** What the agent accepts as an answer; none if a person answers in words. */
  readonly choices: readonly Choice[];
  readonly answeredBy: AnsweredBy;
  /** Where the agent is, as an address shows it; known where this person can answer. */
  readonly host?: string;
  /**
   * The address that its answers are sent to, without a trailing slash; known where this person can
   * answer.
   */
  readonly server?: string;
  /**
   * Until when it waits unless it is set otherwise, in milliseconds since 1970; known where this
   * person can answer.
   */
  readonly until?: number;
  /** Why the agent has not taken an answer. */
  readonly problem?: Problem;
}

/** It no longer waited; it takes no answers from this page; or nobody knows. */
export const PROBLEMS = ['late', 'refused', 'failed'] as const;
export type Problem = (typeof PROBLEMS)[number];

/**
 * Who can answer a question: this person, in a window of the extension; this person, in a dialog
 * that this page has open, or that opens in the page that shows the chat; only an administrator of
 * the chat; or nobody here.
 */
export const ANSWERED_BY = ['you', 'dialog', 'chat', 'admin', 'elsewhere'] as const;
export type AnsweredBy = (typeof ANSWERED_BY)[number];

/** The answers that Hermes 0.22 knows. */
export const CHOICES = ['once', 'session', 'always', 'deny'] as const;
export type Choice = (typeof CHOICES)[number];

/** How a question in an agent's own words is answered. */
export interface Clarify {
  /**
   * The answers that it offers; a person may also write one. Null if they are in no form that we
   * know.
   */
  readonly offers: readonly string[] | null;
  /** Several of them may be chosen. */
  readonly several: boolean;
}

/** An answer to it: what was chosen and written; null: the person will answer in the chat. */
export interface Said {
  readonly said: readonly string[] | null;
}

/** What a person answers. */
export type Given = Choice | Said;

/**
 * What is known of the whole reply. In the agent's words: `status`, what it does meanwhile, such as
 * waiting for a provider; `failed`, that the text is no reply but its error message. A number:
 * `tokens` that its model took. Paths on its computer, a line each: `files` that the reply hands
 * over, all so far; the text is without them. Without words: `broken`, that its stream ended
 * without saying so; `stopped`, that it ended before its end; `silent`, that nothing has come for
 * SILENT_AFTER, and `heard`, that something came again; `no-tool`, that the agent has recorded no
 * tool of it; `written`, that the text contains a tool call; `lookalike`, that a line of it, which
 * is the text, may be a faked call; `withdrawn`, that the connection over which a dialog would be
 * answered is lost; `lines`, that the page itself shows what the companion says of its tools, as
 * the request came from a page without us.
 */
export const NOTES = [
  'status',
  'failed',
  'tokens',
  'files',
  'broken',
  'stopped',
  'silent',
  'heard',
  'no-tool',
  'written',
  'lookalike',
  'withdrawn',
  'lines',
] as const;
export interface Note {
  readonly kind: (typeof NOTES)[number];
  /** Plain text of any length. */
  readonly text: string;
}

/** One change of one tool call of one reply. */
export interface Progress {
  /**
   * Ordinal of the call in its reply, from 0; the same number again means a change of the same
   * call.
   */
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
  /** What is newly known of it. */
  readonly receipt?: Receipt;
  /** Only of a call that waits. */
  readonly question?: Question;
}
