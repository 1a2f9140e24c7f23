import { PYTHON } from '../json-styles.ts';
import type { Random } from '../random.ts';
import { tokensOf, writeText } from '../texts.ts';
import { doneOf, frameOf, type ServerStream, type SseStyle, withHeartbeats } from './server.ts';

const HEX = '0123456789abcdef';

/**
 * Hermes 0.9 to 0.20 while no tool runs: usage on the last chunk, two line feeds where a turn
 * continues, heartbeats.
 */
export function hermes(random: Random): ServerStream {
  const style: SseStyle = { json: PYTHON, lineEnd: '\n', prefix: 'data: ' };
  const head = {
    id: `chatcmpl-${random.letters(29, HEX)}`,
    object: 'chat.completion.chunk',
    created: 1_795_292_787,
    model: random.pick(['hermes-agent', 'my-agent']),
  };

  function chunk(delta: object, finish: string | null = null, more: object = {}): string {
    return frameOf(style, {
      ...head,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...more,
    });
  }

  const text =
    random.pick(['', '\n\n']) +
    Array.from({ length: random.between(1, 3) }, () => writeText(random)).join('\n\n');
  const frames = [
    chunk({ role: 'assistant' }),
    ...tokensOf(random, text).map((content) => chunk({ content })),
    chunk({}, 'stop', { usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 } }),
  ];
  return {
    contentType: 'text/event-stream',
    sessionId: random.pick([
      null,
      `api-${random.letters(16, HEX)}`,
      'f8e50c00-e403-4d57-94fc-cd6b2c116cac',
    ]),
    frames: [...withHeartbeats(random, frames, ': keepalive\n\n'), doneOf(style)],
  };
}
