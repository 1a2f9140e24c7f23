import { stringOf } from '../dialects/fields.ts';
import { isObject } from '../json/json-edit.ts';
import { editChoices, type StatefulRepair } from './frame-repair.ts';

/**
 * `finish_reason` is "stop" though tools were called (Gemini: googleapis/python-genai#2868; Ollama:
 * ollama/ollama#7963): becomes "tool_calls", because agents stop at "stop". The empty string
 * (SGLang: sgl-project/sglang#3912) becomes null. Off by default: OpenAI itself sends "stop" if a
 * request names the tool to call.
 */
export const finishToolCalls: StatefulRepair = {
  id: 'finish-tool-calls',
  stage: 'stream',
  stream: 'legal',
  about: {
    name: 'Wrong finish reason',
    defect: 'Tools were called, but the finish reason is "stop" or empty.',
    breaks: [
      'KoboldAI Lite, and agents that end on "stop", such as those on LiteLLM: the tools are never run',
      'strict schemas, for an empty one',
    ],
    whatWeDo: 'The finish reason becomes "tool_calls"; an empty one null.',
    allowed: "OpenAI's schema",
    source: 'https://github.com/ollama/ollama/issues/7963',
    form: (frame) =>
      /"finish_reason"\s*:\s*""/.test(frame)
        ? {
            defect: 'The finish reason is empty.',
            breaks: ['strict schemas: the chunk is refused'],
          }
        : {
            defect: 'Tools were called, but the finish reason is "stop".',
            breaks: [
              'KoboldAI Lite, and agents that end on "stop", such as those on LiteLLM: the tools are never run',
            ],
          },
  },
  start(onRepair) {
    /** Indices of the choices that have called a tool. */
    const called = new Set<unknown>();
    return {
      repair(frame) {
        const frames = editChoices(frame, (choice, path) => {
          if (callsTool(choice)) called.add(choice.index);
          // The server ran them itself and goes on (BerriAI/litellm#31993,
          // open-webui/open-webui#23957).
          else if (choice.finish_reason === 'tool_calls' || says(choice))
            called.delete(choice.index);
          const reason = [...path, 'finish_reason'];
          if (choice.finish_reason === '') return [{ path: reason, json: 'null' }];
          return choice.finish_reason === 'stop' && called.has(choice.index)
            ? [{ path: reason, value: 'tool_calls' }]
            : [];
        });
        if (frames) onRepair();
        return frames;
      },
    };
  },
};

/** @returns whether a choice of a chunk has text */
function says({ delta }: Record<string, unknown>): boolean {
  return isObject(delta) && stringOf(delta.content).trim() !== '';
}

/**
 * @returns whether a choice of a chunk has entries of `tool_calls`, or a single one instead of the
 * array
 */
export function callsTool({ delta }: Record<string, unknown>): boolean {
  if (!isObject(delta)) return false;
  const { tool_calls: calls } = delta;
  return isObject(calls) || (Array.isArray(calls) && calls.length > 0);
}
