import { JSON_STYLES } from '../json-styles.ts';
import type { Random } from '../random.ts';
import { tokensOf, writeText } from '../texts.ts';
import { argumentsOf, type ServerStream, TOOLS } from './server.ts';

/** Ollama's own API, lines of JSON as Go writes it: `/api/chat` or `/api/generate`. */
export function ollama(random: Random): ServerStream {
  const go = JSON_STYLES[3] ?? JSON.stringify;
  const model = 'llama3.2:latest';
  const chats = random.oneIn(2);
  let nanoseconds = 123_456_789;

  function line(said: object, done: boolean, more: object = {}): string {
    const created_at = `2026-11-22T06:00:00.${nanoseconds++}Z`;
    return `${go({ model, created_at, ...said, ...(done ? { done_reason: 'stop' } : {}), done, ...more })}\n`;
  }

  const lines: string[] = [];
  if (chats && random.oneIn(3))
    for (const thinking of tokensOf(random, writeText(random)))
      lines.push(line({ message: { role: 'assistant', content: '', thinking } }, false));
  for (const text of tokensOf(random, writeText(random)))
    lines.push(
      line(chats ? { message: { role: 'assistant', content: text } } : { response: text }, false),
    );
  if (chats && random.oneIn(3)) {
    const call = {
      function: { name: random.pick(TOOLS), arguments: JSON.parse(argumentsOf(random)) as unknown },
    };
    lines.push(line({ message: { role: 'assistant', content: '', tool_calls: [call] } }, false));
  }
  const context = chats ? {} : { context: [128_006, 882, 128_007, 271] };
  const figures = {
    total_duration: 4_883_583_458,
    load_duration: 1_334_875,
    prompt_eval_count: 26,
    prompt_eval_duration: 342_546_000,
    eval_count: 282,
    eval_duration: 4_535_599_000,
  };
  lines.push(
    line(chats ? { message: { role: 'assistant', content: '' } } : { response: '' }, true, {
      ...context,
      ...figures,
    }),
  );
  return { contentType: 'application/x-ndjson', sessionId: null, frames: lines };
}
