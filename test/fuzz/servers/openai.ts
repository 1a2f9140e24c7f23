import { JSON_STYLES } from '../json-styles.ts';
import type { Random } from '../random.ts';
import { tokensOf, writeText } from '../texts.ts';
import {
  argumentsOf,
  doneOf,
  frameOf,
  interleave,
  type ServerStream,
  type SseStyle,
  TOOLS,
} from './server.ts';

/** One choice, delta by delta, and why it ends. */
interface Script {
  readonly deltas: readonly object[];
  readonly finish: string;
}

const LETTERS_OF_29 = 29;

/**
 * OpenAI's chat completions: several choices, tool calls, refusals, log probabilities, usage,
 * padding against traffic analysis.
 */
export function openai(random: Random): ServerStream {
  const style: SseStyle = {
    json: random.pick(JSON_STYLES),
    lineEnd: random.pick(['\n', '\n', '\r\n']),
    prefix: random.pick(['data: ', 'data: ', 'data:']),
  };
  const head = {
    id: `chatcmpl-${random.letters(LETTERS_OF_29)}Z`,
    object: 'chat.completion.chunk',
    created: 1_795_292_787,
    model: 'gpt-5-2026-01-01',
    service_tier: 'default',
    system_fingerprint: random.pick([null, 'fp_44709d6fcb']),
  };
  const usage = random.oneIn(2) ? { usage: null } : {};
  const pads = random.oneIn(3);
  const logprobs = random.oneIn(5);

  function chunk(index: number, delta: object, finish: string | null): object {
    const probable =
      logprobs && 'content' in delta
        ? { logprobs: logprobsOf(random, delta.content) }
        : { logprobs: null };
    const padding = pads ? { obfuscation: random.letters(random.between(1, 16)) } : {};
    return {
      ...head,
      choices: [{ index, delta, ...probable, finish_reason: finish }],
      ...usage,
      ...padding,
    };
  }

  const scripts = Array.from({ length: random.pick([1, 1, 1, 1, 2, 3]) }, () => scriptOf(random));
  const choices = scripts.map(({ deltas, finish }, index) => [
    ...deltas.map((delta) => chunk(index, delta, null)),
    chunk(index, {}, finish),
  ]);
  const chunks = interleave(random, choices);
  if ('usage' in usage) chunks.push({ ...head, choices: [], usage: usageOf(random) });
  return {
    contentType: random.pick(['text/event-stream', 'text/event-stream; charset=utf-8']),
    sessionId: null,
    frames: [...chunks.map((said) => frameOf(style, said)), doneOf(style)],
  };
}

function scriptOf(random: Random): Script {
  const role = { role: 'assistant', content: '', refusal: null };
  const text = tokensOf(random, writeText(random)).map((content) => ({ content }));
  switch (random.below(8)) {
    case 0:
      return { deltas: [{ ...role, content: null }, ...callDeltas(random)], finish: 'tool_calls' };
    case 1:
      return { deltas: [role, ...text, ...callDeltas(random)], finish: 'tool_calls' };
    case 2: {
      const refusal = tokensOf(random, 'I’m sorry, I can’t help with `💻 rm -rf /`.').map(
        (piece) => ({
          refusal: piece,
        }),
      );
      return {
        deltas: [{ role: 'assistant', content: null, refusal: '' }, ...refusal],
        finish: 'stop',
      };
    }
    case 3:
      return { deltas: [role, ...functionDeltas(random)], finish: 'function_call' };
    default:
      return {
        deltas: [role, ...text],
        finish: random.pick(['stop', 'stop', 'length', 'content_filter']),
      };
  }
}

/**
 * Parallel calls, one after another: the head with empty arguments, then the arguments in pieces.
 */
function callDeltas(random: Random): object[] {
  return Array.from({ length: random.between(1, 3) }, (_, index) => [
    {
      tool_calls: [
        {
          index,
          id: `call_${random.letters(24)}`,
          type: 'function',
          function: { name: random.pick(TOOLS), arguments: '' },
        },
      ],
    },
    ...tokensOf(random, argumentsOf(random)).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ]).flat();
}

/** The older form of a call. */
function functionDeltas(random: Random): object[] {
  const pieces = tokensOf(random, argumentsOf(random)).map((piece) => ({
    function_call: { arguments: piece },
  }));
  return [{ function_call: { name: random.pick(TOOLS), arguments: '' } }, ...pieces];
}

function logprobsOf(random: Random, token: unknown): object {
  const bytes = Array.from({ length: random.between(1, 6) }, () => random.below(256));
  const top = [{ token: random.letters(4), logprob: -1.5e-7, bytes: null }];
  return {
    content: [{ token, logprob: -random.below(1000) / 64, bytes, top_logprobs: top }],
    refusal: null,
  };
}

/** @returns the content of a chunk's `usage` */
export function usageOf(random: Random): object {
  const prompt = random.below(100_000);
  return {
    prompt_tokens: prompt,
    completion_tokens: 12,
    total_tokens: prompt + 12,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
