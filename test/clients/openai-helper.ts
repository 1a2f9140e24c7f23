import { asking, outcomeOf } from './client.ts';
import { openaiFor, questionOf } from './openai-client.ts';

/** `openai`, its `.stream()` helper, which assembles the whole message itself. */
export const openaiHelper = asking({
  name: 'openai `.stream()`',
  ask: (asked) =>
    outcomeOf(async (reading) => {
      const stream = openaiFor(asked).chat.completions.stream(questionOf(asked));
      stream.on('content', (delta) => void (reading.text += delta));
      const { tool_calls: calls = [] } = await stream.finalMessage();
      reading.calls = calls.flatMap((call) =>
        call.type === 'function'
          ? [{ name: call.function.name, arguments: call.function.arguments }]
          : [],
      );
    }),
});
