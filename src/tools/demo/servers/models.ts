/** The models that the demo's server offers, and their replies to a chat request. */
import { randomUUID } from 'node:crypto';
import { isMarkerDelta, isRunningEvent, readDelta } from './pace.ts';
import { readOutcome, readRecording, recordingNames, type Recording } from './recordings.ts';

/** The part of a chat request that the server reads; the page may send more. */
export interface ChatRequest {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages: readonly ChatMessage[];
}

export interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
}

export interface Reply {
  readonly headers: Readonly<Record<string, string>>;
  readonly frames: readonly string[];
  /** The connection breaks after the last frame, in the middle of the reply. */
  readonly cut: boolean;
}

/** Texts of the deltas of each reply, turn by turn, by model id. */
export type MoreModels = Readonly<Record<string, readonly (readonly string[])[]>>;

/** What the chat page suggests; each has an answer of its own. */
export const QUESTIONS = {
  year: 'What year is it?',
  three: 'Run three commands and let one fail',
  reminders: 'Which reminders do I have?',
} as const;

/** Hermes 0.22 asks before it does this. */
export const DANGER = 'Remove the folder /srv/demo/old';

/** What else Hermes 0.22 is asked for; each has a recording of its own. */
export const TASKS = {
  subAgent: 'Let a sub-agent do it',
  failing: 'Let another sub-agent check it',
  picture: 'Show me the cat',
} as const;

const RECORDED: ReadonlyMap<unknown, () => Recording> = new Map([
  [TASKS.subAgent, () => readOutcome('v0.22.2-delegate').chat],
  [TASKS.failing, () => readOutcome('v0.22.2-bad').chat],
  [TASKS.picture, () => readRecording('v0.22-media')],
]);

/**
 * Where there is no such question, turn by turn: the first user message gets the first recording,
 * the second the second, then from the start again.
 */
const TURNS: Readonly<Record<string, readonly string[]>> = {
  'hermes-0.8': ['v0.8-chat-scenario-1', 'v0.8-chat-scenario-2'],
  'hermes-0.19': ['v0.19-chat-scenario-1', 'v0.19-chat-scenario-2'],
  'hermes-0.22': ['v0.22-tool', 'v0.22-danger'],
  'hermes-0.19-cut': ['v0.19-chat-scenario-1', 'v0.19-chat-scenario-2'],
};

/**
 * The text of a model that learned from a poisoned history: it wrote the marker itself, and no tool
 * ran.
 */
const FAKED_CALL = ['`', '⏰', ' list', '`\n\n', 'You ', 'have ', 'three ', 'reminders', '.'];

/** Model ids, in the order of a selector. Every recording can also be requested by its name. */
export const MODELS: readonly string[] = [...Object.keys(TURNS), 'imitating'];

/**
 * @param request a chat request as received
 * @param more models beside those of `MODELS`
 * @returns the reply to stream; null for an unknown model
 */
export function replyTo(request: ChatRequest, more: MoreModels = {}): Reply | null {
  const model = request.model ?? '';
  const users = request.messages.filter((message) => message.role === 'user').length;
  const replies = Object.hasOwn(more, model) ? more[model]! : null;
  if (replies)
    return { headers: {}, frames: chunkFrames(model, turnOf(replies, users)), cut: false };
  if (model === 'imitating')
    return { headers: {}, frames: chunkFrames(model, FAKED_CALL), cut: false };
  const turns = Object.hasOwn(TURNS, model)
    ? TURNS[model]
    : recordingNames().includes(model)
      ? [model]
      : null;
  if (!turns) return null;

  const question = request.messages.findLast((message) => message.role === 'user')?.content;
  if (question === QUESTIONS.reminders && turns.length > 1)
    return { headers: {}, frames: chunkFrames(model, FAKED_CALL), cut: false };
  const { headers, frames } =
    recordedFor(model, question) ?? readRecording(turnOf(turns, ordinalOf(question) ?? users));
  if (model !== 'hermes-0.19-cut')
    return { headers, frames: turns.length > 1 ? withOwnIds(frames) : frames, cut: false };
  return { headers, frames: frames.slice(0, frames.findIndex(isRunningEvent) + 1), cut: true };
}

/** @returns null for a question without a recording of its own */
function recordedFor(model: string, question: unknown): Recording | null {
  return (model === 'hermes-0.22' && RECORDED.get(question)?.()) || null;
}

/** @returns the turn that answers this question, wherever it is asked; null for any other */
function ordinalOf(question: unknown): number | null {
  if (question === QUESTIONS.year) return 1;
  return question === QUESTIONS.three || question === DANGER ? 2 : null;
}

/** No question is asked twice under one id. */
function withOwnIds(frames: readonly string[]): readonly string[] {
  const id = randomUUID().replaceAll('-', '');
  return frames.map((frame) => frame.replace(/("request_id": ")\w+/, `$1${id}`));
}

/** @returns the reply to the question with this ordinal (from 1) */
function turnOf<T>(turns: readonly T[], question: number): T {
  return turns[Math.max(0, question - 1) % turns.length]!;
}

/** In seconds; one for all, so that two replies to one question are equal. */
const CREATED = Math.floor(Date.now() / 1000);

/**
 * @returns the same reply as one JSON document; like Hermes 0.8, without the markers, which only
 * the stream contained
 */
export function wholeReply(model: string, frames: readonly string[]): object {
  const deltas = frames.map((frame) => readDelta(frame)?.content ?? '');
  return {
    id: 'chatcmpl-demo',
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: deltas.filter((text) => !isMarkerDelta(text)).join(''),
        },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  };
}

function chunkFrames(model: string, texts: readonly string[]): string[] {
  const head = {
    id: 'chatcmpl-demo',
    object: 'chat.completion.chunk',
    created: CREATED,
    model,
  };
  const choices = [
    { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
    ...texts.map((content) => ({ index: 0, delta: { content }, finish_reason: null })),
    { index: 0, delta: {}, finish_reason: 'stop' },
  ];
  return [
    ...choices.map((choice) => `data: ${JSON.stringify({ ...head, choices: [choice] })}\n\n`),
    'data: [DONE]\n\n',
  ];
}
