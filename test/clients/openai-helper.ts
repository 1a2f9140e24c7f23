import { outcomeOf, type Client } from './client.ts';
import { openaiOver, QUESTION } from './openai-client.ts';

/** `openai`, its `.stream()` helper, which puts the whole message together by itself. */
export const openaiHelper: Client = {
  name: 'openai `.stream()`',
  format: 'chat',
  kind: 'library',
  calls: true,
  errors: true,
  read: (reads, contentType) =>
    outcomeOf(async (reading) => {
      const stream = openaiOver(reads, contentType).chat.completions.stream(QUESTION);
      stream.on('content', (delta) => void (reading.text += delta));
      const { tool_calls: calls = [] } = await stream.finalMessage();
      reading.calls = calls.flatMap((call) =>
        call.type === 'function' ? [{ name: call.function.name, arguments: call.function.arguments }] : [],
      );
    }),
};
