import { arrayOf } from '../dialects/fields.ts';
import { isObject, rawMembers } from '../json/json-edit.ts';
import { callsTool } from './finish-tool-calls.ts';
import { cutFrame, type RunningRepair, type StatefulRepair } from './frame-repair.ts';
import { ENVELOPE } from './calls/split-chunk.ts';

/** More choices than any response has. */
const MAX_CHOICES = 64;

// Captured on import: the page shares our realm and may replace it later.
const { stringify } = JSON;

/**
 * No chunk has a `finish_reason` (NVIDIA NIM): one is added before `[DONE]`, "tool_calls" for a
 * choice that called a tool, "stop" for any other. Not after an error, and not for a stream without
 * `[DONE]`, which may be cut. Off by default: it hides that a reply was cut for its length.
 */
export const finishMissing: StatefulRepair = {
  id: 'finish-missing',
  stage: 'stream',
  stream: 'legal',
  about: {
    name: 'No finish reason',
    defect: 'No chunk has a finish reason.',
    breaks: [
      'stream helper of the OpenAI library, Vercel AI SDK: throw',
      'clients that wait for one, such as pi: they hang, or think that the reply was cut',
    ],
    whatWeDo: 'One is put before "[DONE]".',
    source: 'https://github.com/waybarrios/vllm-mlx/issues/628',
  },
  start,
};

function start(onRepair: () => void): RunningRepair {
  /** The choices seen without a finish reason, and whether they called a tool. */
  const open = new Map<unknown, boolean>();
  const finished = new Set<unknown>();
  /** The last chunk, for its fields about the response. */
  let last: string | null = null;
  let failed = false;

  function look(choice: unknown): void {
    if (!isObject(choice)) return;
    // If the server sends no choices, `null-choices` may have added one, without an index.
    const { index = 0, finish_reason: reason } = choice;
    const isNumber = typeof index === 'string' ? /^\d+$/.test(index) : Number.isFinite(index);
    if (finished.has(index) || !isNumber) return;
    // A reason that is no text counts, too: LangChain throws if a second one follows.
    if (reason === undefined || reason === null || reason === '') {
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
        last = fields?.data ?? null;
        arrayOf(json.choices).forEach(look);
      } else if (fields?.data.trim() === '[DONE]' && last !== null && open.size > 0 && !failed) {
        const finish = finishChunk(last, open);
        open.clear();
        const frames = cutFrame(fields, [finish, fields.data]);
        if (frames) onRepair();
        return frames;
      }
      return null;
    },
  };
}

/**
 * @param last a chunk of the same response
 * @param open its choices, and whether they called a tool
 * @returns a chunk with a finish reason for each of them
 */
function finishChunk(last: string, open: ReadonlyMap<unknown, boolean>): string {
  const choices = [...open].map(
    ([index, called]) =>
      `{"index":${stringify(index)},"delta":{},"finish_reason":"${called ? 'tool_calls' : 'stop'}"}`,
  );
  const members = rawMembers(last);
  const envelope = ENVELOPE.flatMap((key) =>
    members.has(key) ? [`"${key}":${members.get(key)},`] : [],
  );
  return `{${envelope.join('')}"choices":[${choices.join()}]}`;
}
