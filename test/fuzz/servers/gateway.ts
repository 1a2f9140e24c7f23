import { JSON_STYLES } from '../json-styles.ts';
import type { Random } from '../random.ts';
import { tokensOf, writeText } from '../texts.ts';
import { usageOf } from './openai.ts';
import { doneOf, frameOf, type ServerStream, type SseStyle, withHeartbeats } from './server.ts';

/**
 * Azure and gateways: filter results before the first choice and on each, heartbeats, usage on the
 * last chunk.
 */
export function gateway(random: Random): ServerStream {
  const style: SseStyle = {
    json: random.pick(JSON_STYLES),
    lineEnd: random.pick(['\n', '\r\n']),
    prefix: 'data: ',
  };
  const { lineEnd } = style;
  const filters = {
    hate: { filtered: false, severity: 'safe' },
    violence: { filtered: false, severity: 'safe' },
  };
  const head = {
    id: `gen-${random.letters(20)}`,
    provider: 'Azure',
    model: 'openai/gpt-5',
    object: 'chat.completion.chunk',
    created: 1_795_292_787,
  };
  const heartbeat =
    random.pick([
      ': OPENROUTER PROCESSING',
      ': keep-alive',
      ': ping - 2026-11-22 06:00:00.123456+00:00',
      ':',
    ]) +
    lineEnd +
    lineEnd;
  const text = tokensOf(random, writeText(random));
  const chunks: object[] = [
    {
      choices: [],
      created: 0,
      id: '',
      model: '',
      object: '',
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: filters }],
    },
    ...text.map((content) => ({
      ...head,
      choices: [
        {
          index: 0,
          delta: { role: 'assistant', content },
          finish_reason: null,
          native_finish_reason: null,
          logprobs: null,
          content_filter_results: filters,
        },
      ],
    })),
    {
      ...head,
      choices: [
        {
          index: 0,
          delta: { role: 'assistant', content: '' },
          finish_reason: 'stop',
          native_finish_reason: 'stop',
          logprobs: null,
        },
      ],
      usage: usageOf(random),
    },
  ];
  const frames = withHeartbeats(
    random,
    chunks.map((chunk) => frameOf(style, chunk)),
    heartbeat,
  );
  return {
    contentType: 'text/event-stream',
    sessionId: null,
    frames: [heartbeat, heartbeat, ...frames, doneOf(style)],
  };
}
