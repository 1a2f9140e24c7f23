import { isObject } from '../json/json-edit.ts';
import type { Note } from '../progress/progress-types.ts';
import { arrayOf, contentTexts, stringOf, tokensIn } from './fields.ts';
import type { Dialect, Message, Reading, StreamSoFar, TextSlot } from './dialect.ts';

/**
 * OpenAI chat completions: streaming chunks (`choices[].delta.content`) and whole responses
 * (`choices[].message.content`, a string or parts). For Hermes, see the recordings of 0.8 to 0.20
 * in test/recordings/hermes.
 */
export const openaiChat: Dialect = { id: 'openai-chat', saysOnce: true, read };

function read({ json }: Message, stream: StreamSoFar): Reading | null {
  if (!Array.isArray(json.choices)) return null;
  const texts: TextSlot[] = [];
  const opens: string[] = [];
  const uses: string[] = [];
  const closes: string[] = [];
  let understood = false;
  let callsElsewhere = false;
  const choices = arrayOf(json.choices);
  choices.forEach((choice, i) => {
    if (!isObject(choice)) return;
    const channel = choiceChannel(choice, i);
    callsElsewhere ||= callsTool(choice.delta ?? choice.message);
    if (isObject(choice.delta)) {
      understood = true;
      // The first delta of a choice names the role; a server that sends several choices together
      // numbers them.
      (typeof choice.delta.role === 'string' || choices.length > 1 ? opens : uses).push(channel);
      // Mistral sends parts where a reply cites something.
      texts.push(
        ...contentTexts(choice.delta.content, ['choices', i, 'delta', 'content'], channel, 'delta'),
      );
      if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '')
        closes.push(channel);
    } else if (isObject(choice.message)) {
      understood = true;
      texts.push(
        ...contentTexts(
          choice.message.content,
          ['choices', i, 'message', 'content'],
          channel,
          'whole',
        ),
      );
    }
  });
  // What a reply has used comes with its finish reason or, as OpenAI does it, in a chunk of its own
  // behind that; some send with each chunk what was used so far.
  const tokens = closes.length > 0 || choices.length === 0 ? tokensIn(json) : null;
  if (!understood) return tokens && stream.dialects.has('openai-chat') ? { used: tokens } : null;
  const note = failureIn(json);
  return {
    texts,
    ...(note && { note }),
    ...(tokens && { used: tokens }),
    opens,
    uses,
    closes,
    numbered: true,
    callsElsewhere,
    onlyText: isOnlyText(json),
    hermes: stream.hermes || isHermes(json),
  };
}

/**
 * Hermes 0.22 writes why a turn failed as if it were the reply, and says so in the last chunk only.
 * Pages store such a text, and send it back.
 */
function failureIn({ hermes }: Record<string, unknown>): Note | null {
  return isObject(hermes) && hermes.failed === true
    ? { kind: 'failed', text: stringOf(hermes.error) }
    : null;
}

/**
 * Returns whether the client is to run a tool: agents run theirs themselves, so a call that reaches
 * the client is the client's.
 */
function callsTool(said: unknown): boolean {
  return isObject(said) && (arrayOf(said.tool_calls).length > 0 || isObject(said.function_call));
}

/** @returns the channel of the `i`-th choice of a message */
export function choiceChannel(choice: Record<string, unknown>, i: number): string {
  return `choice ${typeof choice.index === 'number' ? choice.index : i}`;
}

/** Fields that every chunk of a stream has; `p` and `obfuscation` are padding. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created',
  'model',
  'choices',
  'system_fingerprint',
  'service_tier',
  'provider',
  'p',
  'obfuscation',
]);
const CHOICE: ReadonlySet<string> = new Set(['index', 'delta']);
const DELTA: ReadonlySet<string> = new Set(['content']);

/**
 * Returns whether there is one choice whose delta has nothing but content, with nothing beside it:
 * no finish reason, usage, citations or timings. Without its text such a chunk is empty.
 */
function isOnlyText(json: Record<string, unknown>): boolean {
  const choices = arrayOf(json.choices);
  const choice = choices[0];
  if (choices.length > 1 || !isObject(choice) || !isObject(choice.delta)) return false;
  // Of several parts, others may say something.
  if (typeof choice.delta.content !== 'string') return false;
  return !says(json, ENVELOPE) && !says(choice, CHOICE) && !says(choice.delta, DELTA);
}

/** Returns whether there is a field besides the known ones that is not null. */
function says(json: Record<string, unknown>, known: ReadonlySet<string>): boolean {
  return Object.keys(json).some((key) => !known.has(key) && json[key] != null);
}

/**
 * Recognises Hermes: its chunk ids are `chatcmpl-` and 29 hex digits; OpenAI's contain other
 * letters, llama.cpp's have 32 characters.
 */
function isHermes(json: Record<string, unknown>): boolean {
  return (
    json.model === 'hermes-agent' ||
    (typeof json.id === 'string' && /^chatcmpl-[0-9a-f]{29}$/.test(json.id))
  );
}
