import { JSON_STYLES } from '../json-styles.ts';
import type { Random } from '../random.ts';
import { tokensOf, writeText } from '../texts.ts';
import { argumentsOf, doneOf, frameOf, type ServerStream, type SseStyle, TOOLS } from './server.ts';

/**
 * vLLM: the head of a call without arguments or with empty ones, text on the last chunk, usage on
 * every chunk or the last.
 */
export function vllm(random: Random): ServerStream {
  const style: SseStyle = {
    json: JSON_STYLES[0] ?? JSON.stringify,
    lineEnd: '\n',
    prefix: 'data: ',
  };
  const head = {
    id: `chatcmpl-${random.letters(32, '0123456789abcdef')}`,
    object: 'chat.completion.chunk',
    created: 1_795_292_787,
    model: 'Qwen/Qwen3-32B',
  };
  const continuous = random.oneIn(3);
  let completed = 0;

  function chunk(delta: object, finish: string | null = null): object {
    const usage = continuous
      ? { usage: { prompt_tokens: 9, total_tokens: 9 + completed, completion_tokens: completed++ } }
      : {};
    const end = finish === null ? {} : { stop_reason: null, token_ids: null };
    return {
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish, ...end }],
      ...usage,
    };
  }

  const first = random.pick([{}, { arguments: '' }]);
  const calls = random.pick([0, 0, 1, 3]);
  const deltas: object[] = [{ role: 'assistant', content: '' }];
  if (random.oneIn(3))
    deltas.push(
      ...tokensOf(random, writeText(random)).map((piece) =>
        random.pick([{ reasoning_content: piece }, { reasoning: piece, reasoning_content: piece }]),
      ),
    );
  deltas.push(...tokensOf(random, writeText(random)).map((content) => ({ content })));
  for (let index = 0; index < calls; index++) {
    deltas.push({
      tool_calls: [
        {
          id: `chatcmpl-tool-${random.letters(32)}`,
          type: 'function',
          index,
          function: { name: random.pick(TOOLS), ...first },
        },
      ],
    });
    deltas.push(
      ...tokensOf(random, argumentsOf(random)).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    );
  }
  const chunks = deltas.map((delta) => chunk(delta));
  chunks.push(
    chunk(
      random.pick([{}, { content: '' }, { content: ' Bye.' }]),
      calls > 0 ? 'tool_calls' : 'stop',
    ),
  );
  if (random.oneIn(2))
    chunks.push({
      ...head,
      choices: [],
      usage: { prompt_tokens: 9, total_tokens: 9 + completed, completion_tokens: completed },
    });
  return {
    contentType: 'text/event-stream; charset=utf-8',
    sessionId: null,
    frames: [...chunks.map((said) => frameOf(style, said)), doneOf(style)],
  };
}
