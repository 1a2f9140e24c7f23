/** Pauses between frames, so that a replay looks like an agent at work. */

/** Milliseconds after a word of a reply. */
const WORD = 70;
/** Milliseconds before the first word, while the model thinks. */
const THINK = 500;
/** Milliseconds of a running tool: long enough to see, and to notice the wait. */
const TOOL = 1500;
/** Milliseconds between the end of a tool and what follows. */
const AFTER_TOOL = 250;

/**
 * A marker is one whole delta: line feed, back-quote, emoji, label, back-quote, line feed (Hermes
 * 0.7 and 0.8).
 */
const MARKER_DELTA = /^\n`[^\n]+`\n$/;

/**
 * @param frame the frame just written, as in the stream
 * @returns pause after it, in milliseconds
 */
export function pauseAfter(frame: string): number {
  if (isRunningEvent(frame)) return TOOL;
  if (frame.startsWith('event:')) return AFTER_TOOL;
  const delta = readDelta(frame);
  if (delta === null) return 0;
  if (delta.role !== undefined && !delta.content) return THINK;
  if (delta.content !== undefined && isMarkerDelta(delta.content)) return TOOL;
  return delta.content ? WORD : 0;
}

/** @returns whether the frame announces a running tool */
export function isRunningEvent(frame: string): boolean {
  return frame.startsWith('event: hermes.tool.progress') && /"status": ?"running"/.test(frame);
}

/** @returns whether a delta's whole text is a progress marker, as Hermes 0.7 and 0.8 wrote them */
export function isMarkerDelta(content: string): boolean {
  return MARKER_DELTA.test(content);
}

export interface Delta {
  readonly role?: string;
  readonly content?: string;
}

/**
 * @returns the first choice's delta of an OpenAI chunk frame, or null if the frame contains none
 */
export function readDelta(frame: string): Delta | null {
  if (!frame.startsWith('data: {')) return null;
  const chunk = JSON.parse(frame.slice('data: '.length)) as { choices?: { delta?: Delta }[] };
  return chunk.choices?.[0]?.delta ?? null;
}
