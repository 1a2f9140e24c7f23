import { arrayOf } from '../dialects/fields.ts';
import { isObject } from '../json-text.ts';
import { callsTool } from './finish-tool-calls.ts';
import { cutFrame, type FrameRule } from './frame-repair.ts';

/** More choices than any answer has. */
const MAX_CHOICES = 64;

// Captured on import: the page shares our realm and may replace it later.
const { stringify } = JSON;

/**
 * No chunk has a `finish_reason` (NVIDIA NIM): a chunk with one comes before `[DONE]`, "tool_calls"
 * for a choice that called a tool, "stop" for every other. Not behind an error, and not for a stream without `[DONE]`,
 * which may be cut. Off by default: that the reply was cut for its length can no longer be seen.
 */
export const finishMissing: FrameRule = {
  id: 'finish-missing',
  start(onRepair) {
    /** The choices that were seen without a finish reason, and whether they called a tool. */
    const open = new Map<unknown, boolean>();
    const finished = new Set<unknown>();
    /** What the last chunk says of the answer as a whole. */
    let envelope: Record<string, unknown> | null = null;
    let failed = false;

    function look(choice: unknown): void {
      if (!isObject(choice)) return;
      // Where the server writes none, `null-choices` may have: of the one choice that there is.
      const { index = 0 } = choice;
      if (finished.has(index)) return;
      if (typeof choice.finish_reason !== 'string' || choice.finish_reason === '') {
        if (open.size < MAX_CHOICES) open.set(index, callsTool(choice) || open.get(index) === true);
      } else if (finished.size < MAX_CHOICES) {
        open.delete(index);
        finished.add(index);
      }
    }

    return {
      repair({ fields, json }) {
        if (isObject(json)) {
          failed ||= json.error != null;
          if (json.object !== 'chat.completion.chunk') return null;
          const { id, object, created, model, system_fingerprint } = json;
          envelope = { id, object, created, model, system_fingerprint };
          arrayOf(json.choices).forEach(look);
        } else if (fields?.data.trim() === '[DONE]' && envelope && open.size > 0 && !failed) {
          const choices = [...open].map(([index, called]) => ({ index, delta: {}, finish_reason: called ? 'tool_calls' : 'stop' }));
          open.clear();
          const frames = cutFrame(fields, [stringify({ ...envelope, choices }), fields.data]);
          if (frames) onRepair();
          return frames;
        }
        return null;
      },
    };
  },
};
