/**
 * Replies of the agents in tests with real chat pages: recorded Hermes replies, and a tool call as
 * llama.cpp sends it.
 */
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import type { AgentRequest } from './scripted-agent.ts';

/** Two questions each; the second reply runs three tools. */
export const HERMES = ['hermes-0.19', 'hermes-0.8'] as const;
/** Streams tool events. */
export const WITH_EVENTS = HERMES[0];
/** Writes markers into the text. */
export const WITH_MARKERS = HERMES[1];
/** The replies of either as a person reads them. */
export const HERMES_TEXTS = [
  'Let me check. All done: it printed the year.',
  'Now a failing one. Finished three calls.',
] as const;
/** In the frame that reports the second tool of the second reply. */
export const SECOND_TOOL = 'sample.txt';
/** Occurs in no clean text. */
export const PROGRESS = /💻|📖|hermes\.tool\.progress|toolCallId/;

/** Calls the tool, then continues with its result. */
export const LLAMA_CPP = 'llama.cpp';
export const TOOL = 'get_weather';
export const TOOL_ARGUMENTS = '{"city":"Oslo, \\"by\\" the sea","days":2}';
export const TOOL_ANSWER = 'rain';
export const AFTER_TOOL = 'It rains.';

/** For `ScriptedAgentOptions.answer`. */
export function answerTo({ model, messages }: AgentRequest): readonly string[] {
  if (model === LLAMA_CPP) return messages.at(-1)?.role === 'tool' ? afterTool() : toolCall();
  const questions = messages.filter(({ role }) => role === 'user').length;
  return readRecording(`${model.replace('hermes-', 'v')}-chat-scenario-${questions === 1 ? 1 : 2}`)
    .frames;
}

/**
 * The first delta of the call has its name and the first piece of its arguments
 * (ggml-org/llama.cpp#22722).
 */
function toolCall(): string[] {
  const [first = '', ...rest] = ['{', ...TOOL_ARGUMENTS.slice(1).match(/.{1,6}/g)!];
  const head = {
    index: 0,
    id: 'R9g09d5ky0p4gQIJl6pyaJZWEj2jnaYL',
    type: 'function',
    function: { name: TOOL, arguments: first },
  };
  const pieces = rest.map((piece) => ({ index: 0, function: { arguments: piece } }));
  return framesOf(
    [head, ...pieces].map((call) => ({ tool_calls: [call] })),
    'tool_calls',
  );
}

function afterTool(): string[] {
  return framesOf(
    [...AFTER_TOOL].map((content) => ({ content })),
    'stop',
  );
}

/** Members in the order of llama.cpp's server, which is unique. */
function framesOf(deltas: readonly object[], finish: string): string[] {
  const choices = [
    ...[{ role: 'assistant', content: null }, ...deltas].map((delta) => ({
      finish_reason: null,
      index: 0,
      delta,
    })),
    { finish_reason: finish, index: 0, delta: {} },
  ];
  const tail = {
    created: 1795292787,
    id: 'chatcmpl-5Ux0',
    model: 'gpt-3.5-turbo',
    system_fingerprint: 'b9000',
    object: 'chat.completion.chunk',
  };
  return [
    ...choices.map((choice) => `data: ${JSON.stringify({ choices: [choice], ...tail })}\n\n`),
    'data: [DONE]\n\n',
  ];
}
