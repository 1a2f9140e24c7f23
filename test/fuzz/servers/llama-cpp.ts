import { JSON_STYLES } from '../json-styles.ts';
import type { Random } from '../random.ts';
import { tokensOf, writeText } from '../texts.ts';
import {
  argumentsOf,
  doneOf,
  frameOf,
  type ServerStream,
  type SseStyle,
  TOOLS,
  withHeartbeats,
} from './server.ts';

/**
 * llama.cpp as it was from May 2025 to March 2026 (ggml-org/llama.cpp PR #13800): `arguments` in
 * every entry.
 */
export function llamaCppFull(random: Random): ServerStream {
  return llamaCpp(random, { arguments: '' });
}

/**
 * llama.cpp with PR #22725: the head of a call has its name only, and its arguments begin with the
 * next chunk.
 */
export function llamaCppNameOnly(random: Random): ServerStream {
  return llamaCpp(random, {});
}

/** @param first the arguments in the head of a call */
function llamaCpp(random: Random, first: object): ServerStream {
  const style: SseStyle = {
    json: JSON_STYLES[0] ?? JSON.stringify,
    lineEnd: '\n',
    prefix: 'data: ',
  };
  const tail = {
    created: 1_795_292_787,
    id: `chatcmpl-${random.letters(32)}`,
    model: 'gemma-4-26B-Q4_K_M.gguf',
    system_fingerprint: 'b7001-3f545bec',
    object: 'chat.completion.chunk',
  };
  const timed = random.oneIn(4);
  const verbose = random.oneIn(10);

  function chunk(delta: object, finish: string | null = null, more: object = {}): object {
    return {
      choices: [{ finish_reason: finish, index: 0, delta }],
      ...tail,
      ...(timed ? { timings: TIMINGS } : {}),
      ...more,
    };
  }

  const role = { role: 'assistant', content: null };
  const chunks = [chunk(role)];
  const progress = random.pick([0, 0, 3]);
  for (let done = 1; done <= progress; done++)
    chunks.push(
      chunk(role, null, {
        prompt_progress: { total: 300, cache: 0, processed: done * 100, time_ms: 41 },
      }),
    );
  if (random.oneIn(3))
    chunks.push(
      ...tokensOf(random, `${writeText(random)}\n`).map((reasoning_content) =>
        chunk({ reasoning_content }),
      ),
    );
  if (!random.oneIn(4))
    chunks.push(...tokensOf(random, writeText(random)).map((content) => chunk({ content })));
  const calls = random.pick([0, 0, 1, 2]);
  chunks.push(...callDeltas(random, calls, first).map((delta) => chunk(delta)));
  chunks.push(
    chunk({}, calls > 0 ? 'tool_calls' : random.pick(['stop', 'length']), {
      timings: TIMINGS,
      ...(verbose ? { __verbose: { content: writeText(random), tokens: [], stop: true } } : {}),
    }),
  );
  if (random.oneIn(2))
    chunks.push({
      choices: [],
      ...tail,
      usage: { completion_tokens: 7, prompt_tokens: 20, total_tokens: 27 },
      timings: TIMINGS,
    });
  const frames = chunks.map((said) => frameOf(style, said));
  return {
    contentType: 'text/event-stream',
    sessionId: null,
    frames: [...withHeartbeats(random, frames, ':\n\n'), doneOf(style)],
  };
}

const TIMINGS = {
  cache_n: 0,
  prompt_n: 20,
  prompt_ms: 41.523,
  prompt_per_token_ms: 2.07615,
  prompt_per_second: 481.66,
  predicted_n: 7,
  predicted_ms: 1e-7,
  predicted_per_second: 1.0,
};

function callDeltas(random: Random, calls: number, first: object): object[] {
  return Array.from({ length: calls }, (_, index) => [
    {
      tool_calls: [
        {
          index,
          id: random.letters(32),
          type: 'function',
          function: { name: random.pick(TOOLS), ...first },
        },
      ],
    },
    ...tokensOf(random, argumentsOf(random)).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ]).flat();
}
