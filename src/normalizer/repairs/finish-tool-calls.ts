import { isObject } from '../json-text.ts';
import { editChoices, type FrameRule } from './frame-repair.ts';

/**
 * `finish_reason` is "stop" though tools were called (Gemini: googleapis/python-genai#2868; Ollama: ollama/ollama#7963):
 * becomes "tool_calls", as agents end with "stop". The empty string (SGLang: sgl-project/sglang#3912) becomes null. Off by
 * default: OpenAI itself says "stop" where a request names the tool to call.
 */
export const finishToolCalls: FrameRule = {
  id: 'finish-tool-calls',
  start(onRepair) {
    /** Indices of the choices that have called a tool. */
    const called = new Set<unknown>();
    return {
      repair(frame) {
        const frames = editChoices(frame, (choice) => {
          if (callsTool(choice)) called.add(choice.index);
          if (choice.finish_reason === '') return { ...choice, finish_reason: null };
          return choice.finish_reason === 'stop' && called.has(choice.index) ? { ...choice, finish_reason: 'tool_calls' } : null;
        });
        if (frames) onRepair();
        return frames;
      },
    };
  },
};

/** @returns whether a choice of a chunk has entries of `tool_calls`, or a single one in place of the array */
export function callsTool({ delta }: Record<string, unknown>): boolean {
  if (!isObject(delta)) return false;
  const { tool_calls: calls } = delta;
  return isObject(calls) || (Array.isArray(calls) && calls.length > 0);
}
